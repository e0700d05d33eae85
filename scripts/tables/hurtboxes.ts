/** Codes the hurt capsules: for each fighter the list, then for each animation its actions, length and key frames. */
import {
  HURTBOX_CONTEXT,
  HURTBOX_WORDS,
  hurtboxModel,
  RADII_PER_UNIT,
} from '../../packages/engine/src/tables/hurtboxes.ts'
import { codedTable, CodedWriter } from './code.ts'
import { actionsOf, keyFrameOf, putAnimations, rangesOf, valuesOf } from './key-frames.ts'
import { readLines, readTable, type Row } from './source.ts'

/** Codes of a place at the fighter's own: forward, up, depth. */
const ORIGIN = [46, 16, 46] as const

const valueOf = (code: number, n: number): number => code - ORIGIN[n % 3]!

/** Which end of the capsules before it each one follows best, over all animations; -1 for none. */
function parentsOf(count: number, animations: readonly string[]): number[] {
  const steps = animations.flatMap((line) => {
    const keyFrames = line.split(' ').slice(4)
    const values = keyFrames.map((keyFrame) => valuesOf(keyFrameOf(keyFrame).codes, valueOf))
    return values.slice(1).map((now, i) => now.map((value, n) => value - values[i]![n]!))
  })
  const costOf = (capsule: number, parent: number): number => {
    let bits = 0
    for (const step of steps) {
      for (let axis = 0; axis < 3; axis++) {
        const expected = parent < 0 ? 0 : step[parent * 3 + axis]!
        bits += Math.log2(1 + 2 * Math.abs(step[capsule * HURTBOX_WORDS + axis]! - expected))
      }
    }
    return bits
  }
  return Array.from({ length: count }, (_, capsule) => {
    const choices = Array.from({ length: capsule * 2 + 1 }, (_end, i) => i - 1)
    const costs = choices.map((parent) => costOf(capsule, parent))
    return choices[costs.indexOf(Math.min(...costs))]!
  })
}

function codeHurtboxes(name: string, fighters: readonly number[]): CodedWriter {
  const file = `hurtboxes/${name}.txt`
  const lines = readLines(file)
  const writer = new CodedWriter()
  const capsules = lines.filter(isCapsule)
  writer.put(capsules.length, HURTBOX_CONTEXT.head)
  const animations = lines.filter(isAnimation)
  const parents = parentsOf(capsules.length, animations)
  for (const [i, line] of capsules.entries()) {
    const [, height, grabbable, radius, swells] = line.split(' ')
    writer.put((swells ? 8 : 0) + Number(height) * 2 + Number(grabbable), HURTBOX_CONTEXT.head)
    writer.put(Math.round(Number(radius) * RADII_PER_UNIT), HURTBOX_CONTEXT.radius)
    writer.put(parents[i]! + 1, HURTBOX_CONTEXT.parent)
  }
  putAnimations(writer, animations, {
    file,
    width: capsules.length * HURTBOX_WORDS + (capsules.some((line) => line.endsWith(' swells')) ? 1 : 0),
    contexts: HURTBOX_CONTEXT,
    model: hurtboxModel(parents),
    valueOf,
    fighters,
  })
  return writer
}

const isCapsule = (line: string): boolean => line.startsWith('capsule ')
const isPace = (line: string): boolean => line.startsWith('pace ')
const isAnimation = (line: string): boolean => !isCapsule(line) && !isPace(line)

/** An action, then pairs of a frame and the one that it shows. */
function pacesOf(name: string): number[][] {
  return readLines(`hurtboxes/${name}.txt`)
    .filter(isPace)
    .map((line) =>
      line
        .split(' ')
        .slice(1)
        .flatMap((word) => word.split(':').map(Number)),
    )
}

const shiftsOf = (use: Row): number[][] =>
  use.has('shifts')
    ? use
        .text('shifts')
        .split('; ')
        .map((shift) => shift.split(' ').map(Number))
    : []

/** The actions whose hurt capsules a file holds. */
export function hurtboxActions(name: string): Set<number> {
  const animations = readLines(`hurtboxes/${name}.txt`).filter(isAnimation)
  return new Set(animations.flatMap((line) => rangesOf(line.split(' ')[1]!)).flatMap(actionsOf))
}

export function buildHurtboxes(): string {
  const { rows } = readTable('hurtboxes.csv')
  const uses = new Map(rows.map((row) => [row.text('key'), row]))
  const files = [...new Set(rows.map((row) => row.text('file')))].sort()
  const keys = readTable('fighters.csv').rows.map((row) => row.text('key'))
  const usersOf = (file: string): number[] =>
    keys.flatMap((key, id) => (uses.get(key)?.text('file') === file ? [id] : []))
  const lines = keys.map((key) => {
    const use = uses.get(key)
    return `[${use ? files.indexOf(use.text('file')) : -1}, ${use ? use.number('scale') : 1}, ${JSON.stringify(use ? shiftsOf(use) : [])}]`
  })
  return [
    '/** Coded, see scripts/tables/hurtboxes.ts. */',
    codedTable(
      'HURTBOXES',
      files.map((file) => codeHurtboxes(file, usersOf(file))),
    ),
    '/** By list: an action, then pairs of a frame of its animation and the one that it shows. */',
    `export const HURTBOX_PACES: readonly (readonly (readonly number[])[])[] = ${JSON.stringify(files.map(pacesOf))}`,
    '/** By internal id: whose list (-1 none), at which scale, and actions whose body is elsewhere, with how far forward and up. */',
    `export const HURTBOX_USES: readonly (readonly [number, number, readonly (readonly number[])[]])[] = [${lines.join(', ')}]`,
    '',
  ].join('\n')
}
