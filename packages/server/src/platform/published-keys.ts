/** The public keys that bots may believe, as `/.well-known/arena.json` says them. In a rotation they change under a running machine. */
import type { PlatformKey } from '@arena/protocol'
import type { Database } from '../db/schema.ts'
import type { LoadedKeys } from './key-ring.ts'

/** How long what was read is believed. */
const KNOWN_MS = 10_000

export class PublishedKeys {
  readonly #db: Database | null
  readonly #own: readonly string[]
  #document: PlatformKey
  #readAt = -Infinity

  constructor(db: Database, { current, others, source }: LoadedKeys) {
    // Keys of the environment sign, whatever the database still has of a time before them.
    this.#db = source === 'environment' ? null : db
    this.#own = [current, ...others].map(({ publicKey }) => publicKey)
    this.#document = documentOf(this.#own)
  }

  /** A database that is away leaves what was read last. */
  async document(): Promise<PlatformKey> {
    if (this.#db === null) return this.#document
    const now = performance.now()
    if (now - this.#readAt < KNOWN_MS) return this.#document
    this.#readAt = now
    const rows = await this.#db
      .selectFrom('platform_keys')
      .select(['public_key', 'state'])
      .execute()
      .catch(() => [])
    const current = rows.find(({ state }) => state === 'current')?.public_key
    // Keys of a data folder may not be there, and all that were taken from there may have been retired since.
    if (current === undefined || !rows.some(({ public_key: key }) => this.#own.includes(key))) return this.#document
    const keys = [current, ...rows.map(({ public_key: key }) => key).filter((key) => key !== current)]
    return (this.#document = documentOf(keys))
  }
}

/** The first signs. One alone needs no list. */
function documentOf(keys: readonly string[]): PlatformKey {
  return { publicKey: keys[0]!, ...(keys.length > 1 && { publicKeys: [...keys] }) }
}
