/**
 * What came of credentials that were looked up, so that a repeated refusal costs no database query.
 * It never lets anyone in: what held is looked up anew each time, and revoking a key works at once.
 *
 * What does not hold never will, and is refused from memory: secrets and ids are drawn by the service, so nobody can have
 * presented one before it was there, and what is revoked or expired stays so. Of valid credentials the account is kept, to
 * see whether it may ask at all, and the public key, which belongs to an id for good.
 */
import { createHash } from 'node:crypto'

export interface Held {
  readonly userId: string
  /** Of signature keys. */
  readonly publicKey: string | null
}

export interface Credential {
  readonly kind: 'bearer' | 'session' | 'signature'
  /** The secret, or the id of the signature key. */
  readonly value: string
}

const MAX_REMEMBERED = 10_000

export class CredentialMemory {
  /** By fingerprint; whatever was last used is last. Null: does not hold. */
  readonly #known = new Map<string, Held | null>()

  /** Undefined: not known. */
  recall(credential: Credential): Held | null | undefined {
    const fingerprint = fingerprintOf(credential)
    const held = this.#known.get(fingerprint)
    if (held !== undefined) this.#keep(fingerprint, held)
    return held
  }

  remember(credential: Credential, held: Held | null): void {
    this.#keep(fingerprintOf(credential), held)
    if (this.#known.size > MAX_REMEMBERED) this.#known.delete(this.#known.keys().next().value!)
  }

  #keep(fingerprint: string, held: Held | null): void {
    this.#known.delete(fingerprint)
    this.#known.set(fingerprint, held)
  }
}

/** No secret stays in memory, and none is longer than any other. */
function fingerprintOf({ kind, value }: Credential): string {
  return createHash('sha256').update(`${kind} ${value}`).digest('base64')
}
