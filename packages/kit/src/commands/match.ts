/** `arena-kit match`: which of two bots is stronger, by pairs of games. */
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Pair } from '@arena/host'
import {
  CommandFailure,
  EXIT,
  UsageError,
  exitsWith,
  newCommand,
  realNumber,
  wholeNumber,
} from '@arena/host/command-line'
import { botSource, existingFolder, matchSeed, newFile, type BotSource } from '../arguments.ts'
import { namesOf } from '../contestants.ts'
import { LocalArena } from '../local-arena.ts'
import { contestantOf, readMatchFile, reasonToRefuse, writeMatchFile, type MatchPlan } from '../match/match-file.ts'
import { settingOf } from '../match/pairs.ts'
import { Series } from '../match/series.ts'
import type { Hypotheses } from '@arena/ratings'
import { Table } from '../match/table.ts'
import { describeStanding, describeState, describeVerdict } from '../match/words.ts'
import { fileNameOf, requireWritable } from '../named-files.ts'
import { OPPONENTS } from '../opponents.ts'
import type { Terminal } from '../terminal.ts'
import { type AddCommand } from './command.ts'

const MOST_GAMES = 20_000
const MOST_AT_ONCE = 64
/** Pairs in a row that cannot be played before it gives up. */
const MOST_BROKEN = 3
const DEFAULTS: Hypotheses = { elo0: 0, elo1: 50, alpha: 0.05, beta: 0.05 }

interface MatchOptions extends Partial<Hypotheses> {
  readonly sprt?: true
  readonly games: number
  readonly seed?: string
  readonly concurrency?: number
  readonly state?: string
  readonly restart?: true
  readonly replays?: string
}

export const addMatch: AddCommand = (program, { terminal, action }) => {
  newCommand(program, 'match', 'find out which of two bots is stronger')
    .argument('<bot>', 'a program, the URL of a bot that runs already, or one of the kit’s own', botSource)
    .argument('<opponent>', 'the same', botSource)
    .option('--sprt', 'stop as soon as it is sure whether the first bot is stronger')
    .option('--games <n>', 'number of games, with --sprt at most', wholeNumber(2, MOST_GAMES), 400)
    .option('--elo0 <elo>', 'with --sprt: a lead not worth finding (default: 0)', realNumber(-1000, 1000))
    .option('--elo1 <elo>', 'with --sprt: a lead to find (default: 50)', realNumber(-1000, 1000))
    .option('--alpha <share>', 'with --sprt: how often it may find a lead that is not there (default: 0.05)', risk)
    .option('--beta <share>', 'with --sprt: how often it may miss one that is there (default: 0.05)', risk)
    .option('--seed <hex>', 'from which the seeds of all pairs are drawn (default: random)', matchSeed)
    .option('--concurrency <n>', 'games at once (default: one a core; 1 with a URL)', wholeNumber(1, MOST_AT_ONCE))
    .option('--state <file>', 'the file to continue from (default: named after the bots)', newFile)
    .option('--restart', 'begin anew, whatever has been played')
    .option('--replays <folder>', 'keep the replays there, 1a.slp and 1b.slp for the first pair', existingFolder)
    .addHelpText(
      'after',
      `
Plays pairs of games on the fast clock. Both games of a pair have the same seed and stage, with the ports exchanged; the
stages take turns. Prints the difference in Elo with its error, and how many pairs gave 0 to 2 points.

After Ctrl-C, the same command continues, and plays again what could not be played. It refuses where a bot's file has
changed: --restart begins anew.

A program is started once for each game that runs at once. Of a bot at a URL one game is played at a time.
The kit's own bots: ${OPPONENTS.join(', ')}.
${exitsWith('games could not be played')}`,
    )
    .action(
      action((bot: BotSource, opponent: BotSource, options: MatchOptions) => match([bot, opponent], options, terminal)),
    )
}

function risk(text: string): number {
  return realNumber(0.0001, 0.49)(text)
}

function hypothesesOf({ sprt, elo0, elo1, alpha, beta }: MatchOptions): Hypotheses | null {
  const given = Object.entries({ elo0, elo1, alpha, beta }).filter(([, value]) => value !== undefined)
  if (!sprt) {
    if (given.length === 0) return null
    throw new UsageError(`--${given[0]![0]} says how to test, and needs --sprt.`)
  }
  const hypotheses: Hypotheses = { ...DEFAULTS, ...Object.fromEntries(given) }
  if (hypotheses.elo1 > hypotheses.elo0) return hypotheses
  throw new UsageError(`--elo1 ${hypotheses.elo1} has to be greater than --elo0 ${hypotheses.elo0}.`)
}

/** The exit code. */
async function match(sources: Pair<BotSource>, options: MatchOptions, terminal: Terminal): Promise<number> {
  const hypotheses = hypothesesOf(options)
  const names = namesOf(sources)
  const path = options.state ?? fileNameOf(names, '.match.json')
  requireWritable(path, '--state')
  const plan: MatchPlan = {
    bots: [await contestantOf(sources[0], names[0]), await contestantOf(sources[1], names[1])],
    test: hypotheses,
  }
  const before = options.restart ? null : await readMatchFile(path)
  const refusal = before && reasonToRefuse(before, plan, options.seed ?? null)
  if (refusal) {
    throw new CommandFailure(
      `The series in ${path} cannot go on: ${refusal}. Begin anew with --restart, or keep it and name another file with --state.`,
    )
  }
  const seed = before?.seed ?? options.seed ?? randomBytes(32).toString('hex')
  const mostGames = options.games + (options.games % 2)
  const series = new Series(hypotheses, mostGames / 2, before?.pairs).withoutBroken()
  if (before !== null && before.pairs.length > 0) {
    terminal.print(`Continues ${path}: ${describeState(series.standing, mostGames)}`, '')
  }
  if (!series.isOver) {
    await using arena = await LocalArena.open({
      isFast: true,
      hosts: concurrencyOf(sources, options),
      onStarted: () => {},
      onProgress: () => {},
      signal: terminal.signal,
    })
    const save = () => writeMatchFile(path, { ...plan, bots: [...plan.bots], seed, pairs: series.played })
    await playSeries({ series, sources, options, seed: Buffer.from(seed, 'hex'), mostGames, save, arena, terminal })
  }
  const { standing } = series
  terminal.print(...describeStanding(standing, names, hypotheses), '')
  if (terminal.signal.aborted) {
    terminal.print(`Broken off; the same command continues. It is kept in ${path}.`)
    return EXIT.interrupted
  }
  terminal.print(describeVerdict(standing, names, hypotheses), `  --seed ${seed}, kept in ${path}`)
  terminal.data({ bots: names, seed, state: path, hypotheses, ...standing })
  if (standing.broken === 0 || series.isDecided) return EXIT.ok
  terminal.note('The same command plays again what could not be played to the end.')
  return EXIT.failed
}

const concurrencyOf = (sources: Pair<BotSource>, { concurrency, games }: MatchOptions): number => {
  const most = concurrency ?? (sources.some(({ kind }) => kind === 'url') ? 1 : availableParallelism())
  return Math.min(most, MOST_AT_ONCE, Math.ceil(games / 2))
}

interface Playing {
  readonly series: Series
  readonly sources: Pair<BotSource>
  readonly options: MatchOptions
  readonly seed: Uint8Array
  readonly mostGames: number
  readonly save: () => Promise<void>
  readonly arena: LocalArena
  readonly terminal: Terminal
}

/** Plays pairs until the series is over or broken off. */
async function playSeries({
  series,
  sources,
  options,
  seed,
  mostGames,
  save,
  arena,
  terminal,
}: Playing): Promise<void> {
  const numbers = series.missing()
  const breaking = new AbortController()
  const signal = AbortSignal.any([terminal.signal, breaking.signal])
  let brokenInARow = 0
  let saved = Promise.resolve()
  const told = new Map<string, number>()
  const work = async (): Promise<void> => {
    const note = (line: string) => terminal.note(line)
    const { replays } = options
    await using table = new Table({ sources, arena, signal, note, told, ...(replays !== undefined && { replays }) })
    while (!series.isOver && !signal.aborted) {
      const { value: number, done } = numbers.next()
      if (done) return
      const pair = await table.playPair(number, settingOf(seed, number))
      // Pairs that end after the decision are not needed.
      if (pair === null || series.isOver) return
      series.add(pair)
      brokenInARow = pair.games.length === 0 ? brokenInARow + 1 : 0
      if (pair.why !== undefined) terminal.note(`pair ${number} could not be played to the end: ${pair.why}`)
      terminal.show(describeState(series.standing, mostGames))
      terminal.data({ pair })
      await (saved = saved.then(save))
      if (brokenInARow >= MOST_BROKEN) {
        throw new CommandFailure(
          `${MOST_BROKEN} pairs in a row could not be played to the end, the last one because: ${pair.why}`,
        )
      }
    }
  }
  const workers = Array.from({ length: concurrencyOf(sources, options) }, () =>
    // The first failure ends all of them, and is what went wrong: the others only say that they were ended.
    work().catch((error: unknown) => breaking.abort(error)),
  )
  await Promise.all(workers)
  if (!terminal.signal.aborted) breaking.signal.throwIfAborted()
}
