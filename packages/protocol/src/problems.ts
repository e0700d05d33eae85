/**
 * The problem catalogue: every error that the service can answer, as RFC 9457 `application/problem+json`. Codes are
 * stable and never reused; `docs/problems.md` is this list in prose.
 */
import { z } from 'zod'
import { DeployReport } from './bots.ts'
import { KeyScope } from './keys.ts'

interface ProblemKind {
  readonly status: number
  /** The same for every occurrence. */
  readonly title: string
  /** What it means and what to do about it, for the docs. */
  readonly meaning: string
}

export const PROBLEMS = {
  'invalid-request': {
    status: 400,
    title: 'The request is not valid',
    meaning: 'The body or the query does not match its schema. `errors` lists each place and what is wrong there.',
  },
  'sign-in-failed': {
    status: 400,
    title: 'The sign-in link or code is not valid',
    meaning:
      'It is wrong, already used, older than 15 minutes, or a code that is not the newest. After five wrong codes only ' +
      'the link works. Ask for a new mail.',
  },
  'authentication-required': {
    status: 401,
    title: 'Credentials are missing or not valid',
    meaning:
      'The endpoint needs an API key or a dashboard session, and the request has no valid one: unknown or ' +
      'revoked key, wrong signature, a timestamp more than five minutes off. `WWW-Authenticate` lists what is accepted.',
  },
  'missing-scope': {
    status: 403,
    title: 'The key lacks a scope',
    meaning: '`scope` is the required scope. The scopes of a key are fixed at creation: create another key.',
  },
  'account-disabled': {
    status: 403,
    title: 'The account is disabled',
    meaning: 'An operator of the arena has disabled it, with its keys and its bots. Only they can enable it again.',
  },
  'cross-site-request': {
    status: 403,
    title: 'Writes with a session cookie must come from this site',
    meaning: 'The browser reports that another site made the request. Use an API key outside the dashboard.',
  },
  'not-found': {
    status: 404,
    title: 'There is nothing here',
    meaning: 'The path is unknown, or names something that does not exist or is not yours.',
  },
  'replay-not-available': {
    status: 404,
    title: 'There is no replay of this match',
    meaning:
      'The match is still running, no game was played, the replay of an aborted match was lost, or its retention period is over and the match cannot be played again as it was. `detail` gives the reason.',
  },
  'live-not-available': {
    status: 404,
    title: 'This match cannot be watched here',
    meaning:
      'It is over, its game has not begun within 15 seconds, or the machine that plays it cannot be reached. `detail` says which, ' +
      'and where the replay is.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'The method is not allowed here',
    meaning: '`Allow` lists the allowed methods.',
  },
  'handle-taken': {
    status: 409,
    title: 'The handle is taken',
    meaning: 'Handles are unique across the service. Choose another.',
  },
  'bot-disabled': {
    status: 409,
    title: 'The bot is disabled',
    meaning: 'An operator of the arena has disabled it. It stays paused until they enable it again.',
  },
  'key-limit-reached': {
    status: 409,
    title: 'The account already holds the maximum number of keys',
    meaning: 'An account holds at most 20 unrevoked keys. Revoke one first.',
  },
  'bot-not-paused': {
    status: 409,
    title: 'The bot is not paused',
    meaning: 'Only a paused bot rehearses: an active one may be seated at any moment. Pause it first.',
  },
  'rehearsal-open': {
    status: 409,
    title: 'The account has a rehearsal that has not ended',
    meaning: 'An account has one at a time. `detail` names it and its bot: wait for its end, or call it off.',
  },
  'body-too-large': {
    status: 413,
    title: 'The body is too large',
    meaning: 'No request needs more than a few kilobytes.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The body is not JSON',
    meaning: 'Send `Content-Type: application/json`.',
  },
  'upgrade-required': {
    status: 426,
    title: 'This is a WebSocket',
    meaning: 'The path answers upgrades alone, of the subprotocol that `detail` names.',
  },
  'headers-too-large': {
    status: 431,
    title: 'The headers are too large',
    meaning:
      'Request line and headers are at most 16 KiB together, and at most 500 lines. Nothing of the request was looked at.',
  },
  'deploy-check-failed': {
    status: 422,
    title: 'The bot did not pass the deploy check',
    meaning:
      'The arena could not connect to the bot as it does for a match. A new bot is not registered, and a known one keeps its ' +
      'URL. `report` lists the steps: what was sent, what was received, and how long it took.',
  },
  'range-not-satisfiable': {
    status: 416,
    title: 'The file has no such part',
    meaning: '`Content-Range` gives the length of the file. Ask for a part inside it.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    meaning: 'Wait for the seconds in `Retry-After`; then the request succeeds. Refused requests are not counted.',
  },
  'too-many-streams': {
    status: 429,
    title: 'Too many streams are open',
    meaning:
      'So many running matches may be watched at once from one address. Close one, or wait for the seconds in `Retry-After`: by ' +
      'then one of them has ended.',
  },
  internal: {
    status: 500,
    title: 'Something broke on our side',
    meaning: 'The failure is in the service’s log under `requestId`.',
  },
  'database-unavailable': {
    status: 503,
    title: 'The database cannot be reached',
    meaning: 'Nothing was changed. Try again after the seconds in `Retry-After`. Running matches continue.',
  },
  'replay-storage-unavailable': {
    status: 503,
    title: 'The replay cannot be fetched at the moment',
    meaning:
      'The disk or the bucket in which the arena keeps its replays cannot be read, or the machine that played the match has not ' +
      'stored the replay in the bucket yet. Nothing is lost: try again after the seconds in `Retry-After`.',
  },
  'no-stream-free': {
    status: 503,
    title: 'Too many watch at the moment',
    meaning: 'All streams of running matches are taken. Try again after the seconds in `Retry-After`.',
  },
  'not-ready': {
    status: 503,
    title: 'The arena cannot play or record at the moment',
    meaning: 'Only `GET /ready` gives this answer. `detail` names each part that fails, and the reason.',
  },
  maintenance: {
    status: 503,
    title: 'The arena is under maintenance',
    meaning:
      'Reads are answered, writes are not. Running matches continue. Try again after the seconds in `Retry-After`.',
  },
  draining: {
    status: 503,
    title: 'The service is shutting down',
    meaning: 'Try again after the seconds in `Retry-After`.',
  },
} as const satisfies Readonly<Record<string, ProblemKind>>

export type ProblemCode = keyof typeof PROBLEMS

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEMS, code)
}

/** One place of a request that does not match its schema. */
export const InvalidPlace = z
  .object({
    path: z.string().meta({ description: 'Members and indices joined by dots; empty for the whole.' }),
    message: z.string().meta({ description: 'What is wrong there.' }),
  })
  .meta({
    id: 'InvalidPlace',
    description: 'One place of a request that does not match its schema.',
    examples: [{ path: 'scopes.0', message: 'Invalid option.' }],
  })
export type InvalidPlace = z.infer<typeof InvalidPlace>

export const ProblemBody = z
  .object({
    type: z.string().meta({ format: 'uri-reference', description: 'Where the problem is documented.' }),
    title: z.string().meta({ description: 'The same for every occurrence.' }),
    status: z.int().min(400).max(599).meta({ description: 'The status of the response.' }),
    detail: z.string().meta({ description: 'What happened this time.' }),
    code: z.enum(Object.keys(PROBLEMS).filter(isProblemCode)).meta({ description: 'Stable name of the problem.' }),
    requestId: z.string().meta({ description: 'Names the request in the service’s log.' }),
    errors: z.array(InvalidPlace).optional().meta({ description: 'On `invalid-request`.' }),
    scope: KeyScope.optional().meta({ description: 'On `missing-scope`: the scope that is needed.' }),
    report: DeployReport.optional().meta({ description: 'On `deploy-check-failed`.' }),
  })
  .meta({
    id: 'Problem',
    description: 'An error, as RFC 9457 problem details.',
    examples: [
      {
        type: '/problems/replay-not-available',
        title: PROBLEMS['replay-not-available'].title,
        status: 404,
        detail: 'The match is still running.',
        code: 'replay-not-available',
        requestId: 'req-1f',
      },
    ],
  })
export type ProblemBody = z.infer<typeof ProblemBody>

/** Members that only some problems carry. */
export type ProblemExtra = Pick<ProblemBody, 'errors' | 'scope' | 'report'>

export interface ProblemOptions extends ProblemExtra {
  /** What happened this time, for the caller to read; the title when there is no more to say. */
  readonly detail?: string
  /** Response headers that belong to it, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/**
 * Thrown by domain code, rendered at the edge.
 *
 *   throw new Problem('key-limit-reached', { detail: 'Revoke one of your 20 keys first.' })
 */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly status: number
  readonly detail: string
  readonly extra: ProblemExtra
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ProblemCode, { detail, headers, cause, ...extra }: ProblemOptions = {}) {
    const { status, title } = PROBLEMS[code]
    super(detail ?? title, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = status
    this.detail = detail ?? title
    this.extra = extra
    this.headers = headers ?? {}
  }
}

/** The body to answer with. */
export function problemBody({ code, detail, extra }: Problem, requestId: string): ProblemBody {
  const { status, title } = PROBLEMS[code]
  return { type: `/problems/${code}`, title, status, detail, code, requestId, ...extra }
}

/** The problem that a failed parse of a request is: `invalid-request` with every place that is wrong. */
export function invalidRequest(error: z.core.$ZodError, part: 'body' | 'query' | 'path' = 'body'): Problem {
  const errors = error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }))
  return new Problem('invalid-request', { detail: `The ${part} is not valid.`, errors })
}
