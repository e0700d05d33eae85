/**
 * Where the other machines of the arena reach this one: replays that are here, running ones included, metrics, and bots whose
 * connector is here. Reads and connections to these bots only, and only signed ones (signing.ts), but for `/health` and `/ready`, which a supervisor asks for on a machine without a public
 * port. It speaks plain HTTP and belongs on a private network.
 */
import { createServer, STATUS_CODES } from 'node:http'
import type { FileHandle } from 'node:fs/promises'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { once } from 'node:events'
import type { InternalAddress } from '../config/variables.ts'
import type { Readiness } from '../health/readiness.ts'
import { localUrl } from '../http/local-url.ts'
import type { MatchFiles } from '../live/match-file.ts'
import type { Logger } from '../log.ts'
import { passOn, refusal } from '../relay/door.ts'
import type { Relays } from '../relay/relays.ts'
import type { ReplayStore } from '../replays/store.ts'
import { StartError } from '../start-error.ts'
import { SIGNATURE_HEADER, STREAM_PROTOCOL } from './signing.ts'
import type { InternalSigner } from './signing.ts'

export interface InternalServerParts {
  readonly machineId: string
  readonly signer: InternalSigner
  readonly files: MatchFiles
  readonly replays: Pick<ReplayStore, 'open'>
  /** A file of the archive that is here, or an engine build; null where there is none. */
  readonly openKept: (name: string) => Promise<FileHandle | null>
  readonly metrics: { json(): Promise<unknown> }
  readonly relays: Pick<Relays, 'openHere'>
  readonly readiness: Pick<Readiness, 'look'>
  readonly draining: AbortSignal
  readonly log: Logger
  readonly now: () => number
}

export const SIZE_HEADER = 'x-arena-size'
export const STATE_HEADER = 'x-arena-state'
export const PACKED_HEADER = 'x-arena-packed'
/** The most of a running replay in one answer. */
export const MOST_BYTES = 64 * 1024
const STALLED_MS = 30_000

type Answer = (response: ServerResponse) => Promise<void> | void

export class InternalServer {
  readonly #parts: InternalServerParts
  readonly #server: Server
  /** Connections that carry those of other machines to bots. */
  readonly #carried = new Set<Socket>()

  private constructor(parts: InternalServerParts) {
    this.#parts = parts
    this.#server = createServer((request, response) => void this.#answer(request, response))
    this.#server.on('upgrade', (request, socket, head) => this.#carry(request, socket as Socket, head))
    this.#server.setTimeout(STALLED_MS)
    this.#server.headersTimeout = STALLED_MS
  }

  static async listen(parts: InternalServerParts, { host, port }: InternalAddress): Promise<InternalServer> {
    const internal = new InternalServer(parts)
    const listening = once(internal.#server, 'listening')
    internal.#server.listen(port, host)
    try {
      await listening
    } catch (error) {
      throw new StartError(`It cannot listen on ${host}, port ${port} (ARENA_INTERNAL)`, error)
    }
    return internal
  }

  /** As the others reach it. */
  addressFor({ host }: InternalAddress): string {
    const { port } = new URL(localUrl(this.#server))
    return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    for (const socket of this.#carried) socket.destroy()
    await closed
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const answer = this.#route(request)
      await answer(response)
    } catch (error) {
      // As a rule the machine that asked has gone.
      this.#parts.log.debug({ err: error, path: request.url }, 'an answer to another machine broke off')
      response.destroy()
    }
  }

  /** A connection of another machine to a bot whose connector is here. */
  #carry({ method = '', url = '', headers }: IncomingMessage, socket: Socket, head: Buffer): void {
    const { machineId, signer, now, relays } = this.#parts
    // The machine that asked may go.
    socket.on('error', () => {})
    const refuse = (code: number) => socket.end(`HTTP/1.1 ${code} ${STATUS_CODES[code]}\r\nconnection: close\r\n\r\n`)
    const header = headers[SIGNATURE_HEADER]
    const signature = typeof header === 'string' ? header : undefined
    if (!signer.holds(signature, { machineId, method, path: url }, now())) return void refuse(401)
    const [, id] = /^\/relay\/(relay_[0-9a-z]{26})$/.exec(url) ?? []
    const stream = id === undefined || headers.upgrade !== STREAM_PROTOCOL ? null : relays.openHere(id)
    if (stream === null) return void refuse(404)
    socket.setTimeout(0)
    socket.setNoDelay(true)
    socket.unshift(head)
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: ${STREAM_PROTOCOL}\r\n\r\n`)
    this.#carried.add(socket)
    socket.once('close', () => this.#carried.delete(socket))
    if (typeof stream === 'string') socket.end(refusal(stream))
    else passOn(stream, socket)
  }

  #route({ method = '', url = '', headers }: IncomingMessage): Answer {
    const { machineId, signer, now, draining } = this.#parts
    if (method !== 'GET' && method !== 'HEAD') return status(405)
    const { pathname, searchParams } = new URL(url, 'http://machine')
    if (pathname === '/health') return draining.aborted ? status(503) : json({ status: 'ok' })
    if (pathname === '/ready') return (response) => this.#ready(response)
    const header = headers[SIGNATURE_HEADER]
    const signature = typeof header === 'string' ? header : undefined
    if (!signer.holds(signature, { machineId, method, path: url }, now())) return status(401)
    if (pathname === '/metrics') return async (response) => json(await this.#parts.metrics.json())(response)
    const [, kept] = /^\/kept\/(.+)$/.exec(pathname) ?? []
    if (kept !== undefined) return (response) => this.#kept(response, kept)
    const [, id, part] = /^\/matches\/(match_[0-9a-z]{26})\/(part|replay)$/.exec(pathname) ?? []
    if (id === undefined) return status(404)
    const number = (name: string) => wholeNumber(searchParams.get(name))
    if (part === 'part')
      return (response) => this.#part(response, id, number('from') ?? 0, number('length') ?? MOST_BYTES)
    const [first, last] = [number('first'), number('last')]
    const range = first === null || last === null ? null : { first, last }
    return (response) => this.#replay(response, id, method === 'HEAD' ? 'size' : (range ?? searchParams.has('packed')))
  }

  async #ready(response: ServerResponse): Promise<void> {
    const wrong = (await this.#parts.readiness.look()).filter(({ problem }) => problem !== null)
    if (wrong.length === 0 && !this.#parts.draining.aborted) return json({ status: 'ready' })(response)
    return json({ status: 'not ready', wrong }, 503)(response)
  }

  /** Some bytes of a replay as it stands, and how long it is by now. */
  async #part(response: ServerResponse, id: string, from: number, length: number): Promise<void> {
    const opened = await this.#parts.files.open(id)
    if (opened === null) return status(404)(response)
    const { file, isComplete } = opened
    try {
      const size = await file.size()
      const bytes = await file.read(from, Math.max(0, Math.min(length, MOST_BYTES, size - from)))
      response.writeHead(200, {
        'content-length': bytes.length,
        [SIZE_HEADER]: size,
        [STATE_HEADER]: isComplete ? 'complete' : 'written',
      })
      response.end(bytes)
    } finally {
      await file.close()
    }
  }

  async #kept(response: ServerResponse, name: string): Promise<void> {
    const file = await this.#parts.openKept(name)
    if (file === null) return status(404)(response)
    response.writeHead(200)
    await pipeline(file.createReadStream(), response)
  }

  /** A finished replay: its lengths, all of it, a part of it, or its gzip file. */
  async #replay(
    response: ServerResponse,
    id: string,
    wanted: 'size' | boolean | { readonly first: number; readonly last: number },
  ): Promise<void> {
    const replay = await this.#parts.replays.open(id)
    if (replay === null) return status(404)(response)
    response.setHeader(SIZE_HEADER, replay.bytes)
    if (replay.packedBytes !== null) response.setHeader(PACKED_HEADER, replay.packedBytes)
    if (wanted === 'size') {
      await replay.close()
      response.writeHead(200)
      response.end()
      return
    }
    response.writeHead(200)
    const isPacked = wanted === true && replay.packedBytes !== null
    await pipeline(
      await (isPacked ? replay.packed() : replay.stream(typeof wanted === 'object' ? wanted : undefined)),
      response,
    )
  }
}

function status(code: number): Answer {
  return (response) => {
    response.writeHead(code, { 'content-length': 0 })
    response.end()
  }
}

function json(body: unknown, code = 200): Answer {
  return (response) => {
    response.writeHead(code, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : null
}
