/** Field by field, the recorded values of some frames and the engine's, in their window of play. */
import { EventReader, type PostFrame } from '@arena/slp'
import { EventRecorder } from '../../../engine/src/events/recorder.ts'
import { asInternalId, type InternalId } from '../../../engine/src/tables/ids.ts'
import { restore, takeOver, WINDOW_FRAMES } from './agreement.ts'
import { matchOf, playRecorded } from './feed.ts'
import { fieldsOf } from './fields.ts'
import { RecordingError, type RecordedFrame, type Recording } from './recording.ts'

interface FieldDiff {
  readonly name: string
  readonly expected: number
  readonly got: number | null
  readonly isSame: boolean
}

export interface FighterDiff {
  readonly frame: number
  /** Port of the recording. */
  readonly port: number
  readonly isFollower: boolean
  /** Internal id. */
  readonly fighter: InternalId
  readonly fields: readonly FieldDiff[]
}

export interface FrameDiff {
  /** Frame from which the state was taken. */
  readonly takenOver: number
  readonly fighters: readonly FighterDiff[]
}

/** Numbers that differ by at most this are shown as equal. */
const ROUNDING = 1e-5

/** Frames from `frame - around` to `frame + around`, limited to the window that contains `frame`. */
export function diffFrames(recording: Recording, frame: number, around: number): FrameDiff {
  const { frames } = recording
  const at = frame - frames[0]!.frame
  if (at < 1 || at >= frames.length) {
    throw new RecordingError(`frame ${frame} is not between ${frames[0]!.frame + 1} and ${frames.at(-1)!.frame}`)
  }
  const start = Math.floor((at - 1) / WINDOW_FRAMES) * WINDOW_FRAMES
  const end = Math.min(at + around, start + WINDOW_FRAMES, frames.length - 1)
  const { states, winds } = takeOver(recording, [start])
  const recorder = new EventRecorder()
  const match = matchOf(recording, recorder)
  restore(match, states[0]!)
  const played = new Map<number, PostFrame>()
  const reader = new EventReader((event) => {
    if (event.name === 'postFrame') played.set(keyOf(event.record), event.record)
  })
  recorder.gameStart(recording.stage, 0, [])
  reader.push(recorder.bytes())
  const fighters: FighterDiff[] = []
  for (let index = start + 1; index <= end; index++) {
    played.clear()
    playRecorded(match, recording, index, winds)
    reader.push(recorder.bytes())
    if (index >= at - around) fighters.push(...diffsOf(recording, frames[index]!, played))
  }
  return { takenOver: frames[start]!.frame, fighters }
}

/** Players of a match have ports 0 and 1, whatever their ports in the recording. */
function keyOf({ playerIndex, isFollower }: PostFrame): number {
  return playerIndex * 2 + isFollower
}

function diffsOf(
  recording: Recording,
  { frame, players, followers }: RecordedFrame,
  played: ReadonlyMap<number, PostFrame>,
): FighterDiff[] {
  return [0, 1].flatMap((player) =>
    [players[player], followers[player]].flatMap((fighter) => {
      if (!fighter) return []
      const { post } = fighter
      const got = played.get(keyOf({ ...post, playerIndex: player }))
      return {
        frame,
        port: post.playerIndex,
        isFollower: post.isFollower !== 0,
        fighter: asInternalId(post.internalCharacterId),
        fields: compare(recording, post, got),
      }
    }),
  )
}

function compare(recording: Recording, post: PostFrame, played: PostFrame | undefined): FieldDiff[] {
  return fieldsOf(recording).map(({ name }) => {
    const expected = post[name]
    const got = played ? played[name] : null
    return { name, expected, got, isSame: got !== null && Math.abs(expected - got) <= ROUNDING }
  })
}
