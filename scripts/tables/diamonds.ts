/** Codes the measured environment diamonds: heights of bottoms, half widths and tops. */
import { DIAMOND_CONTEXT, DIAMOND_PARTS, DIAMONDS_PER_UNIT } from '../../packages/engine/src/tables/diamonds.ts'
import { codedTable, CodedWriter } from './code.ts'
import { readTable, type Row } from './source.ts'

export function buildDiamonds(): string {
  const fighters = readTable('fighters.csv').rows.map((row) => row.number('internal'))
  const frames = readTable('ecb-frames.csv').rows
  const bottoms = [...readTable('ecb-bottoms.csv').rows.map(stepOf), ...frames.filter(isBottom).flatMap(stepsOf)]
  const poses = [...readTable('ecb-poses.csv').rows, ...frames.filter((row) => !isBottom(row))].map(poseOf)
  return [
    '/** By internal id, coded: for each action the frames from which a bottom holds, and it. */',
    codedTable(
      'DIAMOND_BOTTOMS',
      fighters.map((id) => codeBottoms(of(bottoms, id))),
    ),
    '/** By internal id, coded: action, part of the diamond, first animation frame, values from there on. */',
    codedTable(
      'DIAMOND_POSES',
      fighters.map((id) => codePoses(of(poses, id))),
    ),
  ].join('\n')
}

const packed = (value: number) => Math.round(value * DIAMONDS_PER_UNIT)
const isBottom = (row: Row) => row.text('part') === 'bottom'

/** What belongs to a fighter, in the order of its actions. */
function of<T extends { internal: number; action: number }>(rows: readonly T[], internal: number): T[] {
  return rows.filter((row) => row.internal === internal).sort((a, b) => a.action - b.action)
}

interface Step {
  readonly internal: number
  readonly action: number
  readonly from: number
  readonly bottom: number
}

const stepOf = (row: Row): Step => ({
  internal: row.number('internal'),
  action: row.number('action'),
  from: row.number('from'),
  bottom: row.number('bottom'),
})

/** A list by animation frame as steps. */
function stepsOf(row: Row): Step[] {
  const [internal, action] = [row.number('internal'), row.number('action')]
  const values = row.numbers('values')
  const steps = values.map((bottom, from) => ({ internal, action, from, bottom }))
  return steps.filter(({ from, bottom }) => bottom !== values[from - 1])
}

interface Pose {
  readonly internal: number
  readonly action: number
  readonly part: string
  readonly from: number
  readonly values: readonly number[]
}

const poseOf = (row: Row): Pose => ({
  internal: row.number('internal'),
  action: row.number('action'),
  part: row.text('part'),
  from: row.number('from'),
  values: row.numbers('values'),
})

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

function codePoses(poses: readonly Pose[]): CodedWriter {
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
