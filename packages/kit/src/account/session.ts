/** Signing in as a person does: a mail with a code, and a session that makes a key. */
import { ArenaClient, ArenaProblem, UnexpectedAnswer } from '@arena/sdk'
import { User } from '@arena/protocol'
import { wordsOf } from '@arena/protocol/words-of'
import { CommandFailure } from '@arena/host/command-line'

const ANSWER_MS = 30_000

export interface Session extends AsyncDisposable {
  readonly user: User
  readonly client: ArenaClient
}

/** A session for the code of a mail; it ends when it is disposed of. */
export async function openSession(arena: string, email: string, code: string, signal: AbortSignal): Promise<Session> {
  // The client hides the cookie, which is all that is wanted here.
  const answer = await fetch(`${arena}/auth/email/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ email, code }),
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
  })
  const body: unknown = await answer.json().catch(() => null)
  const user = User.safeParse(body)
  const [cookie] = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0]!)
  if (!answer.ok || !user.success || cookie === undefined) {
    const { detail } = (body ?? {}) as { detail?: unknown }
    throw new CommandFailure(
      typeof detail === 'string' ? detail : `${arena} answered ${answer.status}: is it an arena?`,
    )
  }
  const client = new ArenaClient({ baseUrl: arena, auth: { cookie }, signal })
  return {
    user: user.data,
    client,
    async [Symbol.asyncDispose]() {
      // One that cannot be ended now ends by itself, and nothing holds its cookie.
      await client.signOut().catch(() => {})
    },
  }
}

/** What an arena refuses, and an arena that is not there, as a sentence of the kit. */
export async function asking<T>(arena: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ArenaProblem) throw new CommandFailure(sentenceOf(error))
    if (error instanceof UnexpectedAnswer) {
      throw new CommandFailure(`${arena} answered ${error.status} with something else than an arena does.`)
    }
    if (error instanceof TypeError) throw new CommandFailure(`${arena} cannot be reached: ${wordsOf(error)}`)
    throw error
  }
}

function sentenceOf({ code, message, scope, errors, retryAfterMs }: ArenaProblem): string {
  const detail = message.replace(`${code}: `, '')
  if (code === 'authentication-required') return `${detail} Sign in with arena-kit login.`
  if (scope !== undefined) return `${detail} The key lacks ${scope}; arena-kit login makes one that has it.`
  const places = errors.map(({ path, message: what }) => `${path}: ${what}`)
  const later = retryAfterMs === undefined ? [] : [`Try again in ${Math.ceil(retryAfterMs / 1000)} s.`]
  return [detail, ...places, ...later].join(' ')
}
