/**
 * The results of earlier credential look-ups, so that a repeated refusal needs no database query. It never admits a
 * caller: valid credentials are looked up each time, and revoking a key takes effect at once.
 *
 * Invalid credentials are refused from memory: the service generates secrets and ids, so a caller cannot present one
 * before it exists, and revoked or expired ones stay invalid. Only bearer keys that an operator imports were made
 * elsewhere and may have been tried here, so a refusal holds until machines are notified of an operator's act, which is
 * seldom. For valid credentials the memory holds the account, to check its limit, and the public key, which never
 * changes for an id.
 */
import { createHash } from 'node:crypto'

export interface Held {
  readonly userId: string
  /** The public key of a signature key; null for others. */
  readonly publicKey: string | null
}

export interface Credential {
  readonly kind: 'bearer' | 'session' | 'signature'
  /** The secret, or the id of the signature key. */
  readonly value: string
}

/** Does not hold, as of this revision. */
interface Refusal {
  readonly revision: number
}

const MAX_REMEMBERED = 10_000

export class CredentialMemory {
  /** The revision of what operators did. While it is unknown (null), no refusal is remembered. */
  readonly #revision: () => number | null
  /** By fingerprint; whatever was last used is last. */
  readonly #known = new Map<string, Held | Refusal>()

  constructor(revision: () => number | null) {
    this.#revision = revision
  }

  /** Null: does not hold. Undefined: not known. */
  recall(credential: Credential): Held | null | undefined {
    const fingerprint = fingerprintOf(credential)
    const known = this.#known.get(fingerprint)
    if (known === undefined) return undefined
    if ('revision' in known && known.revision !== this.#revision()) return undefined
    this.#keep(fingerprint, known)
    return 'revision' in known ? null : known
  }

  /** What `lookUp` finds, which is remembered. */
  async through<Found extends Held>(
    credential: Credential,
    lookUp: () => Promise<Found | null>,
  ): Promise<Found | null> {
    // The revision is read first: what is done meanwhile may be in what is found or not.
    const revision = this.#revision()
    const found = await lookUp()
    const fingerprint = fingerprintOf(credential)
    if (found !== null) this.#keep(fingerprint, found)
    else if (revision !== null) this.#keep(fingerprint, { revision })
    else this.#known.delete(fingerprint)
    if (this.#known.size > MAX_REMEMBERED) this.#known.delete(this.#known.keys().next().value!)
    return found
  }

  #keep(fingerprint: string, known: Held | Refusal): void {
    this.#known.delete(fingerprint)
    this.#known.set(fingerprint, known)
  }
}

/** No secret stays in memory, and none is longer than any other. */
function fingerprintOf({ kind, value }: Credential): string {
  return createHash('sha256').update(`${kind} ${value}`).digest('base64')
}
