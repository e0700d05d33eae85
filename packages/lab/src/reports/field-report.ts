/** Reports how often each recorded field equals the engine's: worst first, with the action that differs most. */
import { actionName, FIGHTERS, type FieldFault, type FieldTallies } from '../resim/index.ts'
import { NOTHING, share, table, type Cell } from './text.ts'

export interface FieldRow {
  readonly name: string
  frames: number
  same: number
  /** Where it differs, by fighter and action, most frames first. */
  readonly faults: (FieldFault & { readonly file: string })[]
}

export interface FieldResult {
  readonly file: string
  readonly tallies: FieldTallies
}

export function fieldReportOf(results: readonly FieldResult[]): FieldRow[] {
  const rows = new Map<string, FieldRow & { readonly byKey: Map<string, FieldFault & { readonly file: string }> }>()
  for (const { file, tallies } of results) {
    for (const [name, { frames, same, faults }] of tallies) {
      const row = rows.get(name) ?? { name, frames: 0, same: 0, faults: [], byKey: new Map() }
      rows.set(name, row)
      row.frames += frames
      row.same += same
      for (const [key, fault] of faults) {
        const known = row.byKey.get(key)
        if (known) known.frames += fault.frames
        else row.byKey.set(key, { ...fault, file })
      }
    }
  }
  return [...rows.values()]
    .map(({ name, frames, same, byKey }) => ({
      name,
      frames,
      same,
      faults: [...byKey.values()].sort((a, b) => b.frames - a.frames),
    }))
    .sort((a, b) => a.same / a.frames - b.same / b.frames)
}

function rowOf({ name, frames, same, faults }: FieldRow): Cell[] {
  const [worst] = faults
  const figures = [name, frames, share(same, frames), frames - same]
  if (!worst) return [...figures, NOTHING, NOTHING]
  const { file, fighter, action, example } = worst
  const { frame, player, expected, got } = example
  const where = `${FIGHTERS[fighter]!.name} ${actionName(fighter, action) ?? action} (${worst.frames.toLocaleString('en-US')})`
  return [
    ...figures,
    where,
    `${file} frame ${frame} port ${player + 1}: ${Number(expected.toFixed(4))}, got ${Number(got.toFixed(4))}`,
  ]
}

export function printFieldReport(rows: readonly FieldRow[]): string {
  return table(['field', 'frames', 'same', 'differ', 'mostly in', 'example'], rows.map(rowOf))
}
