/** Codes the hurt capsules: for each fighter the list, then for each animation its actions, length and key frames. */
import {
  HURTBOX_CONTEXT,
  HURTBOX_WORDS,
  hurtboxContext,
  RADII_PER_UNIT,
} from '../../packages/engine/src/tables/hurtboxes.ts'
import { CodedWriter } from './code.ts'
import { putAnimations, rangesOf } from './key-frames.ts'
import { readLines, readTable } from './source.ts'

/** Codes of a place at the fighter's own: forward, up, depth. */
const ORIGIN = [46, 16, 46] as const

function codeHurtboxes(name: string): string {
  const file = `hurtboxes/${name}.txt`
  const lines = readLines(file)
  const writer = new CodedWriter()
  const capsules = lines.filter(isCapsule)
  writer.put(capsules.length, HURTBOX_CONTEXT.head)
  for (const line of capsules) {
    const [, height, grabbable, radius] = line.split(' ').map(Number)
    writer.put(height! * 2 + grabbable!, HURTBOX_CONTEXT.head)
    writer.put(Math.round(radius! * RADII_PER_UNIT), HURTBOX_CONTEXT.radius)
  }
  putAnimations(writer, lines.slice(capsules.length), {
    file,
    width: capsules.length * HURTBOX_WORDS,
    contexts: HURTBOX_CONTEXT,
    contextOf: hurtboxContext,
    valueOf: (code, n) => code - ORIGIN[n % 3]!,
  })
  return writer.toString()
}

const isCapsule = (line: string): boolean => line.startsWith('capsule ')

/** The actions whose hurt capsules a file holds. */
export function hurtboxActions(name: string): Set<number> {
  const animations = readLines(`hurtboxes/${name}.txt`).filter((line) => !isCapsule(line))
  const ranges = animations.flatMap((line) => rangesOf(line.split(' ')[1]!))
  return new Set(ranges.flatMap(([first, last]) => Array.from({ length: last! - first! + 1 }, (_, i) => first! + i)))
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
