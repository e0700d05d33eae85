/** The two bots of a match at home: started where that is to be done, and reached as an arena reaches them. */
import { basename, extname } from 'node:path'
import type { Pair, SeatedBot } from '@arena/host'
import { CommandFailure } from '@arena/host/command-line'
import { describeSteps } from './advice.ts'
import type { BotSource, ProgramSource } from './arguments.ts'
import { BotOutput } from './bot-output.ts'
import { startBotProgram } from './bot-program.ts'
import type { LocalArena } from './local-arena.ts'
import { serveOpponent } from './opponents.ts'
import type { Terminal } from './terminal.ts'

/** Always the same: a match draws its ports by them. */
export const IDS: Pair<string> = [`bot_${'0'.repeat(26)}`, `bot_${'0'.repeat(25)}1`]

/** Where the output of programs goes, and what breaks them off. */
export interface Output extends Pick<Terminal, 'show' | 'note' | 'signal'> {
  /** Where what programs raise goes, if not where the rest goes, and the places that were told already. */
  readonly raised?: { readonly note: (line: string) => void; readonly told: Map<string, number> }
}

export interface Contestant extends AsyncDisposable {
  readonly seat: SeatedBot
  readonly hasEnded: () => boolean
}

export class Contestants implements AsyncDisposable {
  readonly #contestants: Pair<Contestant>
  readonly seats: Pair<SeatedBot>

  private constructor([bot, opponent]: Pair<Contestant>) {
    this.#contestants = [bot, opponent]
    this.seats = [bot.seat, opponent.seat]
  }

  /** A `CommandFailure` where one cannot be reached. */
  static async enter(sources: Pair<BotSource>, arena: LocalArena, terminal: Output): Promise<Contestants> {
    const names = namesOf(sources)
    const bot = await enterContestant(sources[0], { botId: IDS[0], name: names[0] }, arena, terminal)
    try {
      return new Contestants([
        bot,
        await enterContestant(sources[1], { botId: IDS[1], name: names[1] }, arena, terminal),
      ])
    } catch (error) {
      await bot[Symbol.asyncDispose]()
      throw error
    }
  }

  /** Whether each program that was started here has ended by itself. */
  get haveEnded(): Pair<boolean> {
    return [this.#contestants[0].hasEnded(), this.#contestants[1].hasEnded()]
  }

  /** Ends the programs that were started. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#contestants.map((contestant) => contestant[Symbol.asyncDispose]()))
  }
}

/** Starts a bot where that is to be done, and checks that it can be reached. */
export async function enterContestant(
  source: BotSource,
  { botId, name }: Omit<SeatedBot, 'url'>,
  arena: LocalArena,
  terminal: Output,
): Promise<Contestant> {
  let url: string | null = null
  const match = () => (url === null ? null : arena.matchOf(url))
  if (source.kind === 'own') {
    const server = await serveOpponent(source, arena.publicKey)
    const seat = { botId, name, url: `http://127.0.0.1:${server.port}` }
    return { seat, hasEnded: () => false, [Symbol.asyncDispose]: () => server.close() }
  }
  const bot =
    source.kind === 'url' ? { url: source.url, hasEnded: () => false, end: async () => {} } : await start(source)
  url = bot.url
  const { ok, steps } = await arena.check(bot.url)
  if (!ok) {
    await bot.end()
    terminal.signal.throwIfAborted()
    throw new CommandFailure(
      [`${name} cannot be reached as an arena would reach it:`, '', ...describeSteps(steps)].join('\n'),
    )
  }
  return { seat: { botId, name, url: bot.url }, hasEnded: bot.hasEnded, [Symbol.asyncDispose]: () => bot.end() }

  async function start({ path, command }: ProgramSource) {
    terminal.show(`starting ${path}`)
    const { signal, raised } = terminal
    const print = (line: string) => terminal.note(line)
    const output = new BotOutput({
      name,
      frame: () => match()?.frame ?? null,
      print,
      draw: (line) => match()?.draw(botId, line) ?? null,
      raised: (error) => {
        if (url !== null) arena.raised(url, error)
      },
      ...(raised && { printRaised: raised.note, told: raised.told }),
    })
    const program = startBotProgram({
      path,
      ...(command && { command }),
      name,
      arenaUrl: arena.url,
      isDrawn: arena.isDrawn,
      isFast: arena.isFast,
      output: (line, from) => output.line(line, from),
      print,
      signal,
    })
    const finish = (): void => output.end()
    program.then(undefined, finish)
    const started = await program
    return { ...started, end: () => started.end().finally(finish) }
  }
}

/** What the bots are called: after their file or address. Of one name each has its number. */
export function namesOf<const Sources extends readonly BotSource[]>(
  sources: Sources,
): { readonly [Place in keyof Sources]: string } {
  const names = sources.map((source) => {
    if (source.kind === 'url') return new URL(source.url).host
    if (source.kind === 'own') return source.name
    return basename(source.path, extname(source.path))
  })
  const isOnly = (name: string) => names.indexOf(name) === names.lastIndexOf(name)
  const numbered = names.map((name, place) => {
    return isOnly(name) ? name : `${name} ${names.slice(0, place + 1).filter((other) => other === name).length}`
  })
  return numbered as readonly string[] as { readonly [Place in keyof Sources]: string }
}
