/** Requests to the service in the name of the account. What goes wrong is an ordinary answer, in words for the page. */
import type { ACCOUNT_HEADER, Bot, DEPLOY_EVENTS_TYPE, DeployEvent, DeployStep, ProblemBody } from '@arena/protocol'
import { linesOf } from './lines.ts'

export interface Failure {
  /** The code of the problem; null where no answer of the service came. */
  readonly code: ProblemBody['code'] | null
  readonly detail: string
  /** What is wrong with each field, by its name. */
  readonly fields: Readonly<Record<string, string>>
}

export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

const EVENTS = 'application/x-ndjson' satisfies typeof DEPLOY_EVENTS_TYPE
const ACCOUNT = 'x-arena-account' satisfies typeof ACCOUNT_HEADER
const NO_ANSWER = 'The arena does not answer. Look at your connection, and try again.'
const CUT_OFF =
  'The connection was lost before the deploy check was over. Reload the page to see whether the bot passed.'

/** `userId` is the account that it is for: the service refuses it where the browser is signed in to another by now. */
export async function ask<T>(method: Method, path: string, body?: unknown, userId?: string): Promise<Answer<T>> {
  try {
    const response = await send(method, path, 'application/json', body, userId)
    return response.ok ? { ok: true, value: (await response.json()) as T } : refused(await response.json())
  } catch {
    return noAnswer(NO_ANSWER)
  }
}

/** A request that runs the deploy check. `onStep` learns of each step when it has been taken. */
export async function askWithSteps(
  method: Method,
  path: string,
  body: unknown,
  onStep: (step: DeployStep) => void,
  userId?: string,
): Promise<Answer<Bot>> {
  let hasBegun = false
  try {
    const response = await send(method, path, EVENTS, body, userId)
    if (!response.ok) return refused(await response.json())
    for await (const line of linesOf(response.body!)) {
      hasBegun = true
      const event = JSON.parse(line) as DeployEvent
      if ('step' in event) onStep(event.step)
      else return 'bot' in event ? { ok: true, value: event.bot } : refused(event.problem)
    }
  } catch {
    // Told below.
  }
  return noAnswer(hasBegun ? CUT_OFF : NO_ANSWER)
}

function send(method: Method, path: string, accept: string, body: unknown, userId?: string): Promise<Response> {
  return fetch(path, {
    method,
    headers: {
      accept,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(userId !== undefined && { [ACCOUNT]: userId }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

function noAnswer(detail: string): Answer<never> {
  return { ok: false, failure: { code: null, detail, fields: {} } }
}

/** An answer of a proxy in the place of the service may hold anything. */
function refused(body: unknown): Answer<never> {
  const { code = null, title, detail = NO_ANSWER, errors = [] } = (body ?? {}) as Partial<ProblemBody>
  const words = code === 'deploy-check-failed' ? `${title}. ${detail}` : detail
  return { ok: false, failure: { code, detail: words, fields: fieldsOf(errors) } }
}

/** The first thing that is wrong with each field: `scopes.0` belongs to `scopes`. */
export function fieldsOf(errors: readonly { readonly path: string; readonly message: string }[]): Failure['fields'] {
  const fields: Record<string, string> = {}
  for (const { path, message } of errors) fields[path.split('.', 1)[0]!] ??= message
  return fields
}
