/**
 * The results of earlier credential look-ups, so that a repeated refusal needs no database query. It never admits a
 * caller: valid credentials are looked up each time, and revoking a key takes effect at once.
 *
 * Invalid credentials never become valid, so they are refused from memory: the service generates secrets and ids, so a
 * caller cannot present one before it exists, and revoked or expired ones stay invalid. For valid credentials the
 * memory holds the account, to check its limit, and the public key, which never changes for an id.
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
