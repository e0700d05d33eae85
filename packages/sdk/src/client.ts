/**
 * A typed client of the arena's HTTP interface. Runs in Node and in browsers.
 *
 *   const arena = new ArenaClient({ baseUrl: 'https://arena.example.org', auth: { bearer: process.env.KEY } })
 *   const bot = await arena.registerBot({ name: 'Waveland', mode: 'live', url: 'https://bot.example.org' })
 *   await arena.updateBot({ id: bot.id, status: 'paused' })
 *   const { matches } = await arena.listMatches({ botId: bot.id, limit: 50 })
 */
import {
  type Archive,
  DeployReport,
  InvalidPlace,
  signRequest,
  type ApiKeyMeta,
  type Bot,
  type BotList,
  type Changelog,
  type ChooseNotices,
  type CreatedKey,
  type CreateKey,
  type Empty,
  type Health,
  type KeyList,
  type Kit,
  type Leaderboard,
  type LeaderboardQuery,
  type LiveList,
  type LiveQuery,
  type Match,
  type MatchList,
  type MatchQuery,
  type NoticeDelivery,
  type NoticeSettings,
  type PlatformKey,
  type PublicLogs,
  type OpenData,
  type RatingList,
  type Ready,
  type Receipt,
  type RegisterBot,
  type Rehearsal,
  type RequestSignIn,
  type SetHandle,
  type SetWebhook,
  type UpdateBot,
  type User,
  type VerifySignIn,
  type Webhook,
  type WebhookWithSecret,
} from '@arena/protocol'
import { z } from 'zod'
import { OPERATIONS, type Methods, type Operation, type OperationName } from './operations.ts'

/**
 * A bearer key's secret, a signature key's id with its private key (the 32 bytes of RFC 8032 as base64), or the cookie of a
 * session, `name=value`, as signing in sets it.
 */
export type Auth =
  | { readonly bearer: string }
  | { readonly keyId: string; readonly privateKey: string }
  | { readonly cookie: string }

export interface ArenaClientOptions {
  readonly baseUrl: string
  /** Without it only public endpoints answer, or, in a browser, those that the session's cookie allows. */
  readonly auth?: Auth
  /** How often a call is repeated when the arena says when to come back (`Retry-After`); 0 unless given. */
  readonly retries?: number
  /** Ends every call that takes longer; 30 seconds unless given. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** The clock of signatures, in Unix milliseconds. */
  readonly now?: () => number
  /** Waits between repetitions. */
  readonly sleep?: (ms: number) => Promise<unknown>
}

/** One method for each endpoint. What each takes and answers is in the reference that an arena serves at `/docs/api`. */
export interface ArenaClient {
  getHealth(): Promise<Health>
  getReadiness(): Promise<Ready>
  /** The key that signs every connection which the arena makes to a bot. */
  getPlatformKey(): Promise<PlatformKey>
  getOpenApi(): Promise<string>
  /** The map of the interface for language models, `/llms.txt`. */
  getMap(): Promise<string>
  getChangelog(): Promise<Changelog>

  /** The logs that hold all results, each with the key that its signatures are checked with. */
  getPublicLogs(): Promise<PublicLogs>
  /** Origin, size and root of a log, as a signed note. */
  getCheckpoint(log: { readonly log: string }): Promise<string>

  /** The days of the archive, each with the SHA-256 of its file. */
  getArchive(): Promise<Archive>
  /** The file of a day, in Parquet: what its matches are played again from. */
  getArchivedDay(day: { readonly day: string }): Promise<Uint8Array>

  /** The packages for bot authors that the arena serves. */
  getKit(): Promise<Kit>
  /** A package as it is now, such as `arena-kit.tgz`. */
  getKitFile(file: { readonly file: string }): Promise<Uint8Array>
  /** A package by its content; this file never changes. */
  getKitVersion(file: { readonly id: string; readonly file: string }): Promise<Uint8Array>

  /** Newest first. The last id is the `before` of the next page. */
  listMatches(query?: Partial<MatchQuery>): Promise<MatchList>
  getMatch(match: { readonly id: string }): Promise<Match>
  /** When the pads of the account's bot arrived in a match that has ended, and the likely reason where many did not. */
  getReceipt(match: { readonly id: string }): Promise<Receipt>
  /** The `.slp` file. */
  getReplay(match: { readonly id: string }): Promise<Uint8Array>
  /** Its entry in the public log, as a signed note. */
  getResult(match: { readonly id: string }): Promise<string>
  /** Every match that runs now. */
  listLiveMatches(query?: Partial<LiveQuery>): Promise<LiveList>
  /**
   * The `.slp` file of a running match, about a second behind the game, until the match is over. The time limit of calls counts
   * until it begins; `cancel` ends it.
   */
  watchMatch(match: { readonly id: string }): Promise<ReadableStream<Uint8Array>>
  /** Best first. */
  getLeaderboard(query?: Partial<LeaderboardQuery>): Promise<Leaderboard>
  /** One fit over the newest games: ratings with intervals, and what contradicts them. */
  getRatingList(): Promise<RatingList>

  /** Matches, players, moments and ratings by month, each file with its SHA-256, and what their columns say. */
  getOpenData(): Promise<OpenData>
  /** A file of it, in Parquet, by its name without the ending. A large one is better read by ranges. */
  getOpenDataFile(file: { readonly file: string }): Promise<Uint8Array>

  /** The bots of the account. */
  listBots(): Promise<BotList>
  registerBot(bot: RegisterBot): Promise<Bot>
  getBot(bot: { readonly id: string }): Promise<Bot>
  updateBot(bot: { readonly id: string } & UpdateBot): Promise<Bot>
  removeBot(bot: { readonly id: string }): Promise<Bot>
  /** Asks for a whole game of a paused bot against a house bot, unrated; `getRehearsal` follows it. */
  rehearseBot(bot: { readonly id: string }): Promise<Rehearsal>
  getRehearsal(bot: { readonly id: string }): Promise<Rehearsal>
  callOffRehearsal(bot: { readonly id: string }): Promise<Rehearsal>
  /** The bytes of the `.slp` file. */
  getRehearsalReplay(bot: { readonly id: string }): Promise<Uint8Array>

  /** Newest first, revoked ones included. */
  listKeys(): Promise<KeyList>
  createKey(key: CreateKey): Promise<CreatedKey>
  revokeKey(key: { readonly id: string }): Promise<ApiKeyMeta>

  getAccount(): Promise<User>
  setHandle(body: SetHandle): Promise<User>
  getNotices(): Promise<NoticeSettings>
  chooseNotices(choices: ChooseNotices): Promise<NoticeSettings>
  /** Its answer holds the secret that signs, where this has made it. */
  setWebhook(webhook: z.input<typeof SetWebhook>): Promise<WebhookWithSecret>
  renewWebhookSecret(): Promise<WebhookWithSecret>
  testWebhook(): Promise<NoticeDelivery>
  removeWebhook(): Promise<Webhook>
  /** In a browser, with the session's cookie: no key may do this. */
  deleteAccount(): Promise<Empty>

  /** Has a mail sent with a link and a code. */
  requestSignIn(body: RequestSignIn): Promise<Empty>
  verifySignIn(proof: VerifySignIn): Promise<User>
  signOut(): Promise<Empty>
}

interface ProblemBody {
  readonly code: string
  readonly detail: string
  readonly requestId: string
  readonly errors?: readonly InvalidPlace[] | undefined
  readonly scope?: string | undefined
  readonly report?: DeployReport | undefined
}

/** Later versions may add members and codes, so a client takes any. */
const ProblemAnswer: z.ZodType<ProblemBody> = z.object({
  code: z.string(),
  title: z.string(),
  detail: z.string(),
  requestId: z.string(),
  errors: z.array(InvalidPlace).optional(),
  scope: z.string().optional(),
  report: DeployReport.optional(),
})

/** A call that the arena refused. Decide by `code`: see the problems of the interface. */
export class ArenaProblem extends Error {
  override readonly name = 'ArenaProblem'
  readonly status: number
  readonly code: string
  readonly requestId: string
  /** On `invalid-request`: each place that is wrong. */
  readonly errors: readonly InvalidPlace[]
  /** On `missing-scope`: the scope that is needed. */
  readonly scope: string | undefined
  /** On `deploy-check-failed`: what was tried and what came back. */
  readonly report: DeployReport | undefined
  /** How long to wait before the call can succeed, where the arena says so. */
  readonly retryAfterMs: number | undefined

  constructor(status: number, body: ProblemBody, retryAfterMs?: number) {
    super(`${body.code}: ${body.detail}`)
    this.status = status
    this.code = body.code
    this.requestId = body.requestId
    this.errors = body.errors ?? []
    this.scope = body.scope
    this.report = body.report
    this.retryAfterMs = retryAfterMs
  }
}

/** An answer that the interface does not know, such as a proxy's page or a later, incompatible version. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer'
  readonly status: number

  constructor(status: number, detail: string, cause?: unknown) {
    super(`${status}: ${detail}`, { cause })
    this.status = status
  }
}

const TIMEOUT_MS = 30_000

class Caller {
  readonly #options: ArenaClientOptions

  constructor(options: ArenaClientOptions) {
    this.#options = options
    for (const name of Object.keys(OPERATIONS) as OperationName[]) {
      Object.defineProperty(this, name, { value: (args?: object) => this.#call(OPERATIONS[name], args ?? {}) })
    }
  }

  async #call(operation: Operation, args: object): Promise<unknown> {
    const { retries = 0, sleep = wait } = this.#options
    for (let left = retries; ; left--) {
      try {
        return await this.#ask(operation, args)
      } catch (error) {
        if (left <= 0 || !(error instanceof ArenaProblem) || error.retryAfterMs === undefined) throw error
        await sleep(error.retryAfterMs)
      }
    }
  }

  async #ask({ method, path, body, answer }: Operation, args: object): Promise<unknown> {
    const rest = new Map<string, unknown>(Object.entries(args))
    const filled = path.replace(/\{(\w+)\}/g, (_braces, name: string) => {
      const value = asText(rest.get(name))
      rest.delete(name)
      return encodeURIComponent(value)
    })
    const query = new URLSearchParams()
    if (method === 'GET') for (const [name, value] of rest) if (value !== undefined) query.set(name, asText(value))
    const text = body === undefined ? '' : JSON.stringify(Object.fromEntries(rest))
    const { baseUrl, signal, timeoutMs = TIMEOUT_MS } = this.#options
    const url = new URL(baseUrl.replace(/\/$/, '') + (query.size === 0 ? filled : `${filled}?${query.toString()}`))
    return within(timeoutMs, signal, async (limit) => {
      const response = await fetch(url, {
        method,
        headers: {
          accept: typeof answer === 'string' ? '*/*' : 'application/json',
          ...(text !== '' && { 'content-type': 'application/json' }),
          ...this.#credentials(method, url.pathname + url.search, text),
        },
        ...(text !== '' && { body: text }),
        signal: limit,
      })
      if (!response.ok) throw problemOf(response.status, await response.text(), response.headers.get('retry-after'))
      if (answer === 'stream') return endless(response.body ?? new Blob([]).stream(), signal)
      if (answer === 'bytes') return new Uint8Array(await response.arrayBuffer())
      if (answer === 'text') return response.text()
      const read = answer.safeParse(parseJson(await response.text()))
      if (!read.success) throw new UnexpectedAnswer(response.status, z.prettifyError(read.error), read.error)
      return read.data
    })
  }

  #credentials(method: string, path: string, body: string): Record<string, string> {
    const { auth, now = Date.now } = this.#options
    if (auth === undefined) return {}
    if ('bearer' in auth) return { authorization: `Bearer ${auth.bearer}` }
    if ('cookie' in auth) return { cookie: auth.cookie }
    return { ...signRequest(auth.privateKey, auth.keyId, { method, path, body }, now()) }
  }
}

/**
 * Work with a signal that aborts after a time limit or with another signal. Not `AbortSignal.any` with
 * `AbortSignal.timeout`: on Node 20 such a signal never aborts once its parts have been collected as garbage.
 */
async function within<T>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController()
  const stop = (): void => limit.abort(signal?.reason)
  const timer = setTimeout(() => limit.abort(new DOMException('The arena took too long to answer', 'TimeoutError')), ms)
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) stop()
  try {
    return await work(limit.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

/** A body that is read long after its call has been answered: the signal still ends it. */
function endless(body: ReadableStream<Uint8Array>, signal: AbortSignal | undefined): ReadableStream<Uint8Array> {
  return signal === undefined ? body : body.pipeThrough(new TransformStream(), { signal })
}

/** Its methods are made from the table of operations; that they are those of the interface, the compiler sees to. */
export const ArenaClient: new (options: ArenaClientOptions) => ArenaClient = Caller as unknown as new (
  options: ArenaClientOptions,
) => Methods

/** What the arena answers in the place of what was asked for. `retryAfter` is the header of that name. */
export function problemOf(
  status: number,
  text: string,
  retryAfter: string | null | undefined,
): ArenaProblem | UnexpectedAnswer {
  const body = ProblemAnswer.safeParse(parseJson(text))
  if (!body.success) return new UnexpectedAnswer(status, text.slice(0, 200))
  const seconds = Number(retryAfter ?? Number.NaN)
  return new ArenaProblem(status, body.data, seconds >= 0 ? 1000 * seconds : undefined)
}

/** Names and query parameters are text and numbers. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
