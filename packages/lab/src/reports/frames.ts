/** Shows frames field by field: the recorded value beside the engine's, differences marked. */
import type { InternalId } from '@arena/engine'
import { actionName, FIGHTERS, type FighterDiff, type FrameDiff } from '../resim/index.ts'
import { NOTHING, table } from './text.ts'

const HEX = new Set(['stateBitFlags1', 'stateBitFlags2', 'stateBitFlags3', 'stateBitFlags4', 'stateBitFlags5'])

function textOf(name: string, fighter: InternalId, value: number | null): string {
  if (value === null) return NOTHING
  if (name === 'actionStateId') return `${value} ${actionName(fighter, value) ?? ''}`.trimEnd()
  if (HEX.has(name)) return `0x${value.toString(16).padStart(2, '0')}`
  return String(Number(value.toFixed(5)))
}

function printFighter({ frame, port, isFollower, fighter, fields }: FighterDiff): string {
  const rows = fields.map(({ name, expected, got, isSame }) => [
    isSame ? '' : '*',
    name,
    textOf(name, fighter, expected),
    textOf(name, fighter, got),
  ])
  const who = `${FIGHTERS[fighter]!.name}${isFollower ? ', follower' : ''}`
  const different = fields.filter(({ isSame }) => !isSame).length
  const title = `Frame ${frame}, port ${port + 1}, ${who}: ${different} of ${fields.length} fields differ`
  return `${title}\n\n${table(['', 'field', 'recorded', 'played'], rows)}`
}

export function printFrames({ takenOver, fighters }: FrameDiff): string {
  return [`State taken over from frame ${takenOver}`, ...fighters.map(printFighter)].join('\n\n')
}
