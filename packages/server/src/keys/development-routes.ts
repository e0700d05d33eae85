/**
 * `POST /dev/keys`: an account and a bearer key without sign-in, so that a developer can register a bot with two
 * commands. It exists outside production only, and answers only programs on the same machine: neither other hosts nor
 * web pages in a local browser.
 */
import { CreatedKey, CreateKey, DEPLOY_SCOPES, Email, Problem, User } from '@arena/protocol'
import { z } from 'zod'
import type { AccountStore } from '../accounts/store.ts'
import type { KeyStore } from './store.ts'
import type { Config } from '../config.ts'
import type { App } from '../http/app-type.ts'
import { isLocalCaller } from '../http/local-caller.ts'

const [BearerKey] = CreateKey.options
const Body = z.strictObject({ email: Email, name: BearerKey.shape.name.default('development') })
const Answer = CreatedKey.extend({ user: User })

interface Parts {
  readonly accounts: AccountStore
  readonly keys: KeyStore
  readonly config: Pick<Config, 'trustProxy'>
}

export function developmentKeyRoutes(app: App, { accounts, keys, config }: Parts): void {
  app.post('/dev/keys', { schema: { hide: true, body: Body, response: { 200: Answer } } }, async (request, reply) => {
    // Where a proxy is expected, what comes from this machine may come through it.
    if (config.trustProxy.length > 0 || !isLocalCaller(request))
      throw new Problem('not-found', { detail: 'There is nothing at /dev/keys for other hosts.' })
    const { email, name } = request.body
    const user = await withHandle(accounts, await accounts.findOrCreate(email))
    const key = await keys.create(user.id, { kind: 'bearer', name, scopes: DEPLOY_SCOPES })
    if (key === 'key-limit-reached') throw new Problem('key-limit-reached', { detail: 'Use another e-mail address.' })
    return reply.header('cache-control', 'no-store').send({ ...key, user })
  })
}

/** The part of the address before the `@` as handle, where it makes one that is free; else none. */
async function withHandle(accounts: AccountStore, user: User): Promise<User> {
  if (user.name !== '') return user
  const handle = user.email
    .split('@', 1)[0]!
    .replace(/[^a-z0-9_]+/g, '_')
    .slice(0, 32)
  if (handle.length < 2) return user
  const named = await accounts.setHandle(user.id, handle)
  return named === null || named === 'handle-taken' ? user : named
}
