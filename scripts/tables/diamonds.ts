/** Codes the measured environment diamonds: heights of bottoms, half widths and tops. */
import { DIAMOND_CONTEXT, DIAMOND_PARTS, DIAMONDS_PER_UNIT } from '../../packages/engine/src/tables/diamonds.ts'
import { CodedWriter } from './code.ts'
import { readTable, type Row } from './source.ts'

export function buildDiamonds(): string {
  const fighters = readTable('fighters.csv').rows.map((row) => row.number('internal'))
  const bottoms = readTable('ecb-bottoms.csv').rows
  const poses = readTable('ecb-poses.csv').rows
  const of = (rows: readonly Row[], internal: number) => rows.filter((row) => row.number('internal') === internal)
  return [
    '/** By internal id, coded: for each action the frames from which a bottom holds, and it. */',
    `export const DIAMOND_BOTTOMS: readonly string[] = ${JSON.stringify(fighters.map((id) => codeBottoms(of(bottoms, id))))}`,
    '/** By internal id, coded: action, part of the diamond, first animation frame, values from there on. */',
    `export const DIAMOND_POSES: readonly string[] = ${JSON.stringify(fighters.map((id) => codePoses(of(poses, id))))}`,
    '',
  ].join('\n')
}

const packed = (value: number) => Math.round(value * DIAMONDS_PER_UNIT)

function codeBottoms(rows: readonly Row[]): string {
  const writer = new CodedWriter()
  const actions = new Set(rows.map((row) => row.number('action')))
  let [before, value] = [0, 0]
  for (const action of actions) {
    const steps = rows.filter((row) => row.number('action') === action)
    writer.put(action - before, DIAMOND_CONTEXT.action).put(steps.length, DIAMOND_CONTEXT.count)
    before = action
    let frame = 0
    for (const [i, row] of steps.entries()) {
      const bottom = packed(row.number('bottom'))
      writer.putSigned(row.number('from') - frame, DIAMOND_CONTEXT.from)
      writer.putSigned(bottom - value, i === 0 ? DIAMOND_CONTEXT.value : DIAMOND_CONTEXT.next)
      frame = row.number('from')
      value = bottom
    }
  }
  return writer.toString()
}

function codePoses(rows: readonly Row[]): string {
  const writer = new CodedWriter()
  let [before, value] = [0, 0]
  for (const row of rows) {
    const values = row.numbers('values').map(packed)
    writer.put(row.number('action') - before, DIAMOND_CONTEXT.action)
    writer.put((DIAMOND_PARTS as readonly string[]).indexOf(row.text('part')), DIAMOND_CONTEXT.part)
    writer.put(row.number('from'), DIAMOND_CONTEXT.first).put(values.length, DIAMOND_CONTEXT.length)
    before = row.number('action')
    for (const [i, next] of values.entries()) {
      writer.putSigned(next - value, i === 0 ? DIAMOND_CONTEXT.value : DIAMOND_CONTEXT.next)
      value = next
    }
  }
  return writer.toString()
}
