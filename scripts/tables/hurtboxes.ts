/** Hurt capsules of a fighter, its own, or those of the fighter whose animations it shares, scaled by model size. */
import type { HurtboxFigures } from '../../packages/engine/src/tables/figures.ts'
import { animationFigures, readAnimations, type Animation } from './key-frames.ts'
import { cloneOf, FIGHTERS, type FighterSource, type Row } from './source.ts'

/** Forward, up and depth of either end. */
const HURTBOX_WORDS = 6
/** Places are stored in halves of a unit, radii in hundredths. */
const PLACES_PER_UNIT = 2
const RADII_PER_UNIT = 100
const HEIGHTS = ['low', 'middle', 'high']

/** The values of a key frame: six for each capsule, then the width of a body that swells. */
function valuesOf(row: Row, capsules: number): number[] {
  const columns = Array.from({ length: capsules }, (_, i) => `capsule${i}`)
  if (row.has('width')) columns.push('width')
  return columns.flatMap((column) => row.numbers(column)).map((value) => value * PLACES_PER_UNIT)
}

function readHurtboxes({ rows }: FighterSource): Animation[] {
  const capsules = rows('capsules.csv').length
  return readAnimations(rows('hurtboxes.csv'), (row) => valuesOf(row, capsules))
}

/** The fighter whose hurt capsules a fighter has; undefined where they are not public. */
export function hurtboxSource(fighter: FighterSource): FighterSource | undefined {
  return [fighter, cloneOf(fighter.slug, 'hurtboxes')?.of].find(
    (other) => other && other.rows('hurtboxes.csv').length > 0,
  )
}

/** The actions for which a fighter's folder has hurt capsules. */
export function hurtboxActions(fighter: FighterSource): Set<number> {
  return new Set(readHurtboxes(fighter).flatMap(({ actions }) => actions))
}

export function hurtboxFigures(fighter: FighterSource): HurtboxFigures | null {
  const source = hurtboxSource(fighter)
  if (!source) return null
  const capsules = source.rows('capsules.csv')
  const swelling = capsules.filter((row) => row.number('swells') === 1).length
  const users = FIGHTERS.filter((other) => hurtboxSource(other) === source)
  const width = capsules.length * HURTBOX_WORDS + (swelling > 0 ? 1 : 0)
  return {
    scale: source === fighter ? 1 : cloneOf(fighter.slug, 'hurtboxes')!.scale,
    radii: capsules.map((row) => Math.round(row.number('radius') * RADII_PER_UNIT) / RADII_PER_UNIT),
    swelling,
    heights: capsules.map((row) => HEIGHTS.indexOf(row.text('height'))),
    grabbable: capsules.map((row) => row.number('grabbable') === 1),
    animations: animationFigures(readHurtboxes(source), users, width),
    paces: pacesOf(source),
    shifts: Object.fromEntries(
      fighter
        .rows('hurtbox-shifts.csv')
        .map((row) => [row.number('action'), [row.number('ahead'), row.number('above')] as const]),
    ),
  }
}

function pacesOf({ rows }: FighterSource): HurtboxFigures['paces'] {
  const paces: Record<number, (readonly [number, number])[]> = {}
  for (const row of rows('paces.csv')) {
    const pace = (paces[row.number('action')] ??= [])
    pace.push([row.number('frame'), row.number('shown')])
  }
  return paces
}
