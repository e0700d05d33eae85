/**
 * The page on which the author of a bot watches: served to this machine only. The page hears of games by an event stream, and reads
 * a running one as its replay grows. A page of another site that has the name of its own host lead here is refused (DNS rebinding).
 */
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { viewerFiles } from '../viewer-files.ts'
import { readGrowing } from './growing-file.ts'
import type { ShownGames } from './shown-games.ts'

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; worker-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-cache',
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const GAME_FILE = /^\/games\/(\d{1,9})(\.slp|\.debug\.jsonl)$/

export class ViewerServer implements AsyncDisposable {
  readonly #games: ShownGames
  readonly #files: ReadonlyMap<string, URL>
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  readonly #closing = new AbortController()
  /** Pages that are open. */
  #pages = 0
  #left: () => void = () => {}

  private constructor(games: ShownGames, files: ReadonlyMap<string, URL>) {
    this.#games = games
    this.#files = files
  }

  /** `files` are those of the page, by address. A `CommandFailure` where they are not built. */
  static async open(games: ShownGames, files = viewerFiles()): Promise<ViewerServer> {
    const viewer = new ViewerServer(games, files)
    viewer.#server.listen(0, '127.0.0.1')
    await once(viewer.#server, 'listening')
    return viewer
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/`
  }

  /** Resolves when the last page was closed, and stays closed for a moment: one that is loaded again leaves and comes back. */
  async left(patienceMs: number): Promise<void> {
    for (;;) {
      await new Promise<void>((resolve) => (this.#left = resolve))
      await new Promise((resolve) => setTimeout(resolve, patienceMs))
      if (this.#pages === 0) return
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort()
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const refusal = this.#refusal(request)
      if (refusal !== null) return void response.writeHead(refusal, HEADERS).end()
      const [path] = request.url!.split('?', 1)
      const game = GAME_FILE.exec(path!)
      if (path === '/events') this.#tell(response)
      else if (game) await this.#sendGame(Number(game[1]), game[2] === '.slp' ? 'replay' : 'debug', response)
      else await this.#sendFile(path!, response)
    } catch {
      // Whoever asked is gone, or a file is: there is nobody to tell.
      response.destroy()
    }
  }

  #refusal({ method, headers }: IncomingMessage): number | null {
    const hosts = [`127.0.0.1:${this.#port}`, `localhost:${this.#port}`]
    if (!hosts.includes(headers.host ?? '')) return 421
    return method === 'GET' ? null : 405
  }

  async #sendFile(path: string, response: ServerResponse): Promise<void> {
    const file = this.#files.get(path)
    if (file === undefined) return void response.writeHead(404, HEADERS).end()
    response.writeHead(200, { ...HEADERS, 'content-type': TYPES[extname(file.pathname)] ?? 'application/octet-stream' })
    await pipeline(createReadStream(file), response)
  }

  async #sendGame(number: number, which: 'replay' | 'debug', response: ServerResponse): Promise<void> {
    const file = this.#games.file(number, which)
    if (file === null) return void response.writeHead(404, HEADERS).end()
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const signal = AbortSignal.any([gone.signal, this.#closing.signal])
    const type = which === 'replay' ? 'application/octet-stream' : 'application/jsonl; charset=utf-8'
    response.writeHead(200, { ...HEADERS, 'content-type': type })
    // There may be no marks yet: the head goes out all the same.
    response.flushHeaders()
    await pipeline(Readable.from(readGrowing(file, signal)), response)
  }

  #tell(response: ServerResponse): void {
    response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' })
    const send = (): void => void response.write(`data: ${JSON.stringify(this.#games.list)}\n\n`)
    const stop = this.#games.listen(send)
    this.#pages++
    response.once('close', () => {
      stop()
      this.#pages--
      if (this.#pages === 0) this.#left()
    })
    send()
  }
}
