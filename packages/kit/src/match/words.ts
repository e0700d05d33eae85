/** A series of pairs in words, for people to read. Pure. */
import type { Pair } from '@arena/host'
import { columns, count, times } from '../words.ts'
import type { Hypotheses } from '@arena/ratings'
import type { Standing } from './series.ts'
import type { Trouble } from './trouble.ts'

export const PLAYED_AGAIN = 'The same command plays again what could not be played to the end.'

/** `+48`, `-3`, `0`; a true minus would not be typed again. */
const signed = (number: number): string => {
  const rounded = Math.round(number)
  return rounded > 0 ? `+${rounded}` : `${rounded === 0 ? 0 : rounded}`
}

const bound = (elo: number): string =>
  Number.isFinite(elo) ? signed(elo) : elo > 0 ? 'any lead' : 'any distance behind'

const percent = (share: number, digits = 0): string => `${(100 * share).toFixed(digits)}%`

/** `+48 ± 37`; half of the interval, as it is a little longer on its far side. */
function describeElo({ estimate }: Standing): string {
  if (estimate === null) return 'no game yet'
  const { elo, low, high } = estimate
  if (elo === null) return estimate.score > 0 ? 'won every game' : 'lost every game'
  return Number.isFinite(low) && Number.isFinite(high)
    ? `${signed(elo)} ± ${Math.round((high - low) / 2)}`
    : signed(elo)
}

/** One line while it runs: `84 of at most 400 games  Elo +31 ± 70  LLR 0.81 (-2.98 to 3.86)`. */
export function describeState(standing: Standing, mostGames: number): string {
  const { games, test } = standing
  const most = test === null ? `of ${mostGames}` : `of at most ${mostGames}`
  const ratio =
    test === null
      ? ''
      : `  LLR ${ratioText(test.ratio)} (${ratioText(test.bounds.lower)} to ${ratioText(test.bounds.upper)})`
  return `${games} ${most} ${mostGames === 1 ? 'game' : 'games'}  Elo ${describeElo(standing)}${ratio}`
}

const ratioText = (ratio: number): string => ratio.toFixed(2)

/** All that is known in the end. `names`: the first bot's, then the second's. */
export function describeStanding(standing: Standing, names: Pair<string>, hypotheses: Hypotheses | null): string[] {
  const { games, wins, draws, losses, estimate, counts, test } = standing
  const [first, second] = names
  const lines = [`${first} against ${second}: ${count(games, 'game')} in ${count(games / 2, 'pair')}`, '']
  if (estimate === null) return [...lines.slice(0, 1), ...describeTrouble(standing, names)]
  const { low, high, superiority, score, normalizedElo } = estimate
  const normalized = normalizedElo === null ? '' : `; normalized ${signed(normalizedElo)}`
  const rows = [
    ['games', `${wins} won, ${losses} lost, ${draws} drawn: ${percent(score, 1)} of the points`],
    [
      'pairs',
      ['0', '½', '1', '1½', '2'].map((points, i) => `${points}: ${counts[i]}`).join('   ') + '   (points: pairs)',
    ],
    ['Elo', `${describeElo(standing)}, with 95% between ${bound(low)} and ${bound(high)}${normalized}`],
    ['stronger', `with a likelihood of ${percent(superiority, 1)}`],
  ]
  if (test !== null && hypotheses !== null) {
    const { ratio, bounds } = test
    const range = `stops at ${ratioText(bounds.lower)} and ${ratioText(bounds.upper)}, or at the end from ${percent(bounds.last)}`
    rows.push([
      'test',
      `LLR ${ratioText(ratio)} for ${signed(hypotheses.elo1)} against ${signed(hypotheses.elo0)} Elo; ${range}`,
    ])
  }
  return [...lines, ...columns(rows), ...describeTrouble(standing, names)]
}

/** What should not have happened; empty where nothing did. */
export function describeTrouble(
  { trouble, broken }: { readonly trouble: readonly Trouble[]; readonly broken: number },
  names: readonly string[],
): string[] {
  const lines = trouble.flatMap((own, bot) => sentencesOf(own, names[bot]!))
  if (broken > 0) {
    lines.push(
      `${count(broken, 'pair')} could not be played to the end, and ${broken === 1 ? 'counts' : 'count'} for nobody.`,
    )
  }
  return lines.length === 0 ? [] : ['', ...lines]
}

function sentencesOf({ forfeits, crashes, missed, raised }: Trouble, name: string): string[] {
  const said: string[] = []
  if (forfeits > 0) said.push(`lost ${count(forfeits, 'game')} by forfeit`)
  if (crashes > 0) said.push(`ended by itself in ${count(crashes, 'game')}, and was started again`)
  if (missed > 0) said.push(`missed ${count(missed, 'pad')}`)
  const errors =
    raised === null ? [] : [`${name} raised ${raised.most} ${times(raised.times)} in ${count(raised.games, 'game')}.`]
  return [...(said.length === 0 ? [] : [`${name} ${said.join('; ')}.`]), ...errors]
}

/** What the series says, in a sentence. */
export function describeVerdict(standing: Standing, names: Pair<string>, hypotheses: Hypotheses | null): string {
  const { test, games, estimate } = standing
  const [first, second] = names
  if (games === 0) return 'No game was played.'
  if (test === null || hypotheses === null) {
    if (estimate === null || (estimate.low <= 0 && estimate.high >= 0)) {
      return `After ${count(games, 'game')} neither is known to be stronger.`
    }
    return estimate.low > 0 ? `${first} is stronger.` : `${second} is stronger.`
  }
  const { elo0, elo1 } = hypotheses
  switch (test.decision) {
    case 'elo1':
      return elo0 === 0 ? `${first} is stronger than ${second}.` : `${first} is more than ${signed(elo0)} Elo stronger.`
    case 'elo0':
      if (estimate !== null && estimate.high < 0) {
        return `${first} is not stronger than ${second}, and seems to be weaker: exchange the two to test that.`
      }
      return `${first} is not stronger than ${second} by ${signed(elo1)} Elo: equal, as far as this test looks.`
    case null:
      return `Undecided after ${count(games, 'game')}: more of them, with a higher --games, would tell.`
  }
}
