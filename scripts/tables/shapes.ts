/**
 * Packs body shapes: for each animation its actions, length, loop, and its key frames as differences from the key frame
 * before (the first: from the first of the animation before). Hurt regions and shields stay readable.
 */
import { SHAPE_CONTEXT, SHAPE_MODEL } from '../../packages/engine/src/tables/shapes.ts'
import { codedTable, CodedWriter } from './code.ts'
import { hurtboxActions } from './hurtboxes.ts'
import { putAnimations } from './key-frames.ts'
import { readLines, readTable, type Row } from './source.ts'

const VALUES = 5
/** Codes of a place at the fighter's own, x and y. */
const ORIGIN = [46, 24] as const
/**
 * The packed units in those of the source. A download is an eighth shorter for it, and hit detection, which is right in
 * 94 of 100 labelled frames, loses 0.1 of them.
 */
const PLACE_UNIT = 1.5
const RADIUS_UNIT = 4

/** Value `n` of a key frame in the packed units. */
function coarse(code: number, n: number): number {
  const place = n % VALUES
  if (place === VALUES - 1) return Math.round(code / RADIUS_UNIT)
  const origin = ORIGIN[place % 2]!
  return origin + Math.round((code - origin) / PLACE_UNIT)
}

/** What stands in for actions that have no outline: standing and falling. */
const STAND_INS = [14, 29]

/** Outlines of the actions of which no user of the file has hurt capsules. */
function packShape(
  name: string,
  fighters: readonly number[],
  known: ReadonlySet<number>,
): { grid: string; writer: CodedWriter } {
  const file = `shapes/${name}.txt`
  const [head, ...animations] = readLines(file)
  const [, q, r, count] = head!.split(' ').map(Number)
  const writer = new CodedWriter()
  const width = count! * VALUES
  putAnimations(writer, animations, {
    file,
    width,
    contexts: SHAPE_CONTEXT,
    model: SHAPE_MODEL,
    valueOf: coarse,
    fighters,
    known,
  })
  return { grid: `[${q! * PLACE_UNIT}, ${r! * RADIUS_UNIT}, ${count}]`, writer }
}

/** Leanings of a fighter whose own were not measured: those of ten of them together (635 recorded hits). */
const MEAN_LOW = -3.5
const MEAN_HIGH = -2.25

function leaningOf(use: Row): string {
  return `[${use.numberOr('low', MEAN_LOW)}, ${use.numberOr('high', MEAN_HIGH)}]`
}

/** No numbers where a shield leans as it usually does; `none` where it never does. */
function tiltsOf(use: Row): string {
  return use.text('tilts') === 'none' ? 'null' : `[${use.numbers('tilts').join(', ')}]`
}

export function buildShapes(): string {
  const fighters = readTable('fighters.csv').rows.map((row) => row.text('key'))
  const uses = new Map(readTable('shapes.csv').rows.map((row) => [row.text('key'), row]))
  const files = [...new Set([...uses.values()].map((row) => row.text('file')))].filter((file) => file !== '').sort()
  const hurt = readTable('hurtboxes.csv').rows
  const shapes = files.map((file) => {
    const users = [...uses.values()].filter((use) => use.text('file') === file).map((use) => use.text('key'))
    const known = users.map((key) => hurt.find((row) => row.text('key') === key)?.text('file'))
    const common = known.every((name) => name !== undefined) ? known.map((name) => hurtboxActions(name)) : []
    const [first = new Set<number>(), ...others] = common
    const shared = [...first].filter((action) => others.every((set) => set.has(action)) && !STAND_INS.includes(action))
    return packShape(
      file,
      users.map((key) => fighters.indexOf(key)),
      new Set(shared),
    )
  })
  const rows = fighters.map((key) => {
    const use = uses.get(key)!
    const shield = ['shieldX', 'shieldY', 'shieldScale'].map((column) => use.number(column))
    return `  [${files.indexOf(use.text('file'))}, ${use.numberOr('scale', 1)}, ${use.numberOr('grow', 0)}, ${shield.join(', ')}, ${tiltsOf(use)}, ${use.numberOr('risesFrom', 0)}, ${use.has('lent')}],`
  })
  const { rows: regions } = readTable('hurt-regions.csv')
  const capsule = (row: Row) => ['x1', 'y1', 'x2', 'y2', 'radius'].map((column) => row.number(column)).join(', ')
  const groups = readTable('hurt-groups.csv').rows
  const groupNames = groups.map((row) => row.text('group'))
  return [
    '/** Unit of places, unit of radii and number of capsules of each shape; packed, see scripts/tables/shapes.ts. */',
    `export const SHAPE_GRIDS: readonly (readonly [number, number, number])[] = [${shapes.map((s) => s.grid).join(', ')}]`,
    codedTable(
      'SHAPES',
      shapes.map((shape) => shape.writer),
    ),
    "/** By internal id: shape (-1 none), scale, growth of radii; centre of the shield, scale of its size, how it leans, from which height it rises; is the shape a stranger's? */",
    'type ShapeUse = readonly [number, number, number, number, number, number, readonly number[] | null, number, boolean]',
    'export const SHAPE_USES: readonly ShapeUse[] = [',
    ...rows,
    ']',
    '/** By internal id: what is added to the radius of which capsule. */',
    `export const CORRECTIONS: readonly string[] = [${fighters.map((key) => `'${uses.get(key)!.text('corrections')}'`).join(', ')}]`,
    '/** By internal id: how readily a hit is one on the legs, and on the head. */',
    `export const LEANINGS: readonly (readonly [number, number])[] = [${fighters.map((key) => leaningOf(uses.get(key)!)).join(', ')}]`,
    '/** Groups of actions, by number. */',
    `export const HURT_GROUPS: readonly (readonly number[])[] = [${groups.map((row) => `[${row.numbers('actions').join(',')}]`).join(', ')}]`,
    `export const SPECIAL_GROUND = ${groupNames.indexOf('special_ground')}`,
    `export const SPECIAL_AIR = ${groupNames.indexOf('special_air')}`,
    '/** Internal id, group, capsule. */',
    'export const HURT_REGIONS: readonly (readonly number[])[] = [',
    ...regions
      .filter((row) => row.has('group'))
      .map(
        (row) => `  [${fighters.indexOf(row.text('key'))}, ${groupNames.indexOf(row.text('group'))}, ${capsule(row)}],`,
      ),
    ']',
    '/** Internal id, action, first and last state frame, capsule, in the air (1), on the ground (0) or both (2). */',
    'export const HURT_ACTIONS: readonly (readonly number[])[] = [',
    ...regions.filter((row) => row.has('action')).map((row) => actionLine(row, fighters, capsule(row))),
    ']',
    '',
  ].join('\n')
}

/** Own actions are told apart by `a` (airborne) and `g` behind their number. */
function actionLine(row: Row, fighters: readonly string[], capsule: string): string {
  const [, action, where] = /^(\d+)([ag]?)$/.exec(row.text('action'))!
  const side = where === 'a' ? 1 : where === 'g' ? 0 : 2
  const key = fighters.indexOf(row.text('key'))
  return `  [${key}, ${action}, ${row.number('first')}, ${row.number('last')}, ${capsule}, ${side}],`
}

const RELEASE = ['action', 'release', 'from', 'bottom', 'tall', 'draws']

export function buildThrows(): string {
  const fighters = readTable('fighters.csv').rows.map((row) => row.text('key'))
  const throws = readTable('throws.csv').rows.map(
    (row) =>
      `  [${fighters.indexOf(row.text('thrower'))}, ${RELEASE.map((column) => row.numberOr(column, 0)).join(', ')}],`,
  )
  const projectiles = readTable('projectiles.csv').rows.map(
    (row) =>
      `  [${['item', 'owner', 'action', 'vx', 'vy', 'x', 'y', 'timer', 'life'].map((column) => row.numberOr(column, 0) + 0).join(', ')}],`,
  )
  return [
    "/** Thrower's internal id, action, counter at which it lets go; start and end of the victim's way then, numbers drawn, 0 where usual. */",
    'export const THROW_ROWS: readonly (readonly number[])[] = [',
    ...throws,
    ']',
    '',
    "/** Item type, owner's internal id, action, first vx and vy, place from the owner, timer, life; 0 where unknown. */",
    'export const PROJECTILE_ROWS: readonly (readonly number[])[] = [',
    ...projectiles,
    ']',
    '',
  ].join('\n')
}
