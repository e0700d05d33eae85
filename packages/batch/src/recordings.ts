/** A recording in the layout of a batch: what its players did, and what each frame shows, both as a lane has them. */
import { showRandall } from '@arena/engine/lockstep'
import { seedOf } from '@arena/slp'
import { INTERNAL_ID } from '@arena/engine'
import { INPUTS_BYTES } from './lane.ts'
import { GAMESTATE, INPUT_PLAYER_BYTES } from './layout.ts'
import { otherOf, PLAYERS, PORTS, type Port } from './players.ts'
import { writePads } from './pads.ts'
import { RecordWriter } from './records.ts'
import { padsOf, type Recording } from './replays.ts'
import { MOST_DELAY, BEFORE_FIRST } from './settings.ts'

const FOUNTAIN = 2
/** Heights of the Fountain's platforms before the first event of them. */
const FIRST_HEIGHTS = [20, 28] as const
const LEFT = 1

export function describeRecording({ start, names, frames, fault }: Recording): object {
  const players = PORTS.map((port) => {
    const { characterId, costumeIndex } = start.players[port]!
    return { character: characterId, costume: costumeIndex, name: names[port] }
  })
  return {
    stage: start.stageId,
    players,
    frames: frames.map(({ frame }) => frame),
    withoutInputs: PORTS.map((port) => frames.flatMap((frame, row) => (frame.players[port]?.pre ? [] : [row]))),
    fault,
  }
}

/** Both inputs of every frame. */
export function recordedPads(recording: Recording): Uint8Array {
  const { frames } = recording
  const bytes = new Uint8Array(frames.length * INPUTS_BYTES)
  for (const [i, frame] of frames.entries()) writePads(padsOf(frame, recording), bytes, i * INPUTS_BYTES)
  return bytes
}

/** What waits to be played after a frame: the recorded inputs of the frames that are decided already. */
export function waitingAt(recording: Recording, frame: number, delay: number): Uint8Array {
  const places = MOST_DELAY + 1
  const waiting = new Uint8Array(places * PLAYERS * INPUT_PLAYER_BYTES)
  for (const one of recording.frames) {
    if (one.frame <= frame || one.frame > frame + delay) continue
    writePads(padsOf(one, recording), waiting, ((one.frame - BEFORE_FIRST) % places) * INPUTS_BYTES)
  }
  return waiting
}

/** The records of `count` frames from the row `from` on. */
export function recordedStates(
  { start, frames, absent }: Recording,
  viewpoint: Port,
  from: number,
  count: number,
): Uint8Array {
  const shown = frames.slice(from, from + count)
  const writer = new RecordWriter(shown.length * GAMESTATE.bytes)
  const { stageId } = start
  const knowsGround = !absent.includes('isAirborne')
  const heights: [number, number] = [...FIRST_HEIGHTS]
  let wind = 0
  const note = ({ fodPlatforms, dreamlandWhispy }: Recording['frames'][number]) => {
    // An index that the stage does not have is left out.
    for (const { platform, height } of fodPlatforms) if (platform <= LEFT) heights[platform] = height
    wind = dreamlandWhispy?.direction ?? wind
  }
  for (const frame of frames.slice(0, from)) note(frame)
  for (const [i, frame] of shown.entries()) {
    note(frame)
    const at = i * GAMESTATE.bytes
    const characters = PORTS.map((port) => frame.players[port]?.post?.internalCharacterId ?? INTERNAL_ID.fox)
    writer.begin(at, stageId, viewpoint, characters)
    writer.frame(at, frame.frame, seedOf(frame))
    if (stageId === FOUNTAIN) writer.platforms(at, heights[1], heights[0])
    writer.whispy(at, wind)
    const randall = showRandall(stageId, frame.frame)
    if (randall) writer.randall(at, randall.x, randall.y)
    for (const [slot, port] of [viewpoint, otherOf(viewpoint)].entries()) {
      const player = frame.players[port]
      if (player?.post) writer.fighter(at, slot, false, player.post, knowsGround)
      if (player?.follower?.post) writer.fighter(at, slot, true, player.follower.post, knowsGround)
    }
    for (const [place, item] of frame.items.slice(0, 15).entries()) writer.item(at, place, item)
  }
  return writer.bytes
}
