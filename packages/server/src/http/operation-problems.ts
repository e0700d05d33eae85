/**
 * Which problems an operation can answer with. What follows from its shape (a body, a query, a scope, ...) is derived;
 * what its own rules add, a route names in `config.problems`. The tests refuse an answer that is not among them.
 */
import type { ProblemCode } from '@arena/protocol'
import type { FastifyContextConfig } from 'fastify'
import { isServedInMaintenance, isServedWhileDraining } from './draining.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Problems that the route's own rules add to those that follow from its shape. */
    problems?: readonly ProblemCode[]
  }
}

export interface OperationShape {
  readonly method: string
  readonly url: string
  readonly config: FastifyContextConfig
  readonly hasParams: boolean
}

export function operationProblems({ method, url, config, hasParams }: OperationShape): ReadonlySet<ProblemCode> {
  // Any URL may be malformed, any head too large, any request may come too often, and anything may break.
  const codes = new Set<ProblemCode>(['invalid-request', 'headers-too-large', 'rate-limited', 'internal'])
  if (!isServedWhileDraining(method, url)) codes.add('draining')
  if (!isServedInMaintenance(method)) codes.add('maintenance')
  const isRead = method === 'GET' || method === 'HEAD'
  if (!isRead) codes.add('body-too-large').add('unsupported-media-type')
  if (hasParams) codes.add('not-found')
  if (config.scope !== undefined) {
    // A signature is over the body, which is therefore read whatever the method.
    codes.add('body-too-large')
    codes.add('authentication-required').add('database-unavailable')
    if (config.sessionOnly !== true) codes.add('missing-scope').add('account-disabled')
    if (!isRead) codes.add('cross-site-request')
  }
  for (const code of config.problems ?? []) codes.add(code)
  return codes
}
