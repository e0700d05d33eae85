/**
 * Field by field: how often the engine's value of a fighter's field equals the recorded one, while the fighter's action
 * agrees. After the action differs, that fighter is no longer counted in that window.
 */
import { emptyPostFrame, EVENTS, type PostFrame } from '@arena/slp'
import { fillPostFrame, FLAGS } from '../../../engine/src/events/recorder.ts'
import type { Fighter } from '../../../engine/src/fighter.ts'
import { asInternalId, type InternalId } from '../../../engine/src/tables/ids.ts'
import { isRecordedLater, restore, takeOver, WINDOW_FRAMES, windowStarts } from './agreement.ts'
import { matchOf, playRecorded } from './feed.ts'
import { holds, type Recording, recordOf } from './recording.ts'
import type { WindowFilter } from './window-filters.ts'

/** Fighter frames on which a field differs, in one action. */
export interface FieldFault {
  readonly fighter: InternalId
  readonly action: number
  readonly example: { readonly frame: number; readonly player: number; readonly expected: number; readonly got: number }
  frames: number
}

interface FieldTally {
  frames: number
  same: number
  /** By fighter and action. */
  readonly faults: Map<string, FieldFault>
}

/** By the field's name. */
export type FieldTallies = Map<string, FieldTally>

/** Floats that differ by at most this are equal, as last bits do not matter here. */
const TOLERANCE = 0.001
/** Smaller floats are integers stored as such (`miscActionState`), and are compared as integers. */
const LEAST_FLOAT = 1e-30
/** Fields that identify the record and are not content. */
const ADDRESS: ReadonlySet<string> = new Set(['frame', 'playerIndex', 'isFollower'])

/** The fields of Post-Frame that a recording holds. */
export function fieldsOf(recording: Recording) {
  const absent = recording.absent.postFrame
  return EVENTS.postFrame.fields.filter(({ name }) => !ADDRESS.has(name) && !absent.includes(name))
}

export function measureFields(recording: Recording, isJudged: WindowFilter): FieldTallies {
  const tallies: FieldTallies = new Map()
  if (!holds(recording, 'speeds')) return tallies
  const { frames } = recording
  const fields = fieldsOf(recording)
  const starts = windowStarts(frames.length).filter((start) =>
    isJudged(frames.slice(start + 1, start + 1 + WINDOW_FRAMES)),
  )
  const { states, winds } = takeOver(recording, starts)
  const match = matchOf(recording)
  const got = emptyPostFrame()
  for (const [i, start] of starts.entries()) {
    restore(match, states[i]!)
    const strayed = new Set<Fighter>()
    for (let index = start + 1; index <= Math.min(start + WINDOW_FRAMES, frames.length - 1); index++) {
      playRecorded(match, recording, index, winds)
      for (const fighter of match.fighters) {
        const post = recordOf(frames[index]!, fighter)?.post
        if (!post || isRecordedLater(recording, index, fighter)) continue
        if (post.actionStateId !== fighter.action) strayed.add(fighter)
        if (strayed.has(fighter)) continue
        fillPostFrame(fighter, got)
        for (const { name, type } of fields) count(tallies, name, post, got, bitsOf(name, type))
      }
    }
  }
  return tallies
}

/** Bits of a field that count: of flags those with a known meaning, of other integers those written; 0 for floats. */
function bitsOf(name: string, type: string): number {
  const flags = Object.entries(FLAGS).find(([flag]) => flag === name)?.[1]
  if (flags) return Object.values<number>(flags).reduce((bits, bit) => bits | bit)
  if (type === 'f32') return 0
  return type.endsWith('8') ? 0xff : type.endsWith('16') ? 0xffff : -1
}

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE && (a === b || Math.max(Math.abs(a), Math.abs(b)) > LEAST_FLOAT)
}

function count(tallies: FieldTallies, name: keyof PostFrame, expected: PostFrame, got: PostFrame, bits: number): void {
  let tally = tallies.get(name)
  if (!tally) tallies.set(name, (tally = { frames: 0, same: 0, faults: new Map() }))
  tally.frames++
  const differing = (expected[name] ^ got[name]) & bits
  if (bits === 0 ? isSame(expected[name], got[name]) : differing === 0) {
    tally.same++
    return
  }
  const { actionStateId: action, frame, playerIndex: player } = expected
  const fighter = asInternalId(expected.internalCharacterId)
  const key = `${fighter} ${action}`
  const fault = tally.faults.get(key)
  if (fault) fault.frames++
  else {
    const example = { frame, player, expected: expected[name], got: got[name] }
    tally.faults.set(key, { fighter, action, example, frames: 1 })
  }
}
