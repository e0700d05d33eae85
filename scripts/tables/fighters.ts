/** Small tables by fighter: attributes, ledges, bodies, air jumps. They stay readable in the generated module. */
import { FIGHTERS, readTable } from './source.ts'

export function buildFighters(): string {
  const names = FIGHTERS[0]!.rows('attributes.csv').map((row) => row.text('attribute'))
  const lines = FIGHTERS.map(({ slug, figures, rows }) => {
    const attributes = rows('attributes.csv')
    if (attributes.map((row) => row.text('attribute')).join() !== names.join()) {
      throw new Error(`${slug}/attributes.csv does not name the attributes of the others`)
    }
    const values = attributes.map((row) => row.number('value'))
    const [external, name] = [figures.number('externalId'), JSON.stringify(figures.text('name'))]
    return `  [${external}, ${JSON.stringify(slug)}, ${name}, [${values.join(', ')}]],`
  })
  return [
    `export const ATTRIBUTE_NAMES = ${JSON.stringify(names)} as const`,
    '/** External id, slug, name and attributes of each internal id. */',
    'export const FIGHTER_ROWS: readonly (readonly [number, string, string, readonly number[]])[] = [',
    ...lines,
    ']',
    '',
    '/** hangX, hangY, snapX, snapY, snapHeight of each internal id. */',
    figureRows('LEDGE_ROWS', ['ledgeHangX', 'ledgeHangY', 'ledgeSnapX', 'ledgeSnapY', 'ledgeSnapHeight']),
    '',
    '/** Diamond side, top and bottom, push half width of each internal id. */',
    figureRows('BODY_ROWS', ['ecbSide', 'ecbTop', 'ecbBottom', 'pushWidth']),
    '',
    '/** Internal id, action, vy, vx at full stick. */',
    'export const AIR_JUMP_ROWS: readonly (readonly number[])[] = [',
    ...airJumps('vy').map(({ internalId, row }) => {
      return `  [${[internalId, ...['action', 'vy', 'vx'].map((column) => row.number(column))].join(', ')}],`
    }),
    ']',
    '',
    '/** Internal id, action, vertical speed per state frame from 1. */',
    'export const AIR_JUMP_CURVES: readonly (readonly [number, number, readonly number[]])[] = [',
    ...airJumps('curve').map(({ internalId, row }) => {
      return `  [${internalId}, ${row.text('action')}, [${row.numbers('curve').join(', ')}]],`
    }),
    ']',
    '',
  ].join('\n')
}

/** The air jumps that have a figure. */
const airJumps = (column: string) =>
  FIGHTERS.flatMap(({ internalId, rows }) =>
    rows('air-jumps.csv').flatMap((row) => (row.has(column) ? [{ internalId, row }] : [])),
  )

function figureRows(name: string, figures: readonly string[]): string {
  const rows = FIGHTERS.map((fighter) => `  [${figures.map((figure) => fighter.figures.number(figure)).join(', ')}],`)
  return [`export const ${name}: readonly (readonly number[])[] = [`, ...rows, ']'].join('\n')
}

export function buildRandall(): string {
  return [
    '/** First frame of a stretch, left end, height, and the steps per frame. */',
    'export const RANDALL_PATH: readonly (readonly [number, number, number, number, number])[] = [',
    ...readTable('common/randall.csv').map(
      (row) => `  [${['from', 'x', 'y', 'dx', 'dy'].map((column) => row.number(column)).join(', ')}],`,
    ),
    ']',
    '',
  ].join('\n')
}
