/** A what-if in words, for people to read. Pure. */
import type { Pair } from '@arena/host'
import { characterName, stageName } from '@arena/slp'
import { columns, count, duration } from '../words.ts'
import { AFTER_FRAMES, type NextStock, type Question } from './question.ts'
import type { WhatIfResult } from './result.ts'

export interface Told {
  readonly what: string
  readonly question: Question
  /** By port. */
  readonly names: Pair<string>
  readonly characters: Pair<number>
  readonly stage: number
  /** What plays: the bot, and the stand-in. */
  readonly bot: string
  readonly against: string
  /** The side's chance of winning after the branch point, and where the match had come to when its stock was decided. */
  readonly chance: { readonly before: number | null; readonly after: number | null }
}

const side = ({ names, characters }: Told, port: 0 | 1): string =>
  `${names[port]} (${characterName(characters[port])}, port ${port})`

/** What is asked, before it is played. */
export function describeQuestion(told: Told): string[] {
  const { what, question, bot, against, names, stage } = told
  const { frame, port, happened } = question
  const other = port === 0 ? 1 : 0
  return [
    `${what}, frame ${frame} (${duration(frame)}), ${stageName(stage)}: ${bot} in the place of ${side(told, port)}`,
    `  ${happenedText(happened, names, port)}`,
    `  against the recorded pads of ${side(told, other)} as long as they make sense, then against ${against}`,
  ]
}

function happenedText(happened: NextStock | null, names: Pair<string>, port: 0 | 1): string {
  if (happened === null) return 'nobody lost a stock in the match from there on'
  const at = `at frame ${happened.frame} (${duration(happened.frame)})`
  if (happened.loser === 'both') return `both lost their next stock ${at}`
  const loser = happened.loser === 'own' ? port : port === 0 ? 1 : 0
  return `${names[loser]} lost the next stock of the match ${at}`
}

/** One line while it runs: `84 of 200 games, the stock is kept in 71`. */
export const describeState = (games: readonly { readonly kept: boolean }[], of: number): string =>
  `${games.length} of ${count(of, 'game')}, the stock is kept in ${games.filter(({ kept }) => kept).length}`

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`

/** What came out, beside what happened. */
export function describeResult(result: WhatIfResult, told: Told): string[] {
  const { games, kept, interval, isOneGame, lost, recorded, chance, missed } = result
  const { question, names, bot } = told
  const { happened } = question
  const isKeptInMatch = happened === null || happened.loser === 'other'
  const share = percent(kept / games)
  const between = interval && games > 1 ? ` (95% between ${percent(interval.low)} and ${percent(interval.high)})` : ''
  const inMatch = { own: 'its own', other: 'the other’s', both: 'both' }
  const chanceText = (value: number | null) => (value === null ? '-' : percent(value))
  const rows = [
    ['', 'in the match', `with ${bot}`],
    [
      'stock kept',
      isKeptInMatch ? 'yes' : 'no',
      isOneGame
        ? `${kept > 0 ? 'yes' : 'no'}, in every game`
        : `${kept} of ${count(games, 'game')}, ${share}${between}`,
    ],
    ['next stock lost', happened === null ? 'nobody’s' : inMatch[happened.loser], losersText(lost)],
    [
      'chance of winning',
      `${chanceText(told.chance.before)}, then ${chanceText(told.chance.after)}`,
      `${chanceText(told.chance.before)}, then ${chanceText(chance)}`,
    ],
  ]
  const { median, least, most } = recorded
  const other = names[question.port === 0 ? 1 : 0]
  return [
    ...columns(rows),
    '',
    `The recorded pads of ${other} were played for ${count(median, 'frame')}${least === most ? '' : `, ${least} to ${most}`}.`,
    ...(isOneGame
      ? [
          `${count(games, 'game')} with different luck came out the same, frame by frame: neither the bots nor what happens draw anything, ` +
            'so that more games would tell no more.',
        ]
      : []),
    ...(missed > 0
      ? [`${bot} sent no pad for ${count(missed, 'frame')}, which ${missed === 1 ? 'was' : 'were'} played neutral.`]
      : []),
    describeKept(question),
  ]
}

const losersText = ({ own, other, both, nobody }: WhatIfResult['lost']): string =>
  [
    `its own in ${own}`,
    `the other’s in ${other}`,
    ...(both > 0 ? [`both in ${both}`] : []),
    `nobody’s in ${nobody}`,
  ].join(', ')

/** What counts as kept. */
function describeKept({ happened, until }: Question): string {
  const seconds = AFTER_FRAMES / 60
  const since = happened?.loser === 'own' || happened?.loser === 'both' ? 'the match took it' : 'the match was over'
  return `Kept: it has the stock still at frame ${until}, ${seconds} seconds after ${since}, or its opponent loses one first.`
}

/** Whether what a saved file demands holds. */
export function describeVerdict(
  { games, kept }: Pick<WhatIfResult, 'games' | 'kept'>,
  { bot, frame, atLeast }: { readonly bot: string; readonly frame: number; readonly atLeast: number },
): string {
  const demanded = `it has to be at least ${atLeast}`
  const holds = kept >= atLeast
  return `${bot} keeps its stock after frame ${frame} in ${kept} of ${count(games, 'game')}${holds ? '' : `, and ${demanded}`}.`
}
