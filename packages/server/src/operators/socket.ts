/**
 * The arena's end of the operators' socket: HTTP with one request at a path each, `/read`, `/preview`, `/act` and `/backup`. Who can connect is
 * the arena's own user or root, so there is no further check of who it is; what is sent is checked like everything from outside.
 */
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { writeDump } from '../db/dump-file.ts'
import type { Database } from '../db/schema.ts'
import type { Logger } from '../log.ts'
import { Operator } from './operator.ts'
import { OperatorFailure } from './outcome.ts'
import { Act, Read, Reason } from './requests.ts'
import type { Row } from './outcome.ts'
import { adminFolder, socketPath } from './socket-path.ts'

/** A file of an account with ten thousand bots fits. */
const BODY_LIMIT = 4 * 1024 * 1024
const MOST_CONNECTIONS = 16
const DRAFT = /^backup\./

interface SocketParts {
  readonly dataDir: string
  readonly db: Database
  readonly log: Logger
}

const ReadBody = z.strictObject({ read: Read })
const PreviewBody = z.strictObject({ act: Act })
const ActBody = z.strictObject({ act: Act, reason: Reason })
const BackupBody = z.strictObject({ reason: Reason })

export class OperatorSocket {
  readonly #server: Server
  readonly #folder: string
  readonly #db: Database
  readonly #operator: Operator
  readonly #log: Logger
  readonly #pending = new Set<Promise<void>>()

  private constructor({ dataDir, db, log }: SocketParts) {
    this.#folder = adminFolder(dataDir)
    this.#db = db
    this.#operator = new Operator(db)
    this.#log = log
    this.#server = createServer((request, response) => {
      const work = this.#serve(request, response).finally(() => this.#pending.delete(work))
      this.#pending.add(work)
    })
    this.#server.maxConnections = MOST_CONNECTIONS
  }

  /** Null where there cannot be one. The caller holds the lock of the data folder: a socket that is there is left over. */
  static async open(parts: SocketParts): Promise<OperatorSocket | null> {
    const path = socketPath(parts.dataDir)
    if (path === null) {
      parts.log.warn(
        { dataDir: parts.dataDir },
        'there can be no socket in this data folder, whose path may be too long: arena-admin cannot reach this arena while it runs',
      )
      return null
    }
    await ownFolder(adminFolder(parts.dataDir))
    await rm(path, { force: true })
    const socket = new OperatorSocket(parts)
    await new Promise<void>((resolve, reject) => {
      socket.#server.once('error', reject).listen(path, resolve)
    })
    // The folder decides; this is for whoever looks at the file.
    await chmod(path, 0o600)
    return socket
  }

  /** Acts under way are done to their end, since the database closes next. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    // Also of a reader that has stopped reading.
    this.#server.closeAllConnections()
    await Promise.all(this.#pending)
    await closed
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (request.method !== 'POST') return answer(response, 405, { error: 'Only POST is served here.' })
      const body = await readBody(request)
      switch (request.url) {
        case '/read':
          return answer(response, 200, { rows: await this.#operator.read(ReadBody.parse(body).read) })
        case '/preview':
          return answer(response, 200, { row: await this.#operator.preview(PreviewBody.parse(body).act) })
        case '/act': {
          const { act, reason } = ActBody.parse(body)
          const row = await this.#operator.act(act, reason)
          this.#log.info({ ...reason, act: act.act, subject: row['id'] }, 'an operator acted')
          return answer(response, 200, { row })
        }
        case '/backup':
          return await this.#backUp(BackupBody.parse(body).reason, response)
        default:
          return answer(response, 404, { error: 'There is nothing here.' })
      }
    } catch (error) {
      this.#refuse(error, response)
    }
  }

  /**
   * First into a file: the embedded database has one connection, and a slow reader would keep the arena from it. The file is gone
   * before anything of it is sent, so that none is left behind.
   */
  async #backUp(reason: Reason, response: ServerResponse): Promise<void> {
    const draft = join(this.#folder, `backup.${randomUUID()}`)
    const begun = performance.now()
    try {
      await writeDump(this.#db, draft)
      await this.#operator.note({ act: 'backup', subject: null, facts: {} }, reason)
      const stream = createReadStream(draft)
      await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject))
      await rm(draft)
      this.#log.info({ ...reason, act: 'backup', ms: Math.round(performance.now() - begun) }, 'an operator acted')
      response.writeHead(200, { 'content-type': 'application/gzip' })
      await pipeline(stream, response)
    } finally {
      await rm(draft, { force: true })
    }
  }

  #refuse(error: unknown, response: ServerResponse): void {
    if (response.headersSent) return void response.destroy()
    if (error instanceof OperatorFailure) return answer(response, 422, { error: error.message })
    if (error instanceof z.ZodError) return answer(response, 400, { error: z.prettifyError(error) })
    this.#log.error({ err: error }, 'what an operator asked for failed')
    answer(response, 500, { error: 'It failed for a reason that is in the log of the arena.' })
  }
}

/** Makes the folder, and empties it of what a crash left. One that is a link, or that others may enter, is refused. */
async function ownFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const stats = await lstat(folder)
  const isOwn = stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o077) === 0
  if (!isOwn) throw new Error(`${folder} has to be a folder of the arena's user, with the mode 0700`)
  for (const name of await readdir(folder)) if (DRAFT.test(name)) await rm(join(folder, name))
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let length = 0
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > BODY_LIMIT) throw new OperatorFailure('The request is too large.')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown
  } catch {
    throw new OperatorFailure('The request is not JSON.')
  }
}

function answer(response: ServerResponse, status: number, body: { error: string } | { row: Row } | { rows: Row[] }) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
