/** Registers the house bots through `POST /bots`, as anyone's bot is; tries again for as long as it takes. */
import { RegisterBot } from '@arena/protocol'
import type { HouseBot } from './house-bot.ts'

export interface Registration {
  readonly baseUrl: string
  /** Bearer secrets, one an account; the bots are dealt out to them in turn, so that they may meet. */
  readonly keys: readonly string[]
  /** Where the house server is reached. */
  readonly houseUrl: string
  /** Names that the arena already knows: their URL is the same, so there is nothing to do. */
  readonly registered: ReadonlySet<string>
  readonly signal: AbortSignal
  readonly log: (message: string, fields: Record<string, unknown>) => void
  /** Waits between attempts; rejects when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>
}

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 10_000
const REQUEST_MS = 20_000

export async function registerHouseBots(bots: readonly HouseBot[], registration: Registration): Promise<void> {
  for (const [i, bot] of bots.entries()) {
    if (registration.registered.has(bot.name)) continue
    await registerBot(bot, registration.keys[i % registration.keys.length]!, registration)
  }
}

async function registerBot({ name, path }: HouseBot, key: string, registration: Registration): Promise<void> {
  const { baseUrl, houseUrl, signal, log, sleep } = registration
  const body: RegisterBot = { name, mode: 'live', url: new URL(path, houseUrl).href }
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    const outcome = await post(new URL('/bots', baseUrl), key, body, signal)
    if (outcome.kind === 'done') {
      log('registered', { bot: name, url: body.url })
      return
    }
    // A refusal that no waiting cures is told and left; the other bots may fare better.
    log(outcome.kind === 'refused' ? 'registration refused' : 'registration not answered yet', {
      bot: name,
      detail: outcome.detail,
    })
    if (outcome.kind === 'refused') return
    await sleep(outcome.afterMs ?? waitMs, signal)
  }
}

type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'later'; readonly detail: string; readonly afterMs?: number }

async function post(url: URL, key: string, body: RegisterBot, signal: AbortSignal): Promise<Outcome> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]),
    })
    const text = await response.text()
    if (response.ok) return { kind: 'done' }
    const detail = `${response.status} ${text.slice(0, 500)}`
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
    if (response.status === 429 && retryAfter >= 0) return { kind: 'later', detail, afterMs: 1000 * retryAfter }
    // The deploy check (422) may have failed because the machine is still busy starting.
    const isPassing = response.status >= 500 || response.status === 429 || response.status === 422
    return { kind: isPassing ? 'later' : 'refused', detail }
  } catch (error) {
    signal.throwIfAborted()
    // Most likely the arena does not listen yet.
    return { kind: 'later', detail: String(error) }
  }
}
