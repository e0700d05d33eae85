/** Codes the hurt capsules: for each fighter the list, then for each animation its actions, length and key frames. */
import {
  HURTBOX_CONTEXT,
  HURTBOX_WORDS,
  hurtboxContext,
  RADII_PER_UNIT,
} from '../../packages/engine/src/tables/hurtboxes.ts'
import { CodedWriter } from './code.ts'
import { readLines, readTable } from './source.ts'

const FIRST_CODE = 35
/** Codes of a place at the fighter's own: forward, up, depth. */
const ORIGIN = [46, 16, 46] as const

function codeHurtboxes(file: string): string {
  const lines = readLines(`hurtboxes/${file}.txt`)
  const writer = new CodedWriter()
  const capsules = lines.filter((line) => line.startsWith('capsule '))
  writer.put(capsules.length, HURTBOX_CONTEXT.head)
  for (const line of capsules) {
    const [, height, grabbable, radius] = line.split(' ').map(Number)
    writer.put(height! * 2 + grabbable!, HURTBOX_CONTEXT.head)
    writer.put(Math.round(radius! * RADII_PER_UNIT), HURTBOX_CONTEXT.radius)
  }
  const width = capsules.length * HURTBOX_WORDS
  let firstBefore = Array.from({ length: width }, () => 0)
  let actionBefore = 0
  for (const line of lines.slice(capsules.length)) {
    const [, actions, length, loop, ...keyFrames] = line.split(' ')
    const ranges = actions!.split(',').map((range) => range.split('-').map(Number))
    writer.put(ranges.length, HURTBOX_CONTEXT.ranges)
    for (const [first, last] of ranges) {
      writer.putSigned(first! - actionBefore, HURTBOX_CONTEXT.action)
      writer.put((last ?? first!) - first!, HURTBOX_CONTEXT.more)
      actionBefore = first!
    }
    writer.put(Number(length) * 2 + (loop === 'L' ? 1 : 0), HURTBOX_CONTEXT.length)
    writer.put(keyFrames.length, HURTBOX_CONTEXT.frames)
    let before = firstBefore
    let frameBefore = 0
    for (const [i, keyFrame] of keyFrames.entries()) {
      const colon = keyFrame.indexOf(':')
      const frame = Number(keyFrame.slice(0, colon))
      const codes = keyFrame.slice(colon + 1)
      if (codes.length !== width)
        throw new Error(`hurtboxes/${file}.txt: ${codes.length} values in ${line.slice(0, 40)}`)
      const values = Array.from({ length: width }, (_, n) => codes.charCodeAt(n) - FIRST_CODE - ORIGIN[n % 3]!)
      writer.put(frame - frameBefore, HURTBOX_CONTEXT.gap)
      for (const [n, value] of values.entries()) {
        writer.putSigned(value - before[n]!, hurtboxContext(values, before, n))
      }
      if (i === 0) firstBefore = values
      before = values
      frameBefore = frame
    }
  }
  return writer.toString()
}

/** The actions whose hurt capsules a file holds. */
export function hurtboxActions(file: string): Set<number> {
  const ranges = readLines(`hurtboxes/${file}.txt`)
    .filter((line) => !line.startsWith('capsule '))
    .flatMap((line) => line.split(' ')[1]!.split(','))
    .map((range) => range.split('-').map(Number))
  return new Set(
    ranges.flatMap(([first, last = first]) => Array.from({ length: last! - first! + 1 }, (_, i) => first! + i)),
  )
}

export function buildHurtboxes(): string {
  const { rows } = readTable('hurtboxes.csv')
  const uses = new Map(rows.map((row) => [row.text('key'), row]))
  const files = [...new Set(rows.map((row) => row.text('file')))].sort()
  const lines = readTable('fighters.csv').rows.map((row) => {
    const use = uses.get(row.text('key'))
    return `[${use ? files.indexOf(use.text('file')) : -1}, ${use ? use.number('scale') : 1}]`
  })
  return [
    '/** Coded, see scripts/tables/hurtboxes.ts. */',
    'export const HURTBOXES: readonly string[] = [',
    ...files.map((file) => `  ${JSON.stringify(codeHurtboxes(file))},`),
    ']',
    '/** By internal id: whose list (-1 none), at which scale. */',
    `export const HURTBOX_USES: readonly (readonly [number, number])[] = [${lines.join(', ')}]`,
    '',
  ].join('\n')
}
