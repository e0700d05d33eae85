/**
 * Tables by action: names and ids, lengths, windows, root motion.
 *
 * Lengths come in several readings. Where an attack script tells a total (one more if the script begins on the second
 * state frame), that decides, unless replays commonly show a natural end one frame beside it. Otherwise the longer of
 * two measured ones does: the commonest length when the action ended in standing, falling or crouching, and the
 * commonest before its commonest successor (three records or more each; the shorter is then an interruption), or the
 * longest seen twice when an in-game recording shows that it gets so long. Without
 * measurements: the last frame of an in-game recording, the animation's frames (one less for rolls, spot dodge and air
 * dodge), the longest length seen twice, the commonest one. A common action without measurements of its own takes the
 * commonest length among the other fighters when it has no reading, or one that differs by a single frame, unless such
 * readings of the action are right where measurements tell (left out one by one, of 1,147 lengths 17 more come out right, none less).
 */
import {
  apartContext,
  MOTION_CONTEXT,
  motionContext,
  motionTree,
  scaledLike,
} from '../../packages/engine/src/tables/root-motion.ts'
import { codedTable, CodedWriter } from './code.ts'
import { commonest } from './commonest.ts'
import { PackedWriter } from './pack.ts'
import { cloneOf, FIGHTERS, readTable, type FighterSource, type Row } from './source.ts'
import { COMMON_ACTIONS, intangibleWindows, windowsOf, type Window } from './windows.ts'

/** More than any action id. */
const ACTIONS = 1024
const ESCAPES = [233, 234, 235, 236]
const ENOUGH_SAMPLES = 3
/** Readings of an action are believed where so many, and that share of them, agree with measurements. */
const TRUSTED = { readings: 2, share: 0.8 }

export function buildActions(): string {
  const common = readTable('common/actions.csv')
  const own = FIGHTERS.map((fighter) => fighter.rows('actions.csv'))
  checkNumbers(common, 0)
  for (const list of own) checkNumbers(list, COMMON_ACTIONS)
  const names = (list: readonly Row[]) => JSON.stringify(list.map((row) => row.text('name')).join(' '))
  const ids = (list: readonly Row[]) => {
    const pack = new PackedWriter()
    for (const row of list) pack.put(row.numberOr('animation', -1) + 1).put(row.number('attack'))
    return JSON.stringify(pack.toString())
  }
  return [
    '/** Names of the action states, separated by spaces: those of all fighters, then from 341 on by internal id. */',
    `export const COMMON_ACTION_NAMES = ${names(common)}`,
    `export const OWN_ACTION_NAMES: readonly string[] = [${own.map(names).join(',\n  ')}]`,
    '/** Packed: animation id + 1 (0: none known), attack id. */',
    `export const COMMON_ACTION_IDS = ${ids(common)}`,
    `export const OWN_ACTION_IDS: readonly string[] = [${own.map(ids).join(',\n  ')}]`,
    '',
    '/** By internal id, packed: steps from action to action, length. */',
    `export const ACTION_LENGTHS: readonly string[] = ${JSON.stringify(packLengths())}`,
    '',
    '/** By internal id, packed: step to the action, flip, interruptible, run, turnRun, then count and ends of the windows. */',
    `export const ACTION_WINDOWS: readonly string[] = ${JSON.stringify(packWindows())}`,
    '',
  ].join('\n')
}

function checkNumbers(list: readonly Row[], first: number): void {
  for (const [i, row] of list.entries()) {
    if (row.number('action') !== first + i) throw new Error(`actions.csv: expected action ${first + i}`)
  }
}

/** Readings other than those of replays. */
const READINGS = ['script', 'recorded', 'animation'] as const

const rowOf = (rows: readonly Row[], action: number): Row | undefined =>
  rows.find((row) => row.number('action') === action)

/** The length measured on replays; 0 where too few records tell. */
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

/** Packs what each fighter's actions have, fighter by fighter: an engine reads those of two. */
function packByFighter(
  putAction: (pack: PackedWriter, fighter: FighterSource, action: number, step: number) => boolean,
): string[] {
  return FIGHTERS.map((fighter) => {
    const pack = new PackedWriter()
    let before = 0
    for (let action = 0; action < ACTIONS; action++) {
      if (putAction(pack, fighter, action, action - before)) before = action
    }
    return pack.toString()
  })
}

function packLengths(): string[] {
  const measured = new Map<number, { lengths: number[]; readings: number; right: number }>()
  for (const row of FIGHTERS.flatMap((fighter) => fighter.rows('lengths.csv'))) {
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
  return packByFighter((pack, fighter, action, step) => {
    const row = rowOf(fighter.rows('lengths.csv'), action)
    let length = row ? resolveLength(row) : 0
    const others = measured.get(action)
    if (others && !(row && measuredLength(row) > 0)) {
      const usual = commonest(others.lengths)
      const isTrusted = others.readings >= TRUSTED.readings && others.right >= TRUSTED.share * others.readings
      if (length === 0 || (!isTrusted && Math.abs(length - usual) === 1)) length = usual
    }
    if (length > 0) pack.put(step).put(length)
    return length > 0
  })
}

const WINDOW_COLUMNS = ['flip', 'interruptible', 'run', 'turnRun'] as const

/** Windows in which a fighter cannot be hit or harmed, faces about, or may go on to something else. */
function packWindows(): string[] {
  return packByFighter((pack, fighter, action, step) => {
    const row = rowOf(fighter.rows('windows.csv'), action)
    const intangible = intangibleWindows(fighter, action)
    if (!row && intangible.length === 0) return false
    pack.put(step)
    for (const column of WINDOW_COLUMNS) pack.put(row?.numberOr(column, 0) ?? 0)
    putRanges(pack, intangible)
    putRanges(pack, windowsOf(row?.text('invincible') ?? ''))
    return true
  })
}

function putRanges(pack: PackedWriter, ranges: readonly Window[]): void {
  pack.put(ranges.length)
  for (const [first, last] of ranges) pack.put(first).put(last - first)
}

/** Root motion in thousandths of a unit (a download is 10 kB shorter than with the ten-thousandths of the source). */
export function buildRootMotion(): string {
  const byFighter = new Map(
    FIGHTERS.map(({ slug, rows }) => [
      slug,
      rows('root-motion.csv').map((row): Scaled => ({
        action: row.number('action'),
        series: ['x', 'y'].map((axis) => row.numbers(axis).map((value) => Math.round(value * 1_000))),
      })),
    ]),
  )
  const coded = FIGHTERS.map(({ slug }) => {
    const writer = new CodedWriter()
    const model = cloneOf(slug, 'animations')
    let before = 0
    for (const { action, series } of byFighter.get(slug)!) {
      writer.put(action - before, MOTION_CONTEXT.action)
      before = action
      const like = model && byFighter.get(model.of.slug)!.find((motion) => motion.action === action)
      for (const [axis, values] of series.entries())
        putMotion(writer, axis, values, like?.series[axis], model?.scale ?? 1)
    }
    return writer
  })
  return `/** By internal id, coded, see tables/root-motion.ts. */\n${codedTable('ROOT_MOTION', coded)}`
}

/** Displacements of an action along both axes, in thousandths of a unit. */
interface Scaled {
  readonly action: number
  readonly series: readonly (readonly number[])[]
}

const bitsOf = (changes: readonly number[]): number =>
  changes.reduce((bits, change) => bits + Math.log2(1 + 2 * Math.abs(change)), 0)

/** As the model's or by itself, whichever is shorter. */
function putMotion(
  writer: CodedWriter,
  axis: number,
  values: readonly number[],
  like: readonly number[] | undefined,
  ratio: number,
): void {
  const steps = values.map((value, i) => value - (values[i - 1] ?? 0))
  const changes = steps.map((step, i) => step - (steps[i - 1] ?? 0))
  let changed = 0
  if (like) {
    const model = Float32Array.from(like, (value) => value / 1_000)
    const apart = values.map((value, i) => value - scaledLike(model, i, ratio))
    const isLike = bitsOf(apart) <= bitsOf(changes)
    writer.put(isLike ? 1 : 0, MOTION_CONTEXT.isLike)
    if (isLike) {
      writer.putSigned(values.length - like.length, MOTION_CONTEXT.longer)
      for (const next of apart) {
        writer.putSigned(next, apartContext(changed))
        changed = next
      }
      return
    }
  }
  writer.put(values.length, MOTION_CONTEXT.length)
  for (const next of changes) {
    writer.putSigned(next, motionContext(axis, changed), motionTree(axis))
    changed = next
  }
}
