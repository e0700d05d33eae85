/**
 * A PostgreSQL server behind Kysely's dialect, over connections that may end, be reset or stop answering at any moment,
 * also inside a transaction. Every wait has a limit. A connection that failed, or whose answer did not arrive, is never
 * used again, because its last query may still be running.
 */
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { PostgresDialect } from 'kysely'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { DatabaseError, Pool } from 'pg'
import type { PoolClient } from 'pg'

/** How long each wait may take, in milliseconds. The first four are the server's to keep. */
export interface Patience {
  /** For the next query of a transaction. */
  readonly idleInTransactionMs: number
  /** For a lock that another transaction holds. */
  readonly lockMs: number
  readonly statementMs: number
  /** For the answer to a query. */
  readonly queryMs: number
  /** For a connection, a new one or one that others use. */
  readonly connectMs: number
}

/**
 * The order matters. A process that froze in a transaction loses its locks before the processes that wait for them give
 * up; and once a query has had no answer for `queryMs`, its transaction is over on the server, however it ended there.
 */
export const PATIENCE: Patience = {
  idleInTransactionMs: 5_000,
  lockMs: 8_000,
  statementMs: 10_000,
  queryMs: 15_000,
  connectMs: 10_000,
}

/** For migrations, which may rewrite tables, and wait for another arena that does; for a table they wait less (see `migrate.ts`). */
export const MIGRATION_PATIENCE: Patience = {
  ...PATIENCE,
  lockMs: 600_000,
  statementMs: 600_000,
  queryMs: 610_000,
}

/** From when on the system asks a peer that says nothing whether it is there: ours, and the server's. */
const KEEP_ALIVE_MS = 10_000
const SERVER_KEEPS_ALIVE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'
/** How long connections have to say goodbye. */
const GOODBYE_MS = 2_000

export function postgresDialect(databaseUrl: string, patience: Patience): PostgresDialect {
  return new PostgresDialect({ pool: async () => new Connections(databaseUrl, patience) })
}

class Connections implements PostgresPool {
  readonly #pool: Pool
  readonly #sockets = new Set<Socket>()

  constructor(databaseUrl: string, patience: Patience) {
    this.#pool = new Pool({
      connectionString: databaseUrl,
      application_name: 'arena',
      connectionTimeoutMillis: patience.connectMs,
      idle_in_transaction_session_timeout: patience.idleInTransactionMs,
      lock_timeout: patience.lockMs,
      statement_timeout: patience.statementMs,
      query_timeout: patience.queryMs,
      options: SERVER_KEEPS_ALIVE,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      stream: () => this.#socket(),
    })
    // Unheard, each of these events would end the process. The user of the connection learns of it by its queries.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  async connect(): Promise<PostgresPoolClient> {
    return new Connection(await this.#pool.connect())
  }

  async end(): Promise<void> {
    await Promise.race([this.#closed(), sleep(GOODBYE_MS, undefined, { ref: false })])
    // A server that has gone silent says no goodbye.
    for (const socket of this.#sockets) socket.destroy()
  }

  async #closed(): Promise<void> {
    await this.#pool.end()
    await Promise.all([...this.#sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve))))
  }

  #socket(): Socket {
    const socket = new Socket()
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    return socket
  }
}

/** A connection while a caller uses it. */
class Connection implements PostgresPoolClient {
  readonly #client: PoolClient
  #fault: Error | null = null
  readonly #fail = (error: Error): void => void (this.#fault ??= error)

  constructor(client: PoolClient) {
    this.#client = client
    client.on('error', this.#fail)
  }

  // The other overload is for cursors, and those come only to a dialect that was given a cursor class.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  readonly query = this.#query.bind(this) as PostgresPoolClient['query']

  release(): void {
    this.#client.off('error', this.#fail)
    // A transaction that could not be begun or ended is on nobody else's connection.
    const isUsable = this.#fault === null && this.#client.getTransactionStatus() === 'I'
    this.#client.release(!isUsable)
  }

  async #query(sql: string, parameters: readonly unknown[]) {
    // Not even a rollback: it would wait behind the query that has no answer.
    if (this.#fault !== null) throw this.#fault
    try {
      const { command, rowCount, rows } = await this.#client.query(sql, [...parameters])
      return { command, rowCount: rowCount ?? 0, rows }
    } catch (error) {
      // A refusal of the server itself leaves the connection as it was.
      if (error instanceof Error && !(error instanceof DatabaseError)) this.#fail(error)
      throw this.#fault ?? error
    }
  }
}
