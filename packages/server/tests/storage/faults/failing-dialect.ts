/** A database of Kysely's whose connection fails at a chosen query. */
import { CompiledQuery } from 'kysely'
import type { DatabaseConnection, Dialect, Driver, QueryResult, TransactionSettings } from 'kysely'

/**
 * `refused`: the query fails, and the connection is as before. `before` and `after`: the connection is lost before the
 * query was done, or after it, with its answer; nothing more is done over it, not even a rollback.
 */
export const QUERY_FAULTS = ['refused', 'before', 'after'] as const
export type QueryFault = (typeof QUERY_FAULTS)[number]

export class Faults {
  /** Queries since `arm`. */
  queries = 0
  #at = Number.POSITIVE_INFINITY
  #fault: QueryFault = 'refused'
  #isArmed = false

  /** Names the query that fails, and how, once this is armed; none where none is named. */
  plan(at = Number.POSITIVE_INFINITY, fault: QueryFault = 'refused'): void {
    this.#at = at
    this.#fault = fault
  }

  arm(): void {
    this.queries = 0
    this.#isArmed = true
  }

  disarm(): void {
    this.#isArmed = false
  }

  next(): QueryFault | null {
    return this.#isArmed && ++this.queries === this.#at ? this.#fault : null
  }
}

export function failing(dialect: Dialect, faults: Faults): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => new FailingDriver(dialect.createDriver(), faults),
  }
}

class FailingDriver implements Driver {
  readonly #driver: Driver
  readonly #faults: Faults

  constructor(driver: Driver, faults: Faults) {
    this.#driver = driver
    this.#faults = faults
  }

  init(): Promise<void> {
    return this.#driver.init()
  }

  async acquireConnection(): Promise<FailingConnection> {
    return new FailingConnection(await this.#driver.acquireConnection(), this.#faults)
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return this.#driver.beginTransaction(connection, settings)
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#driver.commitTransaction(connection)
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#driver.rollbackTransaction(connection)
  }

  releaseConnection(connection: FailingConnection): Promise<void> {
    return this.#driver.releaseConnection(connection.whole)
  }

  destroy(): Promise<void> {
    return this.#driver.destroy()
  }
}

class FailingConnection implements DatabaseConnection {
  readonly whole: DatabaseConnection
  readonly #faults: Faults
  #isLost = false

  constructor(whole: DatabaseConnection, faults: Faults) {
    this.whole = whole
    this.#faults = faults
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isLost) throw new Error('The connection is lost')
    const fault = this.#faults.next()
    if (fault === null) return this.whole.executeQuery<Row>(query)
    if (fault === 'after') await this.whole.executeQuery(query)
    this.#isLost = fault !== 'refused'
    throw new Error(`The query failed (${fault}): ${query.sql}`)
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Nothing here streams')
  }
}
