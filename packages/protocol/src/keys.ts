/** API keys: their public record, scopes, and the bodies that create and list them. Secrets never appear in records. */
import { z } from 'zod'
import { KeyId } from './ids.ts'
import { NAMES_SHOW, text } from './text.ts'
import { Timestamp } from './timestamp.ts'

export const MAX_KEYS = 20
/** What a bearer secret starts with. */
export const BEARER_PREFIX = 'arn_'

export const KeyScope = z
  .enum(['bots.read', 'bots.write', 'keys.read', 'keys.write', 'account.read', 'account.write'])
  .meta({ id: 'KeyScope', description: 'What a key allows; each endpoint requires one.', examples: ['bots.write'] })
export type KeyScope = z.infer<typeof KeyScope>

/** The scopes offered first for a key that deploys bots. */
export const DEPLOY_SCOPES: readonly KeyScope[] = ['bots.read', 'bots.write']

export const KeyKind = z.enum(['bearer', 'signature']).meta({
  id: 'KeyKind',
  description: '`signature` keys sign each request with Ed25519, `bearer` keys send a secret.',
  examples: ['signature'],
})
export type KeyKind = z.infer<typeof KeyKind>

/** Raw 32 bytes as base64: 43 characters, of which the last carries two unused bits, and one of padding. */
export const PublicKey = z
  .string()
  .regex(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/, { error: 'Not 32 bytes as base64.' })
  .meta({
    id: 'PublicKey',
    description: 'An Ed25519 public key: raw 32 bytes as base64.',
    examples: ['11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='],
  })
export type PublicKey = z.infer<typeof PublicKey>

export const ApiKeyMeta = z
  .object({
    id: KeyId,
    kind: KeyKind,
    name: z.string().meta({ description: 'The name that its owner gives it.' }),
    publicKey: PublicKey.nullable().meta({ description: 'The registered key of `signature` keys, else null.' }),
    scopes: z.array(KeyScope).meta({ description: 'What the key allows.' }),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.nullable().meta({ description: 'Null until it is first used.' }),
    revokedAt: Timestamp.nullable().meta({ description: 'Null while the key is valid.' }),
  })
  .meta({
    id: 'ApiKeyMeta',
    description: 'An API key without its secret.',
    examples: [
      {
        id: 'key_01k9y3wa4ff3st9v6x1r8c2jgm',
        kind: 'signature',
        name: 'laptop',
        publicKey: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
        scopes: ['bots.read', 'bots.write'],
        createdAt: '2026-11-21T11:10:00.000Z',
        lastUsedAt: null,
        revokedAt: null,
      },
    ],
  })
export type ApiKeyMeta = z.infer<typeof ApiKeyMeta>

const keyName = text({ min: 1, max: 64 }).meta({ description: `The name that its owner gives it. ${NAMES_SHOW}` })
const scopes = z.array(KeyScope).min(1, { error: 'At least one scope.' })

const CreateBearerKey = z.strictObject({ kind: z.literal('bearer'), name: keyName, scopes })
const CreateSignatureKey = z.strictObject({
  kind: z.literal('signature'),
  name: keyName,
  publicKey: z.string().min(1).max(2048).meta({
    description:
      'An Ed25519 public key: an OpenSSH public key line, a PEM public key block, or raw 32 bytes as base64.',
  }),
  scopes,
})

export const CreateKey = z.discriminatedUnion('kind', [CreateBearerKey, CreateSignatureKey]).meta({
  id: 'CreateKey',
  description: 'Body of `POST /keys`.',
  examples: [
    { kind: 'bearer', name: 'ci', scopes: ['bots.read', 'bots.write'] },
    {
      kind: 'signature',
      name: 'laptop',
      publicKey: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
      scopes: ['bots.read', 'bots.write'],
    },
  ],
})
export type CreateKey = z.infer<typeof CreateKey>

export const CreatedKey = ApiKeyMeta.extend({
  secret: z.string().optional().meta({ description: 'Bearer keys only: the secret, shown this once.' }),
}).meta({
  id: 'CreatedKey',
  description: 'Answer of `POST /keys`.',
  examples: [
    {
      id: 'key_01k9y3wa4ff3st9v6x1r8c2jgm',
      kind: 'bearer',
      name: 'ci',
      publicKey: null,
      scopes: ['bots.read', 'bots.write'],
      createdAt: '2026-11-21T11:10:00.000Z',
      lastUsedAt: null,
      revokedAt: null,
      secret: 'arn_2nLrSCYyG0b6P1ZqfWm4T9uVhXkD7eJa',
    },
  ],
})
export type CreatedKey = z.infer<typeof CreatedKey>

export const KeyList = z
  .object({ keys: z.array(ApiKeyMeta).meta({ description: 'Newest first, revoked ones included.' }) })
  .meta({
    id: 'KeyList',
    description: 'Answer of `GET /keys`: newest first, revoked ones included.',
    examples: [{ keys: [] }],
  })
export type KeyList = z.infer<typeof KeyList>
