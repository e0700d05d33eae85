/**
 * Receives notifications of changes from PostgreSQL, over a connection of its own. A listening connection does not
 * report that its other end is gone, so it is queried regularly. Without a connection, `Changes` reports that changes
 * are unknown, and nothing is cached.
 */
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { CHANGES_CHANNEL } from './changes.ts'
import type { Changes } from './changes.ts'

const ASK_MS = 2_000
const ANSWER_MS = 2_000
const RETRY_MS = 1_000

export class ChangeListener {
  readonly #changes: Changes
  readonly #databaseUrl: string
  readonly #closing = new AbortController()
  readonly #listening: Promise<void>

  constructor(databaseUrl: string, changes: Changes) {
    this.#databaseUrl = databaseUrl
    this.#changes = changes
    this.#listening = this.#run()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#listening
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await this.#listen(signal).catch(() => {})
      this.#changes.lose()
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }

  /** Until the connection breaks, which rejects, or until the end. */
  async #listen(signal: AbortSignal): Promise<void> {
    const socket = new Socket()
    const client = new Client({
      connectionString: this.#databaseUrl,
      application_name: 'arena changes',
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      stream: () => socket,
    })
    const broken = new Promise<never>((_resolve, reject) => client.on('error', reject))
    broken.catch(() => this.#changes.lose())
    client.on('notification', ({ payload = '' }) => this.#changes.heard(payload))
    try {
      await client.connect()
      await client.query(`listen ${CHANGES_CHANNEL}`)
      this.#changes.follow()
      while (!signal.aborted) {
        await Promise.race([broken, sleep(ASK_MS, undefined, { signal }).catch(() => {})])
        if (!signal.aborted) await client.query('select 1')
      }
    } finally {
      // A server that has gone silent says no goodbye.
      await Promise.race([client.end().catch(() => {}), sleep(ANSWER_MS, undefined, { ref: false })])
      socket.destroy()
    }
  }
}
