/** Codes the measured environment diamonds: heights of bottoms, half widths and tops. */
import { DIAMOND_CONTEXT, DIAMOND_PARTS, DIAMONDS_PER_UNIT } from '../../packages/engine/src/tables/diamonds.ts'
import { codedTable, CodedWriter } from './code.ts'
import { FIGHTERS, type Row } from './source.ts'

export function buildDiamonds(): string {
  const parts = FIGHTERS.map(({ rows }) => rows('ecb.csv').map(partOf))
  return [
    '/** By internal id, coded: for each action the frames from which a bottom holds, and it. */',
    codedTable(
      'DIAMOND_BOTTOMS',
      parts.map((rows) => codeBottoms(rows.filter(isBottom).flatMap(stepsOf))),
    ),
    '/** By internal id, coded: action, part of the diamond, first animation frame, values from there on. */',
    codedTable(
      'DIAMOND_POSES',
      parts.map((rows) => codePoses(rows.filter((row) => !isBottom(row)))),
    ),
  ].join('\n')
}

const packed = (value: number) => Math.round(value * DIAMONDS_PER_UNIT)

interface Part {
  readonly action: number
  readonly part: string
  readonly from: number
  readonly values: readonly number[]
}

const partOf = (row: Row): Part => ({
  action: row.number('action'),
  part: row.text('part'),
  from: row.number('from'),
  values: row.numbers('values'),
})

const isBottom = ({ part }: Part): boolean => part === 'bottom'

interface Step {
  readonly action: number
  readonly from: number
  readonly bottom: number
}

/** A list by animation frame as steps. */
function stepsOf({ action, from, values }: Part): Step[] {
  return values.flatMap((bottom, i) => (bottom === values[i - 1] ? [] : [{ action, from: from + i, bottom }]))
}

function codeBottoms(all: readonly Step[]): CodedWriter {
  const writer = new CodedWriter()
  const actions = new Set(all.map((step) => step.action))
  let [before, value] = [0, 0]
  for (const action of actions) {
    const steps = all.filter((step) => step.action === action)
    writer.put(action - before, DIAMOND_CONTEXT.action).put(steps.length, DIAMOND_CONTEXT.count)
    before = action
    let frame = 0
    for (const [i, step] of steps.entries()) {
      const bottom = packed(step.bottom)
      writer.putSigned(step.from - frame, DIAMOND_CONTEXT.from)
      writer.putSigned(bottom - value, i === 0 ? DIAMOND_CONTEXT.value : DIAMOND_CONTEXT.next)
      frame = step.from
      value = bottom
    }
  }
  return writer
}

function codePoses(poses: readonly Part[]): CodedWriter {
  const writer = new CodedWriter()
  let [before, value] = [0, 0]
  for (const { action, part, from, values } of poses) {
    writer.put(action - before, DIAMOND_CONTEXT.action)
    writer.put((DIAMOND_PARTS as readonly string[]).indexOf(part), DIAMOND_CONTEXT.part)
    writer.put(from, DIAMOND_CONTEXT.first).put(values.length, DIAMOND_CONTEXT.length)
    before = action
    for (const [i, next] of values.map(packed).entries()) {
      writer.putSigned(next - value, i === 0 ? DIAMOND_CONTEXT.value : DIAMOND_CONTEXT.next)
      value = next
    }
  }
  return writer
}
