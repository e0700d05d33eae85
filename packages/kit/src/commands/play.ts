/** `arena-kit play`: matches by the arena's rules, between bots that are reached as an arena reaches them. */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { hasForfeited, likelyCauses } from '@arena/host'
import type { MatchOrder, MatchProgress, MatchResult, MatchStarted, Pair } from '@arena/host'
import { readMissedPads, stageName } from '@arena/slp'
import { EXIT, exitsWith, newCommand, wholeNumber } from '@arena/host/command-line'
import { botSource, matchSeed, newFile, STAGE_LIST, stageId, type BotSource } from '../arguments.ts'
import { Contestants, namesOf } from '../contestants.ts'
import { documentOf, outcomeFor, portOf, tableOf, type PlayedGame } from '../game-result.ts'
import { LocalArena } from '../local-arena.ts'
import { fileNameOf, requireWritable } from '../named-files.ts'
import { OPPONENTS } from '../opponents.ts'
import { orderOf } from '../order.ts'
import type { RaisedErrors } from '../raised/raised-errors.ts'
import type { Terminal } from '../terminal.ts'
import { ShownGames } from '../viewer/shown-games.ts'
import { showGames } from '../viewer/shown.ts'
import {
  adviceOnPads,
  count,
  describeCauses,
  describeDrawn,
  describeEnding,
  describeIgnored,
  describeLeft,
  describeMissedPads,
  describeProgress,
  describeRaised,
  describeSeries,
  describeSummary,
  hasMissedMany,
} from '../words.ts'
import { type AddCommand } from './command.ts'

const MOST_GAMES = 1000
/** A page that is loaded again is gone for a moment. */
const LEFT_MS = 3_000

const EMBER: BotSource = { kind: 'own', name: 'ember' }

interface PlayOptions {
  readonly against?: BotSource
  readonly games: number
  /** Without one: drawn from the seed. */
  readonly stage?: MatchOrder['stage']
  /** Without one: another for each game. */
  readonly seed?: string
  /** Without one: named after the bots. */
  readonly replay?: string
  readonly fast?: true
  readonly open?: true
  readonly exitZero?: true
}

export const addPlay: AddCommand = (program, { terminal, action }) => {
  newCommand(program, 'play', 'play matches by the arena’s rules and keep their replays')
    .argument('<bot>', 'a program, or the URL of a bot that runs already', botSource)
    .argument('[opponent]', 'the same as --against', botSource)
    .option('--against <bot>', 'the opponent: a program, a URL, or one of the kit’s own (default: ember)', botSource)
    .option('--games <n>', 'number of games, one after the other', wholeNumber(1, MOST_GAMES), 1)
    .option('--stage <id>', `${STAGE_LIST} (default: drawn from the seed)`, stageId)
    .option('--seed <hex>', 'from which ports, stage and the game’s own chance are drawn (default: random)', matchSeed)
    .option('--replay <file>', 'where the replay goes; of several games they are numbered', newFile)
    .option('--fast', 'do not wait for the clock: each frame is polled as soon as both bots have answered')
    .option('--exit-zero', 'exit with 0 also where the own bot has forfeited a match or ended by itself')
    .option('--open', 'watch in the browser, with what the bots draw, until the page is closed')
    .addHelpText(
      'after',
      `
Plays on the arena's clock, over real sockets. A program is TypeScript, JavaScript, Python, or anything executable. It
is started with PORT, on which it has to listen, ARENA_BASE_URL, where it finds the key that the kit signs with, and
ARENA_DEBUG=1: what it then draws is kept beside the replay, as .debug.jsonl. With --fast it also finds
ARENA_CLOCK=fast: there a bot that is late should leave no frame out.

The kit's own bots: ${OPPONENTS.join(', ')}.
${exitsWith('a match breaks off, the bot forfeits or ends')}`,
    )
    .action(
      action((bot: BotSource, opponent: BotSource | undefined, { against, ...options }: PlayOptions) =>
        play([bot, opponent ?? against ?? EMBER], options, terminal),
      ),
    )
}

/** The exit code. */
async function play(sources: Pair<BotSource>, options: PlayOptions, terminal: Terminal): Promise<number> {
  requireWritable(replayPath(options.replay, namesOf(sources), options.games > 1 ? 1 : null), '--replay')
  const progress = new Progress(terminal)
  await using arena = await LocalArena.open({
    isFast: options.fast === true,
    isDrawn: true,
    forgivesLag: options.open === true,
    onStarted: (match) => progress.started(match),
    onProgress: (report) => progress.told(report),
    signal: terminal.signal,
  })
  await using contestants = await Contestants.enter(sources, arena, terminal)
  const shown = options.open === true ? new ShownGames() : null
  await using viewer = shown && (await showGames(shown, terminal, true))
  const code = await playGames(options, contestants, arena, terminal, progress, shown)
  if (viewer !== null && !terminal.signal.aborted) {
    terminal.note('The page is served until it is closed, or Ctrl-C.')
    await Promise.race([viewer.left(LEFT_MS), once(terminal.signal, 'abort')])
  }
  return code
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

async function playGames(
  { games, stage, seed, replay, fast, exitZero }: PlayOptions,
  contestants: Contestants,
  arena: LocalArena,
  terminal: Terminal,
  progress: Progress,
  shown: ShownGames | null,
): Promise<number> {
  const { seats } = contestants
  const [bot, opponent] = seats
  const isFast = fast === true
  const tally = { wins: 0, losses: 0, draws: 0 }
  let forfeits = 0
  const played: PlayedGame[] = []
  let bytes: Uint8Array = seed === undefined ? randomBytes(32) : Buffer.from(seed, 'hex')
  for (let game = 1; game <= games; game++) {
    const order = orderOf(bytes, stage ?? null, seats)
    const names: Pair<string> = [order.bots[0].name, order.bots[1].name]
    progress.names = names
    terminal.print(
      (games > 1 ? `Game ${game} of ${games}: ` : '') +
        `${bot.name} against ${opponent.name} on ${stageName(order.stage)}, ` +
        (isFast ? 'as fast as they answer' : '8 minutes at most'),
      `  --seed ${order.seed}`,
    )
    shown?.begin(game, order, arena.filesOf(order.matchId))
    const result = await arena.play(order)
    const raised = await arena.raisedIn(order.matchId)
    const path = replayPath(replay, [bot.name, opponent.name], games > 1 ? game : null)
    shown?.end(game, describeEnding(result, names, [order.bots[0].botId, order.bots[1].botId]), result.missedPads)
    const debug = await tell(result, order, raised, path, isFast, arena, terminal)
    const record: PlayedGame = {
      number: game,
      order,
      result,
      raised,
      replay: result.replayBytes === null ? null : path,
      debug,
    }
    played.push(record)
    terminal.data(documentOf(record))
    if (terminal.signal.aborted || result.status === 'aborted') return EXIT.failed

    const outcome = outcomeFor(bot, record)
    if (outcome === 'won') tally.wins++
    else if (outcome === 'lost') tally.losses++
    else tally.draws++
    if (result.summary !== null && hasForfeited(result.summary, portOf(bot, record))) forfeits++
    // A program that has ended plays no more, and each match would wait for it.
    if (contestants.haveEnded[0] || contestants.haveEnded[1]) break
    bytes = seed === undefined ? randomBytes(32) : createHash('sha256').update(bytes).digest()
  }
  if (games > 1) terminal.print(...tableOf(bot, played), '', describeSeries(bot.name, tally))
  const [hasEnded] = contestants.haveEnded
  terminal.data({ games: played.length, ...tally, forfeits, hasEnded })
  if (played.length < games) {
    const ended = hasEnded ? bot.name : opponent.name
    terminal.note(`${ended} has ended by itself: ${count(games - played.length, 'game')} of ${games} not played.`)
  }
  const faults = [
    ...(hasEnded ? ['ended by itself'] : []),
    ...(forfeits > 0 ? [games > 1 ? `forfeited ${count(forfeits, 'game')}` : 'forfeited'] : []),
  ]
  if (played.length === games && faults.length === 0) return EXIT.ok
  if (exitZero === true) return EXIT.ok
  if (faults.length > 0)
    terminal.note(`${bot.name} ${faults.join(' and ')}: exit code ${EXIT.failed} (--exit-zero keeps 0).`)
  return EXIT.failed
}

/** Where what the bots drew is kept; null where they drew nothing. */
async function tell(
  result: MatchResult,
  { bots }: MatchOrder,
  raised: Pair<RaisedErrors>,
  path: string,
  isFast: boolean,
  arena: LocalArena,
  terminal: Terminal,
): Promise<string | null> {
  const names: Pair<string> = [bots[0].name, bots[1].name]
  terminal.print('', describeEnding(result, names, [bots[0].botId, bots[1].botId]), '')
  const { summary, played, replayBytes, matchId, cause, ignored, missedPads, receipts, fault } = result
  if (summary !== null && played) {
    terminal.print(...describeSummary(summary, names), '')
    const advice = ([0, 1] as const).flatMap((port) => [
      ...(isFast || cause === 'shutdown' ? [] : adviceOnPads(summary, port, names[port])),
      ...(receipts && cause !== 'shutdown'
        ? describeCauses(likelyCauses(receipts[port], hasForfeited(summary, port)), names[port])
        : []),
      ...(missedPads && cause !== 'shutdown' ? describeMissedPads(readMissedPads(missedPads[port]), names[port]) : []),
      ...(ignored ? describeIgnored(ignored[port], names[port], hasMissedMany(summary, port)) : []),
    ])
    if (advice.length > 0) terminal.print(...advice, '')
  }
  const errors = ([0, 1] as const).flatMap((port) => describeRaised(raised[port], names[port]))
  if (errors.length > 0) terminal.print(...errors, '')
  if (cause === 'engine-lag')
    terminal.print('This machine is too busy to play at 60 frames a second; --fast needs no clock.', '')
  if (replayBytes === null) return null
  const before = existsSync(path) ? ', in the place of one that was there' : ''
  await arena.keepReplay(matchId, path)
  terminal.print(`Replay: ${path} (${(replayBytes / 1e6).toFixed(1)} MB)${before}`)
  const left = await arena.keepDebug(matchId, debugPath(path))
  if (left !== null) terminal.print(`Drawn by the bots: ${debugPath(path)}`, ...describeLeft(left, names))
  terminal.print('')
  const debug = left === null ? null : debugPath(path)
  if (fault === undefined) return debug
  const faultPath = beside(path, '.json')
  await arena.keepFault(fault, faultPath)
  terminal.print(`That is a fault of the engine. Please report it, with the replay and ${faultPath}.`, '')
  return debug
}

/** A file with the replay's name and another ending. */
const beside = (path: string, ending: string): string => join(dirname(path), basename(path, extname(path)) + ending)
const debugPath = (replay: string): string => beside(replay, '.debug.jsonl')

/** Each of several games has its own file: `games.slp` becomes `games-1.slp`. */
function replayPath(given: string | undefined, names: Pair<string>, game: number | null): string {
  const path = given ?? fileNameOf(names, '.slp')
  if (game === null) return path
  const extension = extname(path)
  return join(dirname(path), `${basename(path, extension)}-${game}${extension}`)
}
