/**
 * The way to the arena's data. A PostgreSQL server is asked itself. The embedded database belongs to the arena while that runs, so
 * the arena is asked, through its socket; while it does not run, the database is opened here, under the same lock.
 */
import { createWriteStream, existsSync } from 'node:fs'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { CommandFailure } from '@arena/host/command-line'
import type { z } from 'zod'
import type { DataPlace } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import type { DatabasePlace } from '../db/database.ts'
import { writeDump } from '../db/dump-file.ts'
import { FolderInUseError } from '../db/folder-lock.ts'
import { schemaOf } from '../db/migrate.ts'
import { folderIn, refuseMoved } from '../db/moved.ts'
import { MIGRATIONS } from '../db/migrations/index.ts'
import { MIGRATION_PATIENCE } from '../db/postgres.ts'
import type { Patience } from '../db/postgres.ts'
import type { Database } from '../db/schema.ts'
import { Operator } from '../operators/operator.ts'
import type { Row } from '../operators/outcome.ts'
import { Act as ActSchema, Read as ReadSchema } from '../operators/requests.ts'
import type { Act, Read, Reason } from '../operators/requests.ts'
import { socketPath } from '../operators/socket-path.ts'

/** A dump waits for the disk between two queries of its transaction. */
export const TOOL_PATIENCE: Patience = { ...MIGRATION_PATIENCE, idleInTransactionMs: 600_000 }

export interface Link {
  read(read: Read): Promise<Row[]>
  /** What an act would give. */
  preview(act: Act): Promise<Row>
  act(act: Act, reason: Reason): Promise<Row>
  /** Writes what the database holds to a file that is not there yet. */
  backUp(path: string, reason: Reason): Promise<void>
  close(): Promise<void>
}

export async function openLink(place: DataPlace): Promise<Link> {
  const { databaseUrl, dataDir } = place
  if (databaseUrl !== null) {
    // Without the folder: it may be locked by an arena, or be on another machine.
    return new DatabaseLink(await openOfVersion({ databaseUrl, dataDir: null }))
  }
  const path = socketPath(dataDir)
  if (path !== null && (await isListening(path))) return new SocketLink(path)
  try {
    return new DatabaseLink(await openOfVersion({ databaseUrl, dataDir }))
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    throw new CommandFailure(
      `The arena of ${dataDir} runs, but does not listen on its socket for operators. It is starting or stopping: try again. ` +
        'Or its folder is too deep for a socket: stop the arena first.',
    )
  }
}

/**
 * The database of an arena, which holds the lock of the data folder where one is given. It is never migrated on the way: machines of
 * another version may be using it.
 */
export async function openOfVersion(place: DatabasePlace): Promise<Database> {
  if (place.databaseUrl === null) {
    refuseMoved(place.dataDir)
    // To open one would make it.
    if (!existsSync(folderIn(place.dataDir)))
      throw new CommandFailure(`There is no arena in ${place.dataDir} (ARENA_DATA_DIR).`)
  }
  const db = await openDatabase({ ...place, patience: TOOL_PATIENCE, isAsItIs: true })
  const schema = await schemaOf(db)
  if (schema === MIGRATIONS.length) return db
  await db.destroy()
  if (schema === 0) throw new CommandFailure('The database is empty: no arena has used it yet.')
  throw new CommandFailure(
    `The database is at schema ${schema}, this version of arena-admin knows ${MIGRATIONS.length}. Use the one of the arena's version.`,
  )
}

/** The same words for what is no request, whichever way it takes. */
function accepted<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [{ path, message }] = result.error.issues as [z.core.$ZodIssue]
  throw new CommandFailure(`${path.join('.')}: ${message.replace(/\.$/, '')}.`)
}

class DatabaseLink implements Link {
  readonly #db: Database
  readonly #operator: Operator

  constructor(db: Database) {
    this.#db = db
    this.#operator = new Operator(db)
  }

  async read(read: Read): Promise<Row[]> {
    return this.#operator.read(accepted(ReadSchema, read))
  }

  async preview(act: Act): Promise<Row> {
    return this.#operator.preview(accepted(ActSchema, act))
  }

  async act(act: Act, reason: Reason): Promise<Row> {
    return this.#operator.act(accepted(ActSchema, act), reason)
  }

  async backUp(path: string, reason: Reason): Promise<void> {
    await writeDump(this.#db, path)
    await this.#operator.note({ act: 'backup', subject: null, facts: {} }, reason)
  }

  close(): Promise<void> {
    return this.#db.destroy()
  }
}

class SocketLink implements Link {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  async read(read: Read): Promise<Row[]> {
    const { rows } = await this.#ask<{ rows: Row[] }>('/read', { read: accepted(ReadSchema, read) })
    return rows
  }

  async preview(act: Act): Promise<Row> {
    const { row } = await this.#ask<{ row: Row }>('/preview', { act: accepted(ActSchema, act) })
    return row
  }

  async act(act: Act, reason: Reason): Promise<Row> {
    const { row } = await this.#ask<{ row: Row }>('/act', { act: accepted(ActSchema, act), reason })
    return row
  }

  async backUp(path: string, reason: Reason): Promise<void> {
    const answer = await post(this.#path, '/backup', { reason })
    if (answer.statusCode !== 200) throw await failureOf(answer)
    await pipeline(answer, createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }))
  }

  async close(): Promise<void> {}

  async #ask<Answer>(at: string, body: object): Promise<Answer> {
    const answer = await post(this.#path, at, body)
    if (answer.statusCode !== 200) throw await failureOf(answer)
    // The other end is the arena of this folder: what it answers is its own.
    return JSON.parse(await textOf(answer)) as Answer
  }
}

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    request({ socketPath: path, path: '/', method: 'GET', agent: false })
      .once('response', (answer) => {
        answer.resume()
        resolve(true)
      })
      .once('error', (error: NodeJS.ErrnoException) => {
        const { code } = error
        if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ENOTDIR') resolve(false)
        else if (code === 'EACCES')
          reject(new CommandFailure(`${path} is another user's: run this as the user of the arena.`))
        else reject(error)
      })
      .end()
  })
}

function post(socket: string, path: string, body: object): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ socketPath: socket, path, method: 'POST', agent: false, headers: { 'content-type': 'application/json' } })
      .once('response', resolve)
      .once('error', (error) => reject(new CommandFailure(`The arena broke the connection off: ${error.message}`)))
      .end(JSON.stringify(body))
  })
}

async function failureOf(answer: IncomingMessage): Promise<CommandFailure> {
  const { error } = JSON.parse(await textOf(answer)) as { error: string }
  return new CommandFailure(error)
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
