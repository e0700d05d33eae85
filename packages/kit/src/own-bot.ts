/** The bot that a command is about: a program that is started for it, one of the kit's own, or one that runs already. */
import { basename, extname } from 'node:path'
import type { KeyPair } from '@arena/protocol'
import type { BotSource } from './arguments.ts'
import { BotOutput } from './bot-output.ts'
import { startBotProgram } from './bot-program.ts'
import { KeyServer } from './key-server.ts'
import { serveOpponent } from './opponents.ts'
import { RaisedErrors } from './raised/raised-errors.ts'
import type { Terminal } from './terminal.ts'

/** What a program says of a socket that was cut: the commands that start it this way do that. */
const CUT = /\b(?:ECONNRESET|EPIPE|ConnectionResetError|BrokenPipeError)\b/

export class OwnBot implements AsyncDisposable {
  readonly name: string
  readonly url: string
  /** What it has raised so far, as its output shows. */
  readonly raised: RaisedErrors
  readonly #end: () => Promise<void>

  private constructor(name: string, url: string, end: () => Promise<void>, raised = new RaisedErrors()) {
    this.name = name
    this.url = url
    this.raised = raised
    this.#end = end
  }

  /** A program finds the public half of the key at `ARENA_BASE_URL`. A `CommandFailure` where it does not come to listen. */
  static async start(source: BotSource, platformKey: KeyPair, terminal: Terminal): Promise<OwnBot> {
    if (source.kind === 'url') return new OwnBot(new URL(source.url).host, source.url, async () => {})
    if (source.kind === 'own') {
      const server = await serveOpponent(source, platformKey.publicKey)
      return new OwnBot(source.name, `http://127.0.0.1:${server.port}`, () => server.close())
    }
    const { path, command } = source
    const name = basename(path, extname(path))
    const keys = await KeyServer.open(platformKey.publicKey)
    terminal.show(`starting ${path}`)
    const print = (line: string): void => terminal.note(line)
    const raised = new RaisedErrors()
    const printed = new BotOutput({
      name,
      frame: () => null,
      print,
      draw: () => null,
      raised: (error) => raised.take(error),
      isOurs: (error) => CUT.test(error),
    })
    try {
      const output = (line: string, from: 'stdout' | 'stderr'): void => printed.line(line, from)
      const { signal } = terminal
      const how = { isDrawn: false, isFast: false }
      const program = await startBotProgram({
        path,
        ...(command && { command }),
        name,
        ...how,
        arenaUrl: keys.url,
        output,
        print,
        signal,
      })
      const end = async (): Promise<void> => {
        await program.end()
        printed.end()
        await keys[Symbol.asyncDispose]()
      }
      return new OwnBot(name, program.url, end, raised)
    } catch (error) {
      printed.end()
      await keys[Symbol.asyncDispose]()
      throw error
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#end()
  }
}
