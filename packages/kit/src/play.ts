/** `arena-kit play`: matches by the arena's rules, between bots that are reached as an arena reaches them. */
import { createHash, randomBytes } from 'node:crypto'
import { basename, dirname, extname, join } from 'node:path'
import type { MatchOrder, MatchProgress, MatchResult, MatchStarted, Pair, SeatedBot } from '@arena/host'
import { readMissedPads, stageName } from '@arena/slp'
import { describeSteps } from './advice.ts'
import type { BotSource, PlayCommand } from './arguments.ts'
import { startBotProgram } from './bot-program.ts'
import { KitFailure } from './failure.ts'
import { LocalArena } from './local-arena.ts'
import { serveOpponent } from './opponents.ts'
import { orderOf } from './order.ts'
import type { Terminal } from './terminal.ts'
import {
  adviceOnPads,
  describeDrawn,
  describeEnding,
  describeIgnored,
  describeMissedPads,
  describeProgress,
  describeSeries,
  describeSummary,
  hasMissedMany,
} from './words.ts'

/** The ids of the author's bot and of its opponent. Always the same: a match draws its ports by them. */
const IDS: Pair<string> = [`bot_${'0'.repeat(26)}`, `bot_${'0'.repeat(25)}1`]

interface Contestant {
  readonly seat: SeatedBot
  close(): Promise<void>
}

/** The exit code. */
export async function play(command: PlayCommand, terminal: Terminal): Promise<number> {
  const progress = new Progress(terminal)
  await using arena = await LocalArena.open({
    isFast: command.isFast,
    onStarted: (match) => progress.started(match),
    onProgress: (report) => progress.told(report),
    signal: terminal.signal,
  })
  const contestants: Contestant[] = []
  try {
    const names = namesOf(command.bot, command.against)
    for (const port of [0, 1] as const) {
      const source = port === 0 ? command.bot : command.against
      contestants.push(await enter(source, { botId: IDS[port], name: names[port] }, arena, terminal))
    }
    const [bot, opponent] = contestants as [Contestant, Contestant]
    return await playGames(command, [bot.seat, opponent.seat], arena, terminal, progress)
  } finally {
    await Promise.all(contestants.map((contestant) => contestant.close()))
  }
}

/** Reports how a match stands, by the names of its bots. */
class Progress {
  readonly #terminal: Terminal
  /** By port. */
  names: Pair<string> = ['', '']

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  started({ drawn, picks }: MatchStarted): void {
    for (const port of [0, 1] as const) {
      const why = drawn[port]
      if (why !== null) this.#terminal.print(`  ${describeDrawn(this.names[port], why, picks[port].character)}`)
    }
  }

  told(report: MatchProgress): void {
    this.#terminal.show(describeProgress(report, this.names))
  }
}

/** Starts a bot where that is to be done, and checks that it can be reached. */
async function enter(
  source: BotSource,
  { botId, name }: Omit<SeatedBot, 'url'>,
  arena: LocalArena,
  terminal: Terminal,
): Promise<Contestant> {
  if (source.kind === 'own') {
    const server = await serveOpponent(source.name, arena.publicKey)
    return { seat: { botId, name, url: `http://127.0.0.1:${server.port}` }, close: () => server.close() }
  }
  const bot = source.kind === 'url' ? { url: source.url, end: async () => {} } : await start(source.path)
  const { ok, steps } = await arena.check(bot.url)
  if (!ok) {
    await bot.end()
    terminal.signal.throwIfAborted()
    throw new KitFailure(
      [`${name} cannot be reached as an arena would reach it:`, '', ...describeSteps(steps)].join('\n'),
    )
  }
  return { seat: { botId, name, url: bot.url }, close: () => bot.end() }

  function start(path: string) {
    terminal.show(`starting ${path}`)
    const { signal } = terminal
    return startBotProgram({ path, name, arenaUrl: arena.url, print: (line) => terminal.note(line), signal })
  }
}

async function playGames(
  { games, stage, seed, replay, isFast }: PlayCommand,
  contestants: Pair<SeatedBot>,
  arena: LocalArena,
  terminal: Terminal,
  progress: Progress,
): Promise<number> {
  const [bot, opponent] = contestants
  const tally = { wins: 0, losses: 0, draws: 0 }
  let bytes: Uint8Array = seed === null ? randomBytes(32) : Buffer.from(seed, 'hex')
  for (let game = 1; game <= games; game++) {
    const order = orderOf(bytes, stage, contestants)
    const names: Pair<string> = [order.bots[0].name, order.bots[1].name]
    progress.names = names
    terminal.print(
      (games > 1 ? `Game ${game} of ${games}: ` : '') +
        `${bot.name} against ${opponent.name} on ${stageName(order.stage)}, ` +
        (isFast ? 'as fast as they answer' : '8 minutes at most'),
      `  --seed ${order.seed}`,
    )
    const result = await arena.play(order)
    const path = replayPath(replay, [bot.name, opponent.name], games > 1 ? game : null)
    await tell(result, order, path, isFast, arena, terminal)
    if (terminal.signal.aborted || result.status === 'aborted') return 1

    const winner = result.summary!.winner
    if (winner === null) tally.draws++
    else if (order.bots[winner] === bot) tally.wins++
    else tally.losses++
    bytes = seed === null ? randomBytes(32) : createHash('sha256').update(bytes).digest()
  }
  if (games > 1) terminal.print(describeSeries(bot.name, tally))
  return 0
}

async function tell(
  result: MatchResult,
  { bots }: MatchOrder,
  path: string,
  isFast: boolean,
  arena: LocalArena,
  terminal: Terminal,
): Promise<void> {
  const names: Pair<string> = [bots[0].name, bots[1].name]
  terminal.print('', describeEnding(result, names, [bots[0].botId, bots[1].botId]), '')
  const { summary, played, replayBytes, matchId, cause, ignored, missedPads, fault } = result
  if (summary !== null && played) {
    terminal.print(...describeSummary(summary, names), '')
    const advice = ([0, 1] as const).flatMap((port) => [
      ...(isFast || cause === 'shutdown' ? [] : adviceOnPads(summary, port, names[port])),
      ...(missedPads && cause !== 'shutdown' ? describeMissedPads(readMissedPads(missedPads[port]), names[port]) : []),
      ...(ignored ? describeIgnored(ignored[port], names[port], hasMissedMany(summary, port)) : []),
    ])
    if (advice.length > 0) terminal.print(...advice, '')
  }
  if (cause === 'engine-lag')
    terminal.print('This machine is too busy to play at 60 frames a second; --fast needs no clock.', '')
  if (replayBytes === null) return
  await arena.keepReplay(matchId, path)
  terminal.print(`Replay: ${path} (${(replayBytes / 1e6).toFixed(1)} MB)`, '')
  if (fault === undefined) return
  const faultPath = join(dirname(path), `${basename(path, extname(path))}.json`)
  await arena.keepFault(fault, faultPath)
  terminal.print(`That is a fault of the engine. Please report it, with the replay and ${faultPath}.`, '')
}

/** What the bots are called: after their file or address. */
function namesOf(...sources: readonly [BotSource, BotSource]): Pair<string> {
  const [first, second] = sources.map((source) => {
    if (source.kind === 'url') return new URL(source.url).host
    if (source.kind === 'own') return source.name
    return basename(source.path, extname(source.path))
  }) as [string, string]
  return first === second ? [`${first} 1`, `${second} 2`] : [first, second]
}

/** Of several games, each has its own: `games.slp` becomes `games-1.slp`. */
function replayPath(given: string | null, names: Pair<string>, game: number | null): string {
  const path = given ?? `${names.join('-').replaceAll(/[^\w.-]+/g, '-')}.slp`
  if (game === null) return path
  const extension = extname(path)
  return join(dirname(path), `${basename(path, extension)}-${game}${extension}`)
}
