/** Codes the hurt capsules: for each fighter the list, then for each animation its actions, length and key frames. */
import {
  HURTBOX_CONTEXT,
  HURTBOX_WORDS,
  hurtboxModel,
  RADII_PER_UNIT,
} from '../../packages/engine/src/tables/hurtboxes.ts'
import { codedTable, CodedWriter } from './code.ts'
import { animationsOf, putAnimations, type Animation } from './key-frames.ts'
import { cloneOf, FIGHTERS, type FighterSource, type Row } from './source.ts'

/** Places are kept in halves of a unit. */
const PLACES_PER_UNIT = 2
const HEIGHTS = ['low', 'middle', 'high']

/** The packed values of a key frame: six for each capsule, then how wide a body that swells is. */
function valuesOf(row: Row, capsules: number): number[] {
  const columns = Array.from({ length: capsules }, (_, i) => `capsule${i}`)
  if (row.has('width')) columns.push('width')
  return columns.flatMap((column) => row.numbers(column)).map((value) => value * PLACES_PER_UNIT)
}

function animationsOfFighter({ rows }: FighterSource): Animation[] {
  const capsules = rows('capsules.csv').length
  return animationsOf(rows('hurtboxes.csv'), (row) => valuesOf(row, capsules))
}

/** Which end of the capsules before it each one follows best, over all animations; -1 for none. */
function parentsOf(count: number, animations: readonly Animation[]): number[] {
  const steps = animations.flatMap(({ keyFrames }) =>
    keyFrames.slice(1).map(({ values }, i) => values.map((value, n) => value - keyFrames[i]!.values[n]!)),
  )
  const costOf = (capsule: number, parent: number): number => {
    let bits = 0
    for (const step of steps) {
      for (let axis = 0; axis < 3; axis++) {
        const expected = parent < 0 ? 0 : step[parent * 3 + axis]!
        bits += Math.log2(1 + 2 * Math.abs(step[capsule * HURTBOX_WORDS + axis]! - expected))
      }
    }
    return bits
  }
  return Array.from({ length: count }, (_, capsule) => {
    const choices = Array.from({ length: capsule * 2 + 1 }, (_end, i) => i - 1)
    const costs = choices.map((parent) => costOf(capsule, parent))
    return choices[costs.indexOf(Math.min(...costs))]!
  })
}

function codeHurtboxes(fighter: FighterSource, users: readonly FighterSource[]): CodedWriter {
  const writer = new CodedWriter()
  const capsules = fighter.rows('capsules.csv')
  writer.put(capsules.length, HURTBOX_CONTEXT.head)
  const animations = animationsOfFighter(fighter)
  const parents = parentsOf(capsules.length, animations)
  const swells = capsules.some((row) => row.number('swells') === 1)
  for (const [i, row] of capsules.entries()) {
    const height = HEIGHTS.indexOf(row.text('height'))
    writer.put(row.number('swells') * 8 + height * 2 + row.number('grabbable'), HURTBOX_CONTEXT.head)
    writer.put(Math.round(row.number('radius') * RADII_PER_UNIT), HURTBOX_CONTEXT.radius)
    writer.put(parents[i]! + 1, HURTBOX_CONTEXT.parent)
  }
  putAnimations(writer, animations, {
    width: capsules.length * HURTBOX_WORDS + (swells ? 1 : 0),
    contexts: HURTBOX_CONTEXT,
    model: hurtboxModel(parents),
    fighters: users,
  })
  return writer
}

/** An action, then pairs of a frame and the one that it shows. */
function pacesOf({ rows }: FighterSource): number[][] {
  const paces = new Map<number, number[]>()
  for (const row of rows('paces.csv')) {
    const pace = paces.get(row.number('action')) ?? [row.number('action')]
    pace.push(row.number('frame'), row.number('shown'))
    paces.set(row.number('action'), pace)
  }
  return [...paces.values()]
}

const shiftsOf = ({ rows }: FighterSource): number[][] =>
  rows('hurtbox-shifts.csv').map((row) => ['action', 'ahead', 'above'].map((column) => row.number(column)))

/** Whose hurt capsules a fighter has; undefined where they are not public. */
export function hurtboxSource(fighter: FighterSource): FighterSource | undefined {
  return fighter.rows('hurtboxes.csv').length > 0 ? fighter : cloneOf(fighter.slug, 'hurtboxes')?.of
}

/** The actions of which a fighter's folder holds hurt capsules. */
export function hurtboxActions(fighter: FighterSource): Set<number> {
  return new Set(animationsOfFighter(fighter).flatMap(({ actions }) => actions))
}

export function buildHurtboxes(): string {
  const lists = FIGHTERS.filter(({ rows }) => rows('hurtboxes.csv').length > 0)
  const lines = FIGHTERS.map((fighter) => {
    const source = hurtboxSource(fighter)
    const scale = source === fighter ? 1 : (cloneOf(fighter.slug, 'hurtboxes')?.scale ?? 1)
    return `[${source ? lists.indexOf(source) : -1}, ${scale}, ${JSON.stringify(shiftsOf(fighter))}]`
  })
  return [
    '/** Coded, see scripts/tables/hurtboxes.ts. */',
    codedTable(
      'HURTBOXES',
      lists.map((list) =>
        codeHurtboxes(
          list,
          FIGHTERS.filter((fighter) => hurtboxSource(fighter) === list),
        ),
      ),
    ),
    '/** By list: an action, then pairs of a frame of its animation and the one that it shows. */',
    `export const HURTBOX_PACES: readonly (readonly (readonly number[])[])[] = ${JSON.stringify(lists.map(pacesOf))}`,
    '/** By internal id: whose list (-1 none), at which scale, and actions whose body is elsewhere, with how far forward and up. */',
    `export const HURTBOX_USES: readonly (readonly [number, number, readonly (readonly number[])[]])[] = [${lines.join(', ')}]`,
    '',
  ].join('\n')
}
