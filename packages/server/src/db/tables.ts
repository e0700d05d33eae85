/**
 * The tables that hold the arena's data, as the database itself describes them: a table of a later migration is among them without
 * being listed here. Unlogged tables hold what a crash may forget, and are left out, as is the list of migrations.
 */
import { sql } from 'kysely'
import type { Database } from './schema.ts'

export interface DataTable {
  readonly name: string
  /** The columns that are stored, and not generated from others. */
  readonly columns: readonly string[]
  /** The column that numbers the rows, if there is one. */
  readonly identity: string | null
}

interface ColumnRow {
  readonly table: string
  readonly column: string
  readonly isIdentity: boolean
}

interface Reference {
  readonly from: string
  readonly to: string
}

/** In an order in which their rows can be inserted: a table comes after those that it refers to. */
export async function dataTables(db: Database): Promise<DataTable[]> {
  const { rows: columns } = await sql<ColumnRow>`
    select class.relname as table, attname as column, attidentity <> '' as "isIdentity"
    from pg_class class join pg_attribute on attrelid = class.oid
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'p'
      and relname <> 'migrations' and attnum > 0 and not attisdropped and attgenerated = ''
    order by class.relname, attnum`.execute(db)
  const { rows: references } = await sql<Reference>`
    select referring.relname as from, referred.relname as to
    from pg_constraint
      join pg_class referring on referring.oid = conrelid
      join pg_class referred on referred.oid = confrelid
    where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(db)
  const tables = new Map<string, ColumnRow[]>()
  for (const row of columns) tables.set(row.table, [...(tables.get(row.table) ?? []), row])
  return inOrder([...tables.keys()], references).map((name) => {
    const own = tables.get(name)!
    return {
      name,
      columns: own.map(({ column }) => column),
      identity: own.find(({ isIdentity }) => isIdentity)?.column ?? null,
    }
  })
}

/** Pure. Throws where tables refer to each other in a circle. */
export function inOrder(names: readonly string[], references: readonly Reference[]): string[] {
  const ordered: string[] = []
  const left = new Set(names)
  while (left.size > 0) {
    const free = [...left].filter((name) =>
      references.every(({ from, to }) => from !== name || to === name || !left.has(to)),
    )
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${[...left].join(', ')}`)
    for (const name of free) left.delete(name)
    ordered.push(...free)
  }
  return ordered
}

/** Whether no table holds a row. */
export async function isEmpty(db: Database): Promise<boolean> {
  for (const { name } of await dataTables(db)) {
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) return false
  }
  return true
}
