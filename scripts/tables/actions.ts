/**
 * Tables by action: names and ids, lengths, windows, root motion.
 *
 * Lengths come in several readings. Where an attack script has a total (one more if the script begins on the second
 * state frame), it decides, unless replays commonly show a natural end one frame away from it. Otherwise the longer of
 * two measurements decides: the commonest length of actions that end in standing, falling or crouching, and the
 * commonest length before the commonest successor (at least three records each; the shorter one is then an
 * interruption), or the longest length seen twice when an in-game recording is as long. Without measurements, in this
 * order: the last frame of an in-game recording, the animation's frames (one less for rolls, spot dodge and air dodge),
 * the longest length seen twice, the commonest length.
 *
 * A common action without measurements of its own takes the commonest length of the other fighters when it has no
 * reading, or one that differs by a single frame, unless such readings of the action are right where there are
 * measurements (left out one by one, of 1,147 lengths 17 more are right, none less).
 */
import type { Figures } from '../../packages/engine/src/tables/figures.ts'
import { commonest } from './commonest.ts'
import { FIGHTERS, readTable, type FighterSource, type Row } from './source.ts'
import { COMMON_ACTIONS, intangibleWindows, windowsOf } from './windows.ts'

/** Greater than any action id. */
const ACTIONS = 1024
const ESCAPES = [233, 234, 235, 236]
const ENOUGH_SAMPLES = 3
/** Readings of an action are used where at least this number, and this share of them, agree with measurements. */
const TRUSTED = { readings: 2, share: 0.8 }

type ActionRow = readonly [name: string, animation: number, attack: number]

function actionRows(list: readonly Row[], first: number): ActionRow[] {
  checkNumbers(list, first)
  return list.map((row) => [row.text('name'), row.numberOr('animation', -1), row.number('attack')])
}

export const commonActions = (): ActionRow[] => actionRows(readTable('common/actions.csv'), 0)

export const ownActions = ({ rows }: FighterSource): ActionRow[] => actionRows(rows('actions.csv'), COMMON_ACTIONS)

function checkNumbers(list: readonly Row[], first: number): void {
  for (const [i, row] of list.entries()) {
    if (row.number('action') !== first + i) throw new Error(`actions.csv: expected action ${first + i}`)
  }
}

/** Readings other than those of replays. */
const READINGS = ['script', 'recorded', 'animation'] as const

const rowOf = (rows: readonly Row[], action: number): Row | undefined =>
  rows.find((row) => row.number('action') === action)

/** The length measured on replays; 0 where there are too few records. */
function measuredLength(row: Row): number {
  const neutral = row.numberOr('neutralSamples', 0) >= ENOUGH_SAMPLES ? row.number('neutral') : 0
  const next = row.numberOr('nextSamples', 0) >= ENOUGH_SAMPLES ? row.number('nextFrames') : 0
  const measured = Math.max(neutral, next)
  const longest = row.numberOr('longest', 0)
  const recorded = row.numberOr('recorded', 0)
  return measured > 0 && measured < recorded - 1 && longest >= recorded ? longest : measured
}

/** The length by all readings, or by those that are not measured on replays. */
function resolveLength(row: Row, measured = measuredLength(row)): number {
  const late = row.numberOr('late', 0)
  if (row.has('script')) {
    const script = row.number('script') + late
    return Math.abs(measured - script) === 1 ? measured : script
  }
  if (measured > 0) return measured
  if (row.has('recorded')) return row.number('recorded') + late
  if (row.has('animation')) return row.number('animation') - (ESCAPES.includes(row.number('action')) ? 1 : 0)
  return row.numberOr('longest', row.numberOr('mode', 0))
}

/** What the lengths of common actions show about an action in general. */
interface Measured {
  readonly lengths: number[]
  readings: number
  right: number
}

function measureCommon(): ReadonlyMap<number, Measured> {
  const measured = new Map<number, Measured>()
  for (const row of FIGHTERS.flatMap(({ ownRows }) => ownRows('lengths.csv'))) {
    const action = row.number('action')
    if (action >= COMMON_ACTIONS || measuredLength(row) === 0) continue
    const others = measured.get(action) ?? { lengths: [], readings: 0, right: 0 }
    others.lengths.push(resolveLength(row))
    if (READINGS.some((reading) => row.has(reading))) {
      others.readings++
      if (resolveLength(row, 0) === resolveLength(row)) others.right++
    }
    measured.set(action, others)
  }
  return measured
}

const common = measureCommon()

export function lengthFigures({ rows }: FighterSource): Figures['lengths'] {
  const lengths: Record<number, number> = {}
  for (let action = 0; action < ACTIONS; action++) {
    const row = rowOf(rows('lengths.csv'), action)
    let length = row ? resolveLength(row) : 0
    const others = common.get(action)
    if (others && !(row && measuredLength(row) > 0)) {
      const usual = commonest(others.lengths)
      const isTrusted = others.readings >= TRUSTED.readings && others.right >= TRUSTED.share * others.readings
      if (length === 0 || (!isTrusted && Math.abs(length - usual) === 1)) length = usual
    }
    if (length > 0) lengths[action] = length
  }
  return lengths
}

/** Windows in which a fighter is intangible or invincible, turns round, or may be interrupted. */
export function windowFigures(fighter: FighterSource): Figures['windows'] {
  const windows: Record<number, Figures['windows'][number]> = {}
  for (let action = 0; action < ACTIONS; action++) {
    const row = rowOf(fighter.rows('windows.csv'), action)
    const intangible = intangibleWindows(fighter, action)
    if (!row && intangible.length === 0) continue
    const frame = (column: string): number => row?.numberOr(column, 0) ?? 0
    windows[action] = {
      flip: frame('flip'),
      interruptible: frame('interruptible'),
      run: frame('run'),
      turnRun: frame('turnRun'),
      intangible: intangible.flat(),
      invincible: windowsOf(row?.text('invincible') ?? '').flat(),
    }
  }
  return windows
}

/** To a thousandth of a unit. */
const rounded = (value: number): number => Math.round(value * 1_000) / 1_000 + 0

export function rootMotion({ rows }: FighterSource): Figures['rootMotion'] {
  return Object.fromEntries(
    rows('root-motion.csv').map((row) => {
      return [row.number('action'), { x: row.numbers('x').map(rounded), y: row.numbers('y').map(rounded) }]
    }),
  )
}
