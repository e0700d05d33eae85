/** Packs the paths of held victims, and lists by how much a victim's build shifts them. */
import { PackedWriter } from './pack.ts'
import { readTable, type Row } from './source.ts'

const PER_FRAME = 1000
const PER_UNIT = 1000

/** Stands for: nobody lifts it. */
const NO_LIFT = 999

function putSeries(pack: PackedWriter, values: readonly number[], unit: number): void {
  let before = 0
  for (const value of values) {
    const scaled = Math.round(value * unit)
    pack.putSigned(scaled - before)
    before = scaled
  }
}

export function buildHolds(): string {
  const keys = readTable('fighters.csv').rows.map((row) => row.text('key'))
  const pack = new PackedWriter()
  for (const row of readTable('holds.csv').rows) {
    const frames = row.numbers('frames')
    const ahead = row.numbers('ahead')
    const above = row.has('above') ? row.numbers('above') : frames.map(() => 0)
    if (ahead.length !== frames.length || above.length !== frames.length) {
      throw new Error(`holds.csv: ${row.text('holder')} ${row.text('action')} has uneven series`)
    }
    pack
      .put(keys.indexOf(row.text('holder')))
      .put(row.number('action'))
      .put(frames.length)
    putSeries(pack, frames, PER_FRAME)
    putSeries(pack, ahead, PER_UNIT)
    putSeries(pack, above, PER_UNIT)
  }
  const bodies = new Map(readTable('held-bodies.csv').rows.map((row) => [row.text('victim'), row]))
  return [
    '/** Packed: internal id, action, count, then counters and places in thousandths, as differences. */',
    `export const HOLDS = ${JSON.stringify(pack.toString())}`,
    '',
    '/** By internal id: how far ahead, on its feet and off them, and above a held victim hangs of the place in the path, and a thrown one; what lifts it off its feet. */',
    'export const HELD_BODIES: readonly (readonly [number, number, number, number, number, number])[] = [',
    ...keys.map((key) => `  [${shiftsOf(bodies.get(key)).join(', ')}],`),
    ']',
    '',
  ].join('\n')
}

function shiftsOf(row: Row | undefined): number[] {
  const shift = (column: string, usual = 0): number => row?.numberOr(column, usual) ?? usual
  const ahead = shift('heldAhead')
  return [
    ahead,
    shift('hungAhead', ahead),
    shift('heldAbove'),
    shift('thrownAhead'),
    shift('thrownAbove'),
    shift('lift', NO_LIFT),
  ]
}
