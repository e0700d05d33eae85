/**
 * Seals a text with a secret, so that the database may keep it: AES-256-GCM, with a key that scrypt derives from the secret and a
 * salt of its own. `label` says what the text is; sealed under one label it cannot be opened under another.
 */
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'

const VERSION = 'v1'
const ALGORITHM = 'aes-256-gcm'
const [KEY_BYTES, SALT_BYTES, NONCE_BYTES] = [32, 16, 12]

export class SealError extends Error {
  override readonly name = 'SealError'
}

export function seal(text: string, secret: string, label: string): string {
  const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)]
  const cipher = createCipheriv(ALGORITHM, scryptSync(secret, salt, KEY_BYTES), nonce).setAAD(Buffer.from(label))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [VERSION, ...[salt, nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.')
}

/** @throws {SealError} where secret or label is another, or the text was changed */
export function unseal(sealed: string, secret: string, label: string): string {
  const [version, ...parts] = sealed.split('.')
  const [salt, nonce, tag, bytes] = parts.map((part) => Buffer.from(part, 'base64url'))
  if (version !== VERSION || salt === undefined || nonce === undefined || tag === undefined || bytes === undefined) {
    throw new SealError('It is not sealed as this version seals')
  }
  try {
    const decipher = createDecipheriv(ALGORITHM, scryptSync(secret, salt, KEY_BYTES), nonce, { authTagLength: 16 })
    decipher.setAAD(Buffer.from(label)).setAuthTag(tag)
    return Buffer.concat([decipher.update(bytes), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new SealError('It was sealed with another secret, or changed since', { cause })
  }
}
