/**
 * Packs outlines: for each animation its actions, length, loop, and its key frames as differences from the key frame
 * before (the first: from the first of the animation before). Hurt regions and shields stay readable.
 */
import { SHAPE_CONTEXT, SHAPE_MODEL } from '../../packages/engine/src/tables/shapes.ts'
import { codedTable, CodedWriter } from './code.ts'
import { hurtboxActions, hurtboxSource } from './hurtboxes.ts'
import { animationsOf, putAnimations } from './key-frames.ts'
import { cloneOf, FIGHTERS, readTable, type FighterSource, type Row } from './source.ts'

const VALUES = 5
/** Codes of a place at the fighter's own, x and y. */
const ORIGIN = [46, 24] as const
/**
 * The packed units in those of the source. A download is an eighth shorter for it, and hit detection, which is right in
 * 94 of 100 labelled frames, loses 0.1 of them.
 */
const PLACE_UNIT = 1.5
const RADIUS_UNIT = 4

interface Grid {
  readonly place: number
  readonly radius: number
}

/** Value `n` of a key frame in the packed units. */
function coarse(value: number, n: number, { place, radius }: Grid): number {
  const component = n % VALUES
  if (component === VALUES - 1) return Math.round(Math.round(value / radius) / RADIUS_UNIT)
  return ORIGIN[component % 2]! + Math.round(Math.round(value / place) / PLACE_UNIT)
}

/** What stands in for actions that have no outline: standing and falling. */
const STAND_INS = [14, 29]

/** Whose outline a fighter has; undefined for the three of whom none is public. */
function outlineSource(fighter: FighterSource): FighterSource | undefined {
  return fighter.rows('outlines.csv').length > 0 ? fighter : cloneOf(fighter.slug, 'outlines')?.of
}

/** The actions of an outline whose every user has hurt capsules. */
function knownOf(users: readonly FighterSource[]): Set<number> {
  const sources = users.map(hurtboxSource)
  const known = sources.map((source) => (source ? hurtboxActions(source) : new Set<number>()))
  const [first = new Set<number>(), ...others] = known
  return new Set([...first].filter((action) => others.every((set) => set.has(action)) && !STAND_INS.includes(action)))
}

/** Outlines of the actions of which no user of the file has hurt capsules. */
function packShape(fighter: FighterSource): { grid: string; writer: CodedWriter } {
  const users = FIGHTERS.filter((other) => outlineSource(other) === fighter)
  const rows = fighter.rows('outlines.csv')
  const { figures } = fighter
  const grid = { place: figures.number('outlineGrid'), radius: figures.number('outlineRadiusGrid') }
  const columns = ['capsule0', 'capsule1', 'capsule2', 'capsule3'].filter((column) => rows[0]!.has(column))
  const writer = new CodedWriter()
  const animations = animationsOf(rows, (row) =>
    columns.flatMap((column) => row.numbers(column)).map((value, n) => coarse(value, n, grid)),
  )
  putAnimations(writer, animations, {
    width: columns.length * VALUES,
    contexts: SHAPE_CONTEXT,
    model: SHAPE_MODEL,
    fighters: users,
    known: knownOf(users),
  })
  return { grid: `[${grid.place * PLACE_UNIT}, ${grid.radius * RADIUS_UNIT}, ${columns.length}]`, writer }
}

/** No numbers where a shield leans as it usually does; `none` where it never does. */
function tiltsOf({ figures }: FighterSource): string {
  if (!figures.has('shieldTilts')) return '[]'
  return figures.text('shieldTilts') === 'none' ? 'null' : `[${figures.numbers('shieldTilts').join(', ')}]`
}

/** Source, scale and growth of an outline, the shield, and whether the outline is lent by a fighter of other animations. */
function useOf(fighter: FighterSource, lists: readonly FighterSource[]): string {
  const { slug, figures } = fighter
  const source = outlineSource(fighter)
  const clone = source === fighter ? undefined : cloneOf(slug, 'outlines')
  const shield = ['shieldX', 'shieldY', 'shieldScale'].map((figure) => figures.number(figure))
  const isLent = clone !== undefined && cloneOf(slug, 'animations')?.of !== clone.of
  return `  [${source ? lists.indexOf(source) : -1}, ${clone?.scale ?? 1}, ${clone?.thicker ?? 0}, ${shield.join(', ')}, ${tiltsOf(fighter)}, ${figures.numberOr('shieldRisesFrom', 0)}, ${isLent}],`
}

export function buildShapes(): string {
  const lists = FIGHTERS.filter(({ rows }) => rows('outlines.csv').length > 0)
  const shapes = lists.map(packShape)
  const groups = readTable('common/hurt-groups.csv')
  const groupNames = groups.map((row) => row.text('group'))
  const regions = FIGHTERS.flatMap(({ internalId, rows }) =>
    rows('hurt-regions.csv').map((row) => ({ internalId, row })),
  )
  const capsule = (row: Row) => ['x1', 'y1', 'x2', 'y2', 'radius'].map((column) => row.number(column)).join(', ')
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
    ...FIGHTERS.map((fighter) => useOf(fighter, lists)),
    ']',
    '/** By internal id: number of a capsule and what is added to its radius. */',
    `export const CORRECTIONS: readonly string[] = [${FIGHTERS.map(({ figures }) => (figures.has('thickerCapsules') ? `'${figures.text('thickerCapsules')}'` : "''")).join(', ')}]`,
    '/** By internal id: how readily a hit is one on the legs, and on the head. */',
    `export const LEANINGS: readonly (readonly [number, number])[] = [${FIGHTERS.map(({ figures }) => `[${figures.number('hitLow')}, ${figures.number('hitHigh')}]`).join(', ')}]`,
    '/** Groups of actions, by number. */',
    `export const HURT_GROUPS: readonly (readonly number[])[] = [${groups.map((row) => `[${row.numbers('actions').join(',')}]`).join(', ')}]`,
    `export const SPECIAL_GROUND = ${groupNames.indexOf('special_ground')}`,
    `export const SPECIAL_AIR = ${groupNames.indexOf('special_air')}`,
    '/** Internal id, group, capsule. */',
    'export const HURT_REGIONS: readonly (readonly number[])[] = [',
    ...regions.flatMap(({ internalId, row }) =>
      row.has('group') ? [`  [${internalId}, ${groupNames.indexOf(row.text('group'))}, ${capsule(row)}],`] : [],
    ),
    ']',
    '/** Internal id, action, first and last state frame, capsule, in the air (1), on the ground (0) or both (2). */',
    'export const HURT_ACTIONS: readonly (readonly number[])[] = [',
    ...regions.flatMap(({ internalId, row }) => (row.has('action') ? [actionLine(internalId, row, capsule(row))] : [])),
    ']',
    '',
  ].join('\n')
}

/** Own actions are told apart by `a` (airborne) and `g` behind their number. */
function actionLine(internalId: number, row: Row, capsule: string): string {
  const [, action, where] = /^(\d+)([ag]?)$/.exec(row.text('action'))!
  const side = where === 'a' ? 1 : where === 'g' ? 0 : 2
  return `  [${internalId}, ${action}, ${row.number('first')}, ${row.number('last')}, ${capsule}, ${side}],`
}

const RELEASE = ['action', 'release', 'from', 'bottom', 'tall', 'draws']
const ARTICLE = ['action', 'vx', 'vy', 'x', 'y', 'timer', 'life']

export function buildThrows(): string {
  const throws = FIGHTERS.flatMap(({ internalId, rows }) =>
    rows('throws.csv').map(
      (row) => `  [${internalId}, ${RELEASE.map((column) => row.numberOr(column, 0)).join(', ')}],`,
    ),
  )
  const projectiles = FIGHTERS.flatMap(({ internalId, rows }) =>
    rows('projectiles.csv').map((row) => {
      const start = ARTICLE.map((column) => row.numberOr(column, 0) + 0)
      return `  [${[row.number('item'), internalId, ...start].join(', ')}],`
    }),
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
