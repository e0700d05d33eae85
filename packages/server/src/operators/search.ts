/** Parts of names and addresses, as an operator types them. */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Whether a column holds a text, in upper or lower case. `%` and `_` stand for themselves. */
export function containing(column: string, text: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} ilike ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`
}
