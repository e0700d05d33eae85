/** Small tables by fighter: attributes, ledges, bodies, air jumps. They stay readable in the generated module. */
import { readTable } from './source.ts'

const NOT_ATTRIBUTES = ['internal', 'external', 'key', 'name']

export function buildFighters(): string {
  const { columns, rows } = readTable('fighters.csv')
  const names = columns.filter((column) => !NOT_ATTRIBUTES.includes(column))
  const lines = rows.map((row, internal) => {
    if (row.number('internal') !== internal) throw new Error('fighters.csv must be ordered by internal id')
    const values = names.map((name) => row.number(name))
    const { text, number } = { text: (c: string) => JSON.stringify(row.text(c)), number: row.number('external') }
    return `  [${number}, ${text('key')}, ${text('name')}, [${values.join(', ')}]],`
  })
  return [
    `export const ATTRIBUTE_NAMES = ${JSON.stringify(names)} as const`,
    '/** External id, key, name and attributes of each internal id. */',
    'export const FIGHTER_ROWS: readonly (readonly [number, string, string, readonly number[]])[] = [',
    ...lines,
    ']',
    '',
    '/** hangX, hangY, snapX, snapY, snapHeight of each internal id. */',
    literalRows('LEDGE_ROWS', 'ledges.csv', ['hangX', 'hangY', 'snapX', 'snapY', 'snapHeight']),
    '',
    '/** Diamond side, top and bottom, push half width of each internal id. */',
    literalRows('BODY_ROWS', 'bodies.csv', ['side', 'top', 'bottom', 'push']),
    '',
    '/** Internal id, action, vy, vx at full stick. */',
    literalRows('AIR_JUMP_ROWS', 'air-jumps.csv', ['internal', 'action', 'vy', 'vx']),
    '',
    '/** Internal id, action, vertical speed per state frame from 1. */',
    'export const AIR_JUMP_CURVES: readonly (readonly [number, number, readonly number[]])[] = [',
    ...readTable('air-jump-curves.csv').rows.map(
      (row) => `  [${row.text('internal')}, ${row.text('action')}, [${row.numbers('vy').join(', ')}]],`,
    ),
    ']',
    '',
  ].join('\n')
}

function literalRows(name: string, file: string, columns: readonly string[]): string {
  const rows = readTable(file).rows.map((row) => `  [${columns.map((column) => row.number(column)).join(', ')}],`)
  return [`export const ${name}: readonly (readonly number[])[] = [`, ...rows, ']'].join('\n')
}

export function buildRandall(): string {
  return [
    '/** First frame of a stretch, left end, height, and the steps per frame. */',
    'export const RANDALL_PATH: readonly (readonly [number, number, number, number, number])[] = [',
    ...readTable('randall.csv').rows.map(
      (row) => `  [${['from', 'x', 'y', 'dx', 'dy'].map((column) => row.number(column)).join(', ')}],`,
    ),
    ']',
    '',
  ].join('\n')
}
