/** The API keys of an account: list, create, revoke (spec: POST /keys, API key). */
import { ApiKeyMeta, CreatedKey, CreateKey, KeyId, KeyList, MAX_KEYS, Problem } from '@arena/protocol'
import { z } from 'zod'
import type { KeyStore } from './store.ts'
import type { App } from '../http/app-type.ts'
import { identityOf, missingScope } from '../http/authentication.ts'
import { parsePublicKey } from './public-key.ts'
import type { NewKey } from './store.ts'

const Params = z.object({ id: KeyId.meta({ description: 'The key, one of the account’s own.' }) })
const tags = ['keys']

interface Parts {
  readonly keys: KeyStore
}

export function keyRoutes(app: App, { keys }: Parts): void {
  app.get(
    '/keys',
    {
      config: { scope: 'keys.read' },
      schema: {
        operationId: 'listKeys',
        summary: 'List API keys',
        description: 'Newest first, revoked ones included.',
        tags,
        response: { 200: KeyList },
      },
    },
    async (request) => ({ keys: await keys.list(identityOf(request).userId) }),
  )
  app.post(
    '/keys',
    {
      config: { scope: 'keys.write', problems: ['key-limit-reached'] },
      schema: {
        operationId: 'createKey',
        summary: 'Create an API key',
        description:
          'The secret of a bearer key is in this answer and nowhere else: only its hash is kept. A key cannot create ' +
          'one with scopes that it lacks itself.',
        tags,
        body: CreateKey,
        response: { 200: CreatedKey },
      },
    },
    async (request) => {
      const { userId, scopes } = identityOf(request)
      const lacking = request.body.scopes.find((scope) => !scopes.has(scope))
      if (lacking !== undefined) {
        throw missingScope(lacking, `A key cannot give the scope ${lacking}, which it does not carry itself.`)
      }
      const key = await keys.create(userId, withRawPublicKey(request.body))
      if (key === 'key-limit-reached') {
        throw new Problem('key-limit-reached', { detail: `Revoke one of your ${MAX_KEYS} keys first.` })
      }
      return key
    },
  )
  app.delete(
    '/keys/:id',
    {
      config: { scope: 'keys.write' },
      schema: {
        operationId: 'revokeKey',
        summary: 'Revoke an API key',
        description: 'Takes effect at once and cannot be undone. Repeating it changes nothing.',
        tags,
        params: Params,
        response: { 200: ApiKeyMeta },
      },
    },
    async (request) => {
      const key = await keys.revoke(identityOf(request).userId, request.params.id)
      if (key === null) throw new Problem('not-found', { detail: 'The account has no such key.' })
      return key
    },
  )
}

function withRawPublicKey(body: CreateKey): NewKey {
  if (body.kind === 'bearer') return body
  const parsed = parsePublicKey(body.publicKey)
  if (parsed.ok) return { ...body, publicKey: parsed.publicKey }
  throw new Problem('invalid-request', {
    detail: 'The body is not valid.',
    errors: [{ path: 'publicKey', message: parsed.message }],
  })
}
