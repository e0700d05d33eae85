/**
 * Whether a match can have ended as the arena says: a forfeit needs 300 polls in a row without a pad, and a game that was
 * decided is not aborted. A pad that was sent and that the arena leaves out is not seen here: its bot's owner alone knows it.
 */
import type { EndCause } from '@arena/engine'
import type { KeptMatch, KeptPads } from '@arena/engine/kept-match'
import { MODES } from '@arena/protocol'
import { FIRST_FRAME, type ColumnReader, type FighterColumns } from '@arena/slp'
import { count } from '../words.ts'

const PORTS = [0, 1] as const
const { forfeitPolls } = MODES.live

/** What in a replay contradicts the ending, in a sentence; null where nothing does. */
export function endingFaultOf({ columns }: ColumnReader, ending: EndCause): string | null {
  const last = columns.count - 1
  if (ending.kind === 'aborted') {
    const isDecided = PORTS.some((port) => columns.fighter(port)?.post.stocksRemaining[last] === 0)
    return isDecided ? `The match is said to be aborted, and its game was decided on frame ${columns.lastFrame}.` : null
  }
  if (ending.kind === 'natural') return null
  if (columns.count < forfeitPolls) return tooShort(columns.count)
  for (const port of forfeiting(ending)) {
    const fighter = columns.fighter(port)
    for (let row = columns.count - forfeitPolls; row <= last; row++) {
      if (fighter !== null && isMoved(fighter, row)) return notForfeited(port, FIRST_FRAME + row)
    }
  }
  return null
}

/** What in the landed pads contradicts the ending: they say of each frame whether a pad was there. */
export function landedFaultOf({ frames, pads, end }: Pick<KeptMatch, 'frames' | 'pads' | 'end'>): string | null {
  /** The frame on which a port had forfeited. */
  const out = pads.map(({ missed }) => {
    const run = missed.find(({ count: polls }) => polls >= forfeitPolls)
    return run === undefined ? Infinity : run.frame + forfeitPolls - 1
  })
  const last = FIRST_FRAME + frames - 1
  const over = Math.min(...out)
  if (over < last) {
    const port = out.indexOf(over)
    return `Port ${port} had missed ${forfeitPolls} polls in a row on frame ${over}, and yet the game went on: a forfeit was passed over.`
  }
  if (end.kind !== 'forfeit') return null
  if (frames < forfeitPolls) return tooShort(frames)
  const said = forfeiting(end)
  const present = said.find((port) => out[port] !== last)
  if (present !== undefined) return notForfeited(present, lastLanded(pads[present].missed, last))
  const isDraw = out.every((frame) => frame === last)
  return isDraw && end.port !== null
    ? `Both bots had missed ${forfeitPolls} polls in a row, which is a draw; the forfeit is said to be of port ${end.port}.`
    : null
}

const forfeiting = ({ port }: { readonly port: 0 | 1 | null }): readonly (0 | 1)[] => (port === null ? PORTS : [port])

const tooShort = (frames: number): string =>
  `The game is said to end by forfeit, which takes ${forfeitPolls} polls without a pad, and it has ${count(frames, 'frame')}.`

const notForfeited = (port: number, frame: number): string =>
  `Port ${port} is said to have forfeited, and a pad of it was played on frame ${frame}, within the last ${forfeitPolls} polls.`

function lastLanded(missed: KeptPads['missed'], last: number): number {
  const run = missed.at(-1)
  return run !== undefined && run.frame + run.count > last ? run.frame - 1 : last
}

/** Whether a controller was not at rest, as it is on a frame without a pad. */
function isMoved({ pre, at }: FighterColumns, row: number): boolean {
  if (at.preAt[row] === 0) return false
  return [
    pre.physicalButtons,
    pre.rawJoystickX,
    pre.rawJoystickY,
    pre.rawCStickX,
    pre.rawCStickY,
    pre.physicalLTrigger,
    pre.physicalRTrigger,
  ].some((field) => field[row] !== 0)
}
