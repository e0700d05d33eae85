/**
 * Lanes and replays. A lane's game is written by playing it again with its pads, events and all. A recording is read into records of
 * the same layout, and a lane can begin at any of its frames: exactly there, if it is one of the arena's; as near to it as what a
 * recording shows allows, if it is one of another game.
 */
import { CHARACTER_COUNT, loadFighters, STAGE_IDS, type Pad } from '@arena/engine'
import { Branch, BranchError } from '@arena/engine/branch'
import { Lockstep, padOf } from '@arena/engine/lockstep'
import {
  ColumnReader,
  absentFields,
  collectFrames,
  EventWriter,
  GameMetadata,
  playedPorts,
  playerNames,
  readReadable,
  writeReplay,
} from '@arena/slp'
import type { Frame, GameStart, PreFrame, ReadableReplay, SlpEvent } from '@arena/slp'
import { ENGINE_REVISION } from '@arena/engine/revision'
import { BatchError } from './batch-error.ts'
import type { Lane } from './lane.ts'
import { newPad, type Origin } from './pads.ts'
import { BEFORE_FIRST } from './settings.ts'
import { newGame } from './stand.ts'

/** Raw units of a stick at full tilt; the game shortens what goes further. */
const STICK_RANGE = 80

/** A recording of two players, who are numbered 0 and 1 whatever ports they had. */
export interface Recording {
  readonly file: Uint8Array
  readonly start: GameStart
  readonly frames: readonly Frame[]
  /** Its stream as this engine writes streams, by frames. */
  readonly events: readonly SlpEvent[]
  /** Empty for a player that has none. */
  readonly names: readonly string[]
  /** The fields of Post-Frame that it is too old to hold. */
  readonly absent: readonly string[]
  /** Whether the raw x of sticks was recorded, and the raw y was not: formats 1.2.0 to 3.14.0. */
  readonly hasRawXAlone: boolean
  /** What is wrong with the file behind these frames; null for a whole one. */
  readonly fault: string | null
}

export function readRecording(file: Uint8Array): Recording {
  let replay: ReadableReplay
  try {
    replay = readReadable(file)
  } catch (error) {
    throw new BatchError(`the file is no replay that can be read: ${(error as Error).message}`)
  }
  const { gameStart, metadata, events, fault } = replay
  const ports = playedPorts(gameStart)
  if (ports.length !== 2) throw new BatchError(`the replay has ${ports.length} players; a game of the arena has two`)
  if (!STAGE_IDS.some((id) => id === gameStart.stageId)) {
    throw new BatchError(`the replay is of stage ${gameStart.stageId}, which the engine does not have`)
  }
  const seated = seat(gameStart, ports, events)
  for (const port of [0, 1]) {
    const { characterId } = seated.start.players[port]!
    if (characterId >= CHARACTER_COUNT) throw new BatchError(`the engine has no character ${characterId}`)
  }
  const frames = collectFrames(seated.events)
  if (fault && frames.length === 0) throw new BatchError(`the file has no frame that can be read: ${fault.message}`)
  const called = playerNames(gameStart, metadata)
  const names = ports.map((port) => called[port]!)
  const [opening] = events
  const { preFrame, postFrame } = absentFields(opening?.name === 'eventPayloads' ? opening.record.sizes : new Map())
  const hasRawXAlone = preFrame.includes('rawJoystickY') && !preFrame.includes('rawJoystickX')
  // A copy: the bytes of a request are valid until the next one.
  return {
    file: file.slice(),
    ...seated,
    frames,
    names,
    absent: postFrame,
    hasRawXAlone,
    fault: fault?.message ?? null,
  }
}

/** Moves both players to ports 0 and 1. */
function seat(
  start: GameStart,
  ports: readonly number[],
  events: readonly SlpEvent[],
): Pick<Recording, 'start' | 'events'> {
  if (ports[0] === 0 && ports[1] === 1) return { start, events }
  const others = [0, 1, 2, 3].filter((port) => !ports.includes(port))
  const order = [...ports, ...others]
  const moved = (port: number) => (port < order.length && port >= 0 ? order.indexOf(port) : port)
  const seated = { ...start, players: order.map((port) => start.players[port]!) }
  const move = (event: SlpEvent): SlpEvent => {
    switch (event.name) {
      case 'gameStart':
        return { ...event, record: seated }
      case 'preFrame':
        return { ...event, record: { ...event.record, playerIndex: moved(event.record.playerIndex) } }
      case 'postFrame': {
        const { playerIndex, lastHitBy } = event.record
        return {
          ...event,
          record: { ...event.record, playerIndex: moved(playerIndex), lastHitBy: moved(lastHitBy) },
        }
      }
      case 'itemUpdate':
        return { ...event, record: { ...event.record, owner: moved(event.record.owner) } }
      default:
        return event
    }
  }
  return { start: seated, events: events.map(move) }
}

/** What both players did on a frame of a recording; nothing where it does not hold that. */
export function padsOf({ players }: Frame, { hasRawXAlone }: Pick<Recording, 'hasRawXAlone'>): readonly [Pad, Pad] {
  const padOfPort = (port: number): Pad => {
    const pad = newPad()
    const pre = players[port]?.pre
    if (pre) padOf(hasRawXAlone ? { ...pre, rawJoystickY: rawYBeside(pre) } : pre, pad)
    return pad
  }
  return [padOfPort(0), padOfPort(1)]
}

/**
 * The raw y beside a raw x that was recorded. Of a stick that is tilted further than the game takes it, the game shortens both alike,
 * so x shows by how much.
 */
function rawYBeside({ joystickX, joystickY, rawJoystickX, rawJoystickY }: PreFrame): number {
  const tilt = Math.hypot(joystickX, joystickY)
  const range = rawJoystickX / joystickX
  const isShortened = tilt > 0.95 && tilt < 1.01 && range > STICK_RANGE + 0.5 && Number.isFinite(range)
  return isShortened ? Math.max(-0x80, Math.min(0x7f, Math.round(joystickY * range))) : rawJoystickY
}

/** The state after a frame of a recording. */
export async function originAt({ start, frames, events }: Recording, frame: number): Promise<Origin> {
  const last = frames.at(-1)?.frame ?? BEFORE_FIRST
  if (!Number.isInteger(frame) || frame <= BEFORE_FIRST || frame > last) {
    throw new BatchError(`the replay has the frames ${BEFORE_FIRST + 1} to ${last}, and not ${frame}`)
  }
  await loadFighters([start.players[0]!.characterId, start.players[1]!.characterId])
  const lockstep = new Lockstep(start)
  const writer = new EventWriter(1 << 20)
  writer.eventPayloads()
  writer.gameStart(start)
  const head = writer.bytes().slice()
  const messages: Uint8Array[] = [head]
  const byNumber = new Map(frames.map((one) => [one.frame, one]))
  for (const [number, ofFrame] of eventsByFrame(events)) {
    if (number > frame) break
    writer.reset()
    for (const event of ofFrame) writeEvent(writer, event)
    const message = writer.bytes().slice()
    messages.push(message)
    lockstep.take(byNumber.get(number)!, message)
  }
  const { game } = lockstep
  if (game.frame !== frame) throw new BatchError(`the recording shows too little of frame ${frame}`)
  return { stream: Buffer.concat(messages), state: game.save(), frame }
}

/** A branch of a recording, with the columns of its file. Only a match of the arena has one, whose state is known exactly. */
export async function branchAt({ file }: Recording, frame: number): Promise<{ reader: ColumnReader; branch: Branch }> {
  const reader = new ColumnReader()
  reader.push(file)
  try {
    return { reader, branch: await Branch.open(reader, frame) }
  } catch (error) {
    if (error instanceof BranchError) throw new BatchError(error.message)
    throw error
  }
}

/** The events of each frame in order; of one that a rollback played again, those that came last. */
function eventsByFrame(events: readonly SlpEvent[]): [number, SlpEvent[]][] {
  const frames = new Map<number, SlpEvent[]>()
  for (const event of events) {
    if (event.name === 'frameStart') frames.delete(event.record.frame)
    if (!('frame' in event.record)) continue
    const { frame } = event.record
    const known = frames.get(frame)
    if (known) known.push(event)
    else frames.set(frame, [event])
  }
  return [...frames].sort(([a], [b]) => a - b)
}

function writeEvent(writer: EventWriter, event: SlpEvent): void {
  switch (event.name) {
    case 'frameStart':
      return writer.frameStart(event.record)
    case 'preFrame':
      return writer.preFrame(event.record)
    case 'postFrame':
      return writer.postFrame(event.record)
    case 'itemUpdate':
      return writer.itemUpdate(event.record)
    case 'fodPlatforms':
      return writer.fodPlatforms(event.record)
    case 'dreamlandWhispy':
      return writer.dreamlandWhispy(event.record)
    case 'stadiumTransformation':
      return writer.stadiumTransformation(event.record)
    case 'frameBookend':
      return writer.frameBookend(event.record)
    default:
  }
}

/** The game of a lane so far, as a replay file. `startedAt` is what its metadata says, in Unix milliseconds. */
export function writeLane(lane: Lane, startedAt: number): Uint8Array {
  const { history, origin, settings } = lane
  if (history === null) {
    throw new BatchError('the game of this lane was not recorded from its beginning: the batch needs record=True')
  }
  const game = newGame(settings, { at: (frame) => lane.seedAt(frame) })
  const start = game.start().slice()
  if (origin) game.restore(origin.state)
  const messages = [origin?.stream ?? start]
  const metadata = new GameMetadata([settings.players[0].name, settings.players[1].name])
  const note = () => metadata.frame(game.frame, game.players[0].character, game.players[1].character)
  if (origin) note()
  try {
    for (const pads of history) {
      messages.push(game.step(...pads).slice())
      note()
    }
  } catch (error) {
    throw new BatchError(`frame ${game.frame} of this lane's game fails in the engine: ${(error as Error).message}`)
  }
  messages.push(game.end(game.ending ? { kind: 'natural' } : { kind: 'aborted' }).slice())
  return writeReplay(Buffer.concat(messages), metadata.build(startedAt, origin ? null : ENGINE_REVISION))
}
