/** Bodies of fighters, and of actions, without hurt capsules: outlines by animation frame, or a capsule by kind of action. */
import type { OutlineFigures, RegionFigures, ShieldFigures } from '../../packages/engine/src/tables/figures.ts'
import { hurtboxActions, hurtboxSource } from './hurtboxes.ts'
import { animationFigures, readAnimations } from './key-frames.ts'
import { cloneOf, FIGHTERS, readTable, type FighterSource, type Row } from './source.ts'

/** Both ends in the plane, and the radius. */
const CAPSULE_WORDS = 5
const MAX_CAPSULES = 4
/**
 * The units of the engine in steps of the file's grid. A download is shorter for it, and hit detection, which is right in 94
 * of 100 labelled frames, loses 0.1 of them.
 */
const PLACE_UNIT = 1.5
const RADIUS_UNIT = 4

interface Grid {
  readonly place: number
  readonly radius: number
}

/** Value `n` of a key frame in the engine's units. */
function coarse(value: number, n: number, { place, radius }: Grid): number {
  return n % CAPSULE_WORDS === CAPSULE_WORDS - 1
    ? Math.round(Math.round(value / radius) / RADIUS_UNIT)
    : Math.round(Math.round(value / place) / PLACE_UNIT)
}

/** What stands in for actions that have no outline: standing and falling. */
const STAND_INS = [14, 29]

/** The fighter whose outline this one has; undefined for the three without a public one. */
function outlineSource(fighter: FighterSource): FighterSource | undefined {
  return [fighter, cloneOf(fighter.slug, 'outlines')?.of].find(
    (other) => other && other.rows('outlines.csv').length > 0,
  )
}

/** The actions of an outline for which every user has hurt capsules. */
function knownActions(users: readonly FighterSource[]): Set<number> {
  const sources = users.map(hurtboxSource)
  const known = sources.map((source) => (source ? hurtboxActions(source) : new Set<number>()))
  const [first = new Set<number>(), ...others] = known
  return new Set([...first].filter((action) => others.every((set) => set.has(action)) && !STAND_INS.includes(action)))
}

/** Without the actions for which all that share it have hurt capsules. */
export function outlineFigures(fighter: FighterSource): OutlineFigures | null {
  const source = outlineSource(fighter)
  if (!source) return null
  const clone = source === fighter ? undefined : cloneOf(fighter.slug, 'outlines')
  const users = FIGHTERS.filter((other) => outlineSource(other) === source)
  const rows = source.rows('outlines.csv')
  const grid = { place: source.figures.number('outlineGrid'), radius: source.figures.number('outlineRadiusGrid') }
  const columns = Array.from({ length: MAX_CAPSULES }, (_, i) => `capsule${i}`).filter((column) => rows[0]!.has(column))
  const animations = readAnimations(rows, (row) =>
    columns.flatMap((column) => row.numbers(column)).map((value, n) => coarse(value, n, grid)),
  )
  return {
    place: grid.place * PLACE_UNIT,
    radius: grid.radius * RADIUS_UNIT,
    count: columns.length,
    scale: clone?.scale ?? 1,
    thicker: clone?.thicker ?? 0,
    isLent: clone !== undefined && cloneOf(fighter.slug, 'animations')?.of !== clone.of,
    animations: animationFigures(animations, users, columns.length * CAPSULE_WORDS, knownActions(users)),
  }
}

/** Growths of the capsules, from `0:-1.5 3:0.6`. */
export function growthsOf({ figures }: FighterSource): number[] {
  const growths = Array.from({ length: MAX_CAPSULES }, () => 0)
  if (figures.has('thickerCapsules')) {
    for (const correction of figures.text('thickerCapsules').split(' ')) {
      const [capsule, growth] = correction.split(':').map(Number)
      growths[capsule!] = growth!
    }
  }
  return growths
}

export function shieldFigures({ figures }: FighterSource): ShieldFigures {
  return {
    x: figures.number('shieldX'),
    y: figures.number('shieldY'),
    scale: figures.number('shieldScale'),
    tilts: figures.has('shieldTilts') && figures.text('shieldTilts') === 'none' ? null : figures.numbers('shieldTilts'),
    risesFrom: figures.numberOr('shieldRisesFrom', 0),
  }
}

export const hurtGroups = (): { name: string; actions: number[] }[] =>
  readTable('common/hurt-groups.csv').map((row) => ({ name: row.text('group'), actions: row.numbers('actions') }))

function capsuleOf(row: Row): [number, number, number, number, number] {
  const [x1, y1, x2, y2, radius] = ['x1', 'y1', 'x2', 'y2', 'radius'].map((column) => row.number(column))
  return [x1!, y1!, x2!, y2!, radius!]
}

export function regionFigures({ rows }: FighterSource): RegionFigures {
  const names = hurtGroups().map(({ name }) => name)
  const regions = rows('hurt-regions.csv')
  return {
    groups: Object.fromEntries(
      regions.flatMap((row) => (row.has('group') ? [[names.indexOf(row.text('group')), capsuleOf(row)]] : [])),
    ),
    actions: regions.flatMap((row) => {
      if (!row.has('action')) return []
      // Character-specific actions have `a` (airborne) and `g` behind their number.
      const [, action, where] = /^(\d+)([ag]?)$/.exec(row.text('action'))!
      const side = where === 'a' ? 1 : where === 'g' ? 0 : 2
      const [first, last] = [row.number('first'), row.number('last')]
      return [{ action: Number(action), first, last, side, capsule: capsuleOf(row) } as const]
    }),
  }
}
