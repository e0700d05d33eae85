/**
 * PostgreSQL itself, embedded and in memory, one for many runs. Statements are prepared once, which makes them four times as fast. Each
 * run begins with the same empty tables: not only without rows, but in new files, so that rows lie in them in the same order.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite, protocol } from '@electric-sql/pglite'
import { CHANGES_CHANNEL } from '../../src/db/changes.ts'
import { createDataFolder } from '../data-folder.ts'

const { serialize } = protocol

const SETTINGS = [
  // Otherwise a statement is planned by its values a few times, and then by what those plans cost.
  'set plan_cache_mode = force_generic_plan',
  // They are written by a timer, on the time of the machine that runs the simulation.
  'set track_counts = off',
]

export interface Answer {
  readonly command: string
  readonly rowCount: number
  readonly rows: Record<string, unknown>[]
  /** What it announced on the channel of changes. */
  readonly changes: readonly string[]
}

interface Statement {
  readonly name: string
  readonly parameters: readonly number[]
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
}

type Messages = Awaited<ReturnType<PGlite['execProtocol']>>['messages']

export class Engine {
  readonly #pglite: PGlite
  readonly #statements = new Map<string, Statement>()
  #tables = ''

  private constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  /** `setUp` are statements that follow the migrations. */
  static async open(setUp: readonly string[] = []): Promise<Engine> {
    const folder = await createDataFolder('arena-simulation-')
    try {
      const onDisk = await PGlite.create(join(folder, 'database'))
      const copy = await onDisk.dumpDataDir('none')
      await onDisk.close()
      const engine = new Engine(await PGlite.create({ loadDataDir: copy }))
      await engine.#open(setUp)
      return engine
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  async close(): Promise<void> {
    await this.#pglite.close()
  }

  /** As it was after `open`. */
  async reset(): Promise<void> {
    // Of a transaction that was open when the last run ended.
    await this.query('rollback')
    await this.query(`truncate ${this.#tables} restart identity`)
  }

  async query(text: string, values: readonly unknown[] = []): Promise<Answer> {
    const statement = this.#statements.get(text) ?? (await this.#prepare(text))
    const bound = values.map((value, at) => {
      if (value === null || value === undefined) return null
      // oxlint-disable-next-line typescript/no-base-to-string -- numbers and truth values
      return this.#pglite.serializers[statement.parameters[at]!]?.(value) ?? String(value)
    })
    const messages = await this.#send(
      serialize.bind({ statement: statement.name, values: bound }),
      serialize.execute({}),
    )
    return this.#read(statement, messages)
  }

  async #open(setUp: readonly string[]): Promise<void> {
    for (const each of [...SETTINGS, `listen ${CHANGES_CHANNEL}`, ...setUp]) await this.#pglite.exec(each)
    const { rows } = await this.#pglite.query<{ name: string }>(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
         where schemaname in ('public', 'witness') and tablename not in ('migrations', 'operator_acts') order by 1`,
    )
    this.#tables = rows.map(({ name }) => name).join(', ')
  }

  async #prepare(text: string): Promise<Statement> {
    const name = `s${this.#statements.size}`
    const messages = await this.#send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }))
    let [parameters, fields]: [Statement['parameters'], Statement['fields']] = [[], []]
    for (const message of messages) {
      if (message.name === 'parameterDescription')
        parameters = (message as unknown as { dataTypeIDs: number[] }).dataTypeIDs
      if (message.name === 'rowDescription') fields = (message as unknown as Statement).fields
    }
    const statement = { name, parameters, fields }
    this.#statements.set(text, statement)
    return statement
  }

  async #send(...parts: readonly Uint8Array[]): Promise<Messages> {
    try {
      const { messages } = await this.#pglite.execProtocol(Buffer.concat([...parts, serialize.sync()]))
      return messages
    } catch (error) {
      // What follows an error is answered once the two are in step again.
      await this.#pglite.execProtocol(serialize.sync())
      throw error
    }
  }

  #read({ fields }: Statement, messages: Messages): Answer {
    const rows: Record<string, unknown>[] = []
    const changes = new Set<string>()
    let tag = ''
    for (const message of messages) {
      if (message.name === 'dataRow') {
        const row: Record<string, unknown> = {}
        for (const [at, text] of (message as unknown as { fields: (string | null)[] }).fields.entries()) {
          const { name, dataTypeID } = fields[at]!
          row[name] = text === null ? null : (this.#pglite.parsers[dataTypeID]?.(text) ?? text)
        }
        rows.push(row)
      } else if (message.name === 'commandComplete') tag = (message as unknown as { text: string }).text
      else if (message.name === 'notification') changes.add((message as unknown as { payload: string }).payload)
    }
    const [command = ''] = tag.split(' ', 1)
    return { command, rowCount: Number(/\d+$/.exec(tag)?.[0] ?? 0), rows, changes: [...changes] }
  }
}
