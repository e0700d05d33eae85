/**
 * PostgreSQL itself, embedded and in memory, one for many runs. Statements are prepared once, which makes them four times as fast. Each
 * run begins with the same empty tables: not only without rows, but in new files, so that rows lie in them in the same order.
 */
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite, protocol } from '@electric-sql/pglite'
import { CHANGES_CHANNEL } from '../../../src/db/changes.ts'
import { createDataFolder } from '../../data-folder.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Answer, Done, Engine, Sessions } from './engine.ts'
import { OneSession } from './one-session.ts'
import { TABLES } from './tables.ts'
import { boundTo, messagesOf, read } from './wire.ts'
import type { Received } from './wire.ts'

const SETTINGS = [
  // Otherwise a statement is planned by its values a few times, and then by what those plans cost.
  'set plan_cache_mode = force_generic_plan',
  // They are written by a timer, on the time of the machine that runs the simulation.
  'set track_counts = off',
  // Nobody looks at them.
  'set track_activities = off',
  'set update_process_title = off',
]

/** From text. */
type Parse = (text: string) => unknown

/** To text. */
type Serialize = (value: unknown) => string

interface Statement {
  readonly name: string
  readonly parameters: readonly Serialize[]
  readonly columns: readonly { readonly name: string; readonly parse: Parse }[]
}

export class EmbeddedEngine implements Engine {
  readonly #pglite: PGlite
  readonly #statements = new Map<string, Statement>()
  #tables = ''

  private constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  /** `setUp` are statements that follow the migrations. */
  static async open(setUp: readonly string[] = []): Promise<EmbeddedEngine> {
    const folder = await createDataFolder('arena-simulation-')
    try {
      const onDisk = await PGlite.create(join(folder, 'database'))
      const copy = await onDisk.dumpDataDir('none')
      await onDisk.close()
      const engine = new EmbeddedEngine(await PGlite.create({ loadDataDir: copy }))
      await engine.#open(setUp)
      return engine
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  async close(): Promise<void> {
    await this.#pglite.close()
  }

  async sessions(kernel: Kernel, done: Done): Promise<Sessions> {
    await this.#reset()
    return new OneSession(kernel, this.query.bind(this), done)
  }

  /** As it was after `open`. */
  async #reset(): Promise<void> {
    // A transaction may have been open when the last run ended.
    await this.query('rollback')
    await this.query(`truncate ${this.#tables} restart identity`)
    // Until then the files that were replaced stay: a hundred and more for each run.
    await this.query('checkpoint')
  }

  async query(text: string, values: readonly unknown[] = []): Promise<Answer> {
    const statement = this.#statements.get(text) ?? (await this.#prepare(text))
    const bound = values.map((value, at) =>
      value === null || value === undefined ? null : statement.parameters[at]!(value),
    )
    const message = boundTo(statement.name, bound)
    const bytes = await this.#send(message)
    const received = read(bytes)
    if (received.error !== null) throw await this.#inStep(received.error)
    return answerOf(statement, received, Buffer.concat([message, bytes]))
  }

  async #open(setUp: readonly string[]): Promise<void> {
    for (const each of [...SETTINGS, `listen ${CHANGES_CHANNEL}`, ...setUp]) await this.#pglite.exec(each)
    const { rows } = await this.#pglite.query<{ name: string }>(TABLES)
    this.#tables = rows.map(({ name }) => name).join(', ')
  }

  async #prepare(text: string): Promise<Statement> {
    // The same in every database, whatever was prepared before it.
    const name = createHash('sha256').update(text).digest('hex').slice(0, 16)
    const { parse, describe, sync } = protocol.serialize
    const received = await this.#send(Buffer.concat([parse({ name, text }), describe({ type: 'S', name }), sync()]))
    const { error } = read(received)
    if (error !== null) throw await this.#inStep(error)
    const { parsers, serializers } = this.#pglite
    let [parameters, columns]: [Statement['parameters'], Statement['columns']] = [[], []]
    for (const message of messagesOf(received)) {
      if (message instanceof protocol.messages.ParameterDescriptionMessage)
        parameters = message.dataTypeIDs.map((type) => serializers[type] ?? String)
      if (message instanceof protocol.messages.RowDescriptionMessage)
        columns = message.fields.map(({ name: column, dataTypeID }) => ({
          name: column,
          parse: parsers[dataTypeID] ?? ((value) => value),
        }))
    }
    const statement = { name, parameters, columns }
    this.#statements.set(text, statement)
    return statement
  }

  async #send(message: Uint8Array): Promise<Buffer> {
    const parts: Buffer[] = []
    await this.#pglite.execProtocolRawStream(message, {
      syncToFs: false,
      // The memory of the database, which it writes over.
      onRawData: (bytes) => parts.push(Buffer.from(bytes)),
    })
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
  }

  /** What follows an error is answered once the two are in step again. */
  async #inStep(error: Error): Promise<Error> {
    await this.#send(protocol.serialize.sync())
    return error
  }
}

function answerOf({ columns }: Statement, { rows: texts, tag, notifications }: Received, exchange: Uint8Array): Answer {
  const rows = texts.map((values) => {
    const row: Record<string, unknown> = {}
    for (let at = 0; at < columns.length; at++) {
      const text = values[at]!
      const { name, parse } = columns[at]!
      row[name] = text === null ? null : parse(text)
    }
    return row
  })
  // "INSERT 0 1", "UPDATE 2", "BEGIN".
  const words = tag.split(' ')
  return {
    command: words[0]!,
    rowCount: Number(words.at(-1)) || 0,
    rows,
    exchange,
    changes: [...new Set(notifications)],
  }
}
