/** `arena-kit match`: which of two bots is stronger, by pairs of games. */
import type { Pair } from '@arena/host'
import { EXIT, UsageError, newCommand, realNumber } from '@arena/host/command-line'
import type { Hypotheses } from '@arena/ratings'
import { botSource, type BotSource } from '../arguments.ts'
import { namesOf } from '../contestants.ts'
import { begunSeries, contestantsOf, type MatchPlan } from '../match/match-file.ts'
import { concurrencyOf, playSeries } from '../match/playing.ts'
import { Series } from '../match/series.ts'
import { describeStanding, describeState, describeVerdict, PLAYED_AGAIN } from '../match/words.ts'
import { fileNameOf } from '../named-files.ts'
import type { Terminal } from '../terminal.ts'
import { type AddCommand } from './command.ts'
import { addSeriesOptions, SERIES_HELP, type SeriesOptions } from './series-options.ts'

const MOST_AT_ONCE = 64
const DEFAULTS: Hypotheses = { elo0: 0, elo1: 50, alpha: 0.05, beta: 0.05 }

interface MatchOptions extends SeriesOptions, Partial<Hypotheses> {
  readonly sprt?: true
}

export const addMatch: AddCommand = (program, { terminal, action }) => {
  const command = newCommand(program, 'match', 'find out which of two bots is stronger')
    .argument('<bot>', 'a program, the URL of a bot that runs already, or one of the kit’s own', botSource)
    .argument('<opponent>', 'the same', botSource)
    .option('--sprt', 'stop as soon as it is sure whether the first bot is stronger')
    .option('--elo0 <elo>', 'with --sprt: a lead not worth finding (default: 0)', realNumber(-1000, 1000))
    .option('--elo1 <elo>', 'with --sprt: a lead to find (default: 50)', realNumber(-1000, 1000))
    .option('--alpha <share>', 'with --sprt: how often it may find a lead that is not there (default: 0.05)', risk)
    .option('--beta <share>', 'with --sprt: how often it may miss one that is there (default: 0.05)', risk)
  addSeriesOptions(command, '--sprt', MOST_AT_ONCE)
    .addHelpText(
      'after',
      `
Plays pairs of games on the fast clock. Both games of a pair have the same seed and stage, with the ports exchanged; the
stages take turns. Prints the difference in Elo with its error, and how many pairs gave 0 to 2 points.
${SERIES_HELP}`,
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
  const plan: MatchPlan = { bots: await contestantsOf(sources, names), test: hypotheses }
  const { seed, pairs } = await begunSeries(path, plan, options)
  const mostGames = options.games + (options.games % 2)
  const series = new Series(hypotheses, mostGames / 2, pairs).withoutBroken()
  if (pairs.length > 0) terminal.print(`Continues ${path}: ${describeState(series.standing, mostGames)}`, '')
  const concurrency = concurrencyOf(sources, options, MOST_AT_ONCE)
  const onPair = () => terminal.show(describeState(series.standing, mostGames))
  const { replays } = options
  await playSeries({ series, sources, plan, seed, path, concurrency, replays, terminal, onPair })
  const { standing } = series
  terminal.print(...describeStanding(standing, names, hypotheses), '')
  if (terminal.signal.aborted) {
    terminal.print(`Broken off; the same command continues. It is kept in ${path}.`)
    return EXIT.interrupted
  }
  terminal.print(describeVerdict(standing, names, hypotheses), `  --seed ${seed}, kept in ${path}`)
  terminal.data({ bots: names, seed, state: path, hypotheses, ...standing })
  if (standing.broken === 0 || series.isDecided) return EXIT.ok
  terminal.note(PLAYED_AGAIN)
  return EXIT.failed
}
