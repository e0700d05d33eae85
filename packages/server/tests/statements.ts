/** What services of this process ask their embedded databases, statement by statement. */
import { PGlite } from '@electric-sql/pglite'
import { vi } from 'vitest'

export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** Everything that is asked from now on; `stop` ends it. */
export function recordStatements(): { readonly asked: readonly Statement[]; readonly stop: () => void } {
  const asked: Statement[] = []
  const ask = PGlite.prototype.query
  const spy = vi.spyOn(PGlite.prototype, 'query').mockImplementation(function (this: PGlite, sql, parameters, options) {
    asked.push({ sql, parameters: parameters ?? [] })
    return ask.call(this, sql, parameters, options)
  } as typeof ask)
  return { asked, stop: () => spy.mockRestore() }
}
