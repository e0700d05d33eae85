/** What services of this process ask their embedded databases, statement by statement. */
import { PGlite } from '@electric-sql/pglite'
import { vi } from 'vitest'

interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** Everything that is asked from now on, until `stop`, which returns it. */
export function recordStatements(): { readonly stop: () => Statement[] } {
  const spy = vi.spyOn(PGlite.prototype, 'query')
  return {
    stop: () => {
      const asked = spy.mock.calls.map(([sql, parameters = []]) => ({ sql, parameters }))
      spy.mockRestore()
      return asked
    },
  }
}
