/** `arena-kit dev`: games without end against the house bots, while the bot is worked on. */
import { createHash, randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { MatchOrder, Pair } from '@arena/host'
import { stageName } from '@arena/slp'
import { CommandFailure, EXIT, exitsWith, newCommand, wholeNumber } from '@arena/host/command-line'
import { botSource, existingFolder, matchSeed, STAGE_LIST, stageId, type BotSource } from '../arguments.ts'
import { enterContestant, IDS, namesOf } from '../contestants.ts'
import { EnterKey } from '../dev/enter-key.ts'
import { FolderWatch } from '../dev/folder-watch.ts'
import { Tally } from '../dev/tally.ts'
import { ReloadedBot } from '../dev/reloaded-bot.ts'
import { documentOf, lineOf, outcomeFor, portOf, type PlayedGame } from '../game-result.ts'
import { LocalArena } from '../local-arena.ts'
import { HOUSE_NAMES, OPPONENTS } from '../opponents.ts'
import { orderOf } from '../order.ts'
import type { Terminal } from '../terminal.ts'
import { ShownGames } from '../viewer/shown-games.ts'
import { showGames } from '../viewer/shown.ts'
import { describeDrawn, describeEnding, describeProgress, describeRaised } from '../words.ts'
import { type AddCommand } from './command.ts'

const MOST_GAMES = 100_000
/** Games that can be watched again. */
const KEPT_GAMES = 20
/** A bot that raises for so long is not worth watching: two seconds of the game. */
const MOST_RAISING_FRAMES = 120

interface DevOptions {
  /** Without one: the house bots in turn. */
  readonly against?: BotSource
  /** Without one: until Ctrl-C. */
  readonly games?: number
  readonly stage?: MatchOrder['stage']
  readonly seed?: string
  readonly fast?: true
  readonly open: boolean
  readonly replays?: string
}

export const addDev: AddCommand = (program, { terminal, action }) => {
  newCommand(program, 'dev', 'play games without end, show them, and reload the bot when its files change')
    .argument('<bot>', 'a program, or the URL of a bot that runs already', botSource)
    .option(
      '--against <bot>',
      'one opponent: a program, a URL, or a bot of the kit (default: house bots in turn)',
      botSource,
    )
    .option('--games <n>', 'stop after this many games (default: play until Ctrl-C)', wholeNumber(1, MOST_GAMES))
    .option('--stage <id>', `${STAGE_LIST} (default: drawn from the seed)`, stageId)
    .option('--seed <hex>', 'of the first game; the next ones follow from it (default: random)', matchSeed)
    .option('--fast', 'do not wait for the clock: a game takes seconds, too fast to watch as it is played')
    .option('--no-open', 'do not open the browser')
    .option(
      '--replays <folder>',
      'keep the replays there, and what the bots draw, behind those of earlier runs',
      existingFolder,
    )
    .addHelpText(
      'after',
      `
Plays on the arena's clock, 60 frames a second, so that the running game can be watched. The page with the viewer is
served to this machine only; it moves on to each new game.

When a file in the bot's folder changes, or in a folder below, the bot is started anew before the next game. The game
that runs is played to its end, unless Enter is pressed: that ends it and begins the next one. A bot that cannot be
started, or that ends by itself, is tried again after the next change. So is one that raises an error on each frame for
two seconds: its game is ended. With --games nothing is waited for.

In the end the games are counted by opponent.

The kit's own bots: ${OPPONENTS.join(', ')}.
${exitsWith('a game was broken off')}`,
    )
    .action(action((bot: BotSource, options: DevOptions) => dev(bot, options, terminal)))
}

async function dev(source: BotSource, options: DevOptions, terminal: Terminal): Promise<number> {
  const { against, games: most = Number.POSITIVE_INFINITY, stage, seed, fast, replays } = options
  const { signal } = terminal
  let names: Pair<string> = ['', '']
  let matchId: string | null = null
  /** The bot's address, while it plays and has not raised for too long. */
  let ownUrl: string | null = null
  // A limited number of games is not for somebody who is at work.
  const waits = source.kind === 'program' && options.games === undefined
  await using arena = await LocalArena.open({
    isFast: fast === true,
    isDrawn: true,
    // A browser that draws is much work for a small machine.
    forgivesLag: true,
    onStarted: ({ drawn, picks }) => {
      for (const port of [0, 1] as const) {
        const why = drawn[port]
        if (why !== null) terminal.note(`  ${describeDrawn(names[port], why, picks[port].character)}`)
      }
    },
    onProgress: (report) => terminal.show(describeProgress(report, names)),
    onRaised: (id, url, { framesInARow }) => {
      if (framesInARow < MOST_RAISING_FRAMES || id !== matchId || url !== ownUrl || !waits) return
      ownUrl = null
      arena.breakOff(id)
    },
    signal,
  })
  const shown = new ShownGames(KEPT_GAMES, (_game, { replay, debug }) => {
    for (const path of [replay, debug]) void rm(path, { force: true })
  })
  await using _viewer = await showGames(shown, terminal, options.open).catch((error: unknown) => {
    // A clone that is not built has no viewer; the games are played all the same.
    if (!(error instanceof CommandFailure)) throw error
    terminal.note(error.message)
    return null
  })

  /** Whether the author has read that the next game is another bot's. */
  let isTold = false
  let retry = (): void => {}
  using enter = new EnterKey(() => {
    retry()
    if (matchId !== null) arena.breakOff(matchId)
  })
  const name = namesOf([source, against ?? { kind: 'own', name: '' }])[0]
  using watch =
    source.kind === 'program'
      ? new FolderWatch(dirname(source.path), () => {
          if (matchId === null || isTold) return
          isTold = true
          terminal.note(`${name} has changed: it plays from the next game on${enter.isThere ? ' (Enter: now)' : ''}.`)
        })
      : null
  if (enter.isThere) terminal.note('Enter ends the game and begins the next; Ctrl-C ends all.')
  const nextTry = async (): Promise<void> => {
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    await Promise.race([watch!.next(), aborted, new Promise<void>((resolve) => (retry = resolve))])
    signal.throwIfAborted()
  }
  await using reloaded = new ReloadedBot({
    source,
    botId: IDS[0],
    name,
    arena,
    terminal,
    takeChange: () => watch?.takeChange() ?? false,
    nextTry: waits ? nextTry : null,
  })

  const before = replays === undefined ? 0 : await lastKept(replays)
  let bytes: Uint8Array = seed === undefined ? randomBytes(32) : Buffer.from(seed, 'hex')
  const tally = new Tally()
  await using _told = {
    [Symbol.asyncDispose]: async () => {
      terminal.print(...tally.lines(name))
      if (!tally.isEmpty) terminal.data({ opponents: tally.rows })
    },
  }
  for (let number = 1; number <= most; number++) {
    const bot = await reloaded.current()
    const opponentSource = against ?? { kind: 'own', name: HOUSE_NAMES[(number - 1) % HOUSE_NAMES.length]! }
    const opponentName = namesOf([source, opponentSource])[1]
    await using opponent = await enterContestant(opponentSource, { botId: IDS[1], name: opponentName }, arena, terminal)
    const order = orderOf(bytes, stage ?? null, [bot.seat, opponent.seat])
    names = [order.bots[0].name, order.bots[1].name]
    shown.begin(number, order, arena.filesOf(order.matchId))
    terminal.note(`Game ${number}: ${bot.seat.name} against ${opponent.seat.name} on ${stageName(order.stage)}`)
    matchId = order.matchId
    ownUrl = bot.seat.url
    isTold = false
    const result = await arena.play(order)
    const raised = await arena.raisedIn(order.matchId)
    const isGivenUp = ownUrl === null
    matchId = null
    shown.end(number, describeEnding(result, names, [order.bots[0].botId, order.bots[1].botId]), result.missedPads)
    const kept = result.replayBytes === null ? null : await keep(order, before + number, replays, arena)
    const game: PlayedGame = { number, order, result, raised, replay: kept?.replay ?? null, debug: kept?.debug ?? null }
    terminal.print(lineOf(bot.seat, game), ...describeRaised(raised[portOf(bot.seat, game)], name))
    terminal.data(documentOf(game))
    tally.add(opponentName, outcomeFor(bot.seat, game))
    if (isGivenUp) reloaded.giveUp(`${name} has raised for two seconds, so the game was ended.`)
    signal.throwIfAborted()
    if (result.status === 'aborted' && result.cause !== 'shutdown') {
      terminal.print(`The game was broken off: ${result.detail}`)
      return EXIT.failed
    }
    bytes = seed === undefined ? randomBytes(32) : createHash('sha256').update(bytes).digest()
  }
  return EXIT.ok
}

/** The number of the last game that an earlier run has kept there; 0 where none has. */
async function lastKept(folder: string): Promise<number> {
  const numbers = (await readdir(folder)).map((name) => Number(/^game-(\d+)\./.exec(name)?.[1] ?? 0))
  return Math.max(0, ...numbers)
}

/** Copies what a game has left to the author's folder; null where there is none. */
async function keep(
  { matchId }: MatchOrder,
  number: number,
  folder: string | undefined,
  arena: LocalArena,
): Promise<{ readonly replay: string; readonly debug: string | null } | null> {
  if (folder === undefined) return null
  const replay = join(folder, `game-${number}.slp`)
  const debug = join(folder, `game-${number}.debug.jsonl`)
  await arena.keepReplay(matchId, replay)
  return { replay, debug: (await arena.keepDebug(matchId, debug)) === null ? null : debug }
}
