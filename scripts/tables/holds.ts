/** Packs the paths of held victims, and lists by how much a victim's build shifts them. */
import { PackedWriter } from './pack.ts'
import { FIGHTERS, type Row } from './source.ts'

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
  const pack = new PackedWriter()
  const holds = FIGHTERS.flatMap(({ internalId, slug, rows }) =>
    rows('holds.csv').map((row) => ({ internalId, slug, row })),
  )
  for (const { internalId, slug, row } of holds) {
    const frames = row.numbers('frames')
    const ahead = row.numbers('ahead')
    const above = row.has('above') ? row.numbers('above') : frames.map(() => 0)
    if (ahead.length !== frames.length || above.length !== frames.length) {
      throw new Error(`${slug}/holds.csv: ${row.text('action')} has uneven series`)
    }
    pack.put(internalId).put(row.number('action')).put(frames.length)
    putSeries(pack, frames, PER_FRAME)
    putSeries(pack, ahead, PER_UNIT)
    putSeries(pack, above, PER_UNIT)
  }
  return [
    '/** Packed: internal id, action, count, then counters and places in thousandths, as differences. */',
    `export const HOLDS = ${JSON.stringify(pack.toString())}`,
    '',
    '/** By internal id: how far ahead, on its feet and off them, and above a held victim hangs of the place in the path, and a thrown one; what lifts it off its feet. */',
    'export const HELD_BODIES: readonly (readonly [number, number, number, number, number, number])[] = [',
    ...FIGHTERS.map(({ figures }) => `  [${shiftsOf(figures).join(', ')}],`),
    ']',
    '',
  ].join('\n')
}

function shiftsOf(figures: Row): number[] {
  const shift = (figure: string, usual = 0): number => figures.numberOr(figure, usual)
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
