/** `arena-kit rate`: one list of several bots, with what is not known of it. */
import { EXIT, UsageError, newCommand, realNumber } from '@arena/host/command-line'
import { botSource, type BotSource } from '../arguments.ts'
import { namesOf } from '../contestants.ts'
import { begunSeries, contestantsOf, type MatchPlan } from '../match/match-file.ts'
import { concurrencyOf, playSeries } from '../match/playing.ts'
import { PLAYED_AGAIN } from '../match/words.ts'
import { fileNameOf } from '../named-files.ts'
import { AHEAD, RatedSeries } from '../rate/rated-series.ts'
import { describeRating, describeRatings } from '../rate/words.ts'
import type { Terminal } from '../terminal.ts'
import { type AddCommand } from './command.ts'
import { addSeriesOptions, SERIES_HELP, type SeriesOptions } from './series-options.ts'

/** Whoever tells most is looked for among all pairs of bots, with each pair that is played. */
const MOST_BOTS = 32

interface RateOptions extends SeriesOptions {
  readonly within?: number
}

export const addRate: AddCommand = (program, { terminal, action }) => {
  const command = newCommand(program, 'rate', 'rate several bots in one list')
    .argument(
      '<bots...>',
      'programs, URLs of bots that run already, or the kit’s own',
      (text, before?: BotSource[]) => [...(before ?? []), botSource(text)],
    )
    .option(
      '--within <elo>',
      'stop once every 95 % interval reaches at most this far to either side',
      realNumber(1, 1000),
    )
  addSeriesOptions(command, '--within', AHEAD)
    .addHelpText(
      'after',
      `
Plays pairs of games on the fast clock, as match does, and always between the two bots whose games are expected to tell
most: even ones, of whom it is open who is better. Prints Elo around a mean of 1500, the interval in which the true
rating lies with 95 of 100, and the ranks that the games leave open.
${SERIES_HELP}`,
    )
    .action(action((bots: BotSource[], options: RateOptions) => rate(bots, options, terminal)))
}

/** The exit code. */
async function rate(sources: readonly BotSource[], options: RateOptions, terminal: Terminal): Promise<number> {
  if (sources.length < 2 || sources.length > MOST_BOTS) {
    throw new UsageError(`It takes 2 to ${MOST_BOTS} bots, and not ${sources.length}.`)
  }
  const names = namesOf(sources)
  const path = options.state ?? fileNameOf(names, '.rate.json')
  const plan: MatchPlan = { bots: await contestantsOf(sources, names), test: null }
  const { seed, pairs } = await begunSeries(path, plan, options)
  const mostPairs = Math.ceil(options.games / 2)
  const within = options.within ?? null
  const series = new RatedSeries({ bots: sources.length, mostPairs, within }, pairs).withoutBroken()
  const describe = () => describeRating(series.ratings, names, 2 * mostPairs)
  if (pairs.length > 0) terminal.print(`Continues ${path}: ${describe()}`, '')
  const concurrency = concurrencyOf(sources, options, AHEAD)
  const { replays } = options
  const onPair = () => {
    if (terminal.isScreen)
      terminal.table([...describeRatings(series.ratings, names), '', `at most ${2 * mostPairs} games`])
    else terminal.show(describe())
  }
  await playSeries({ series, sources, plan, seed, path, concurrency, replays, terminal, onPair })
  const { ratings } = series
  terminal.print(...describeRatings(ratings, names), '')
  if (terminal.signal.aborted) {
    terminal.print(`Broken off; the same command continues. It is kept in ${path}.`)
    return EXIT.interrupted
  }
  if (within !== null && !series.isDecided) {
    terminal.print(`Not every rating is known within ${within}: more games, with a higher --games, would tell.`)
  }
  terminal.print(`  --seed ${seed}, kept in ${path}`)
  const { rows, trouble, ...rest } = ratings
  const list = rows.map(({ player, best, worst, ...row }) => {
    return { bot: names[player], ...row, bestRank: best, worstRank: worst, trouble: trouble[player] }
  })
  terminal.data({ bots: names, seed, state: path, within, ...rest, rows: list })
  if (ratings.broken === 0 || series.isDecided) return EXIT.ok
  terminal.note(PLAYED_AGAIN)
  return EXIT.failed
}
