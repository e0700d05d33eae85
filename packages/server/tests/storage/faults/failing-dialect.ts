/** A database of Kysely's whose connection fails at a chosen query. */
import type { CompiledQuery, DatabaseConnection, Dialect, QueryResult } from 'kysely'

/**
 * `refused`: the query fails, and the connection is as before. `before` and `after`: the connection is lost before the
 * query was done, or after it, with its answer; nothing more is done over it, not even a rollback.
 */
export const QUERY_FAULTS = ['refused', 'before', 'after'] as const
export type QueryFault = (typeof QUERY_FAULTS)[number]

export class Faults {
  /** Queries since `plan`. */
  queries = 0
  #at = Number.POSITIVE_INFINITY
  #fault: QueryFault = 'refused'

  /** Names the query from now on that fails, and how; by default none does. */
  plan(at = Number.POSITIVE_INFINITY, fault: QueryFault = 'refused'): void {
    this.queries = 0
    this.#at = at
    this.#fault = fault
  }

  next(): QueryFault | null {
    return ++this.queries === this.#at ? this.#fault : null
  }
}

/** A connection that is lost stays so until it is acquired again. */
export function failing(dialect: Dialect, faults: Faults): Dialect {
  const createDriver = dialect.createDriver.bind(dialect)
  const whole = new WeakMap<DatabaseConnection, DatabaseConnection['executeQuery']>()
  dialect.createDriver = () => {
    const driver = createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    driver.acquireConnection = async () => {
      const connection = await acquire()
      const execute = whole.get(connection) ?? connection.executeQuery.bind(connection)
      whole.set(connection, execute)
      let isLost = false
      connection.executeQuery = async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
        if (isLost) throw new Error('The connection is lost')
        const fault = faults.next()
        if (fault === null) return execute<Row>(query)
        if (fault === 'after') await execute(query)
        isLost = fault !== 'refused'
        throw new Error(`The query failed (${fault}): ${query.sql}`)
      }
      return connection
    }
    return driver
  }
  return dialect
}
