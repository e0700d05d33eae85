/**
 * A lane as bytes: what it takes to go on with it elsewhere, under the revision of the engine, so that no other engine does. The
 * house bots of a lane are not in it: what they have seen is in no state, and they look at the game anew.
 */
import { ENGINE_REVISION } from '@arena/engine/revision'
import { BatchError } from './batch-error.ts'
import type { Lane } from './lane.ts'
import { PadHistory } from './pad-history.ts'
import { asObject, readSettings, whole, writeSettings, type LaneSettings } from './settings.ts'

const MAGIC = `arena.env save 1 ${ENGINE_REVISION} `
/** Offset of the length of the head that follows. */
const HEAD_AT = MAGIC.length + 4

export interface Saved {
  readonly settings: LaneSettings
  readonly frame: number
  readonly isFault: boolean
  readonly state: Uint8Array
  readonly waiting: Uint8Array
  readonly pads: Uint8Array | null
  readonly origin: { readonly stream: Uint8Array; readonly state: Uint8Array; readonly frame: number } | null
}

export function writeSave(lane: Lane): Uint8Array {
  lane.settle()
  const { settings, frame, isFault, state, waiting, history, origin } = lane
  const parts = [state, waiting, history?.bytes ?? null, origin?.stream ?? null, origin?.state ?? null]
  const head = Buffer.from(
    JSON.stringify({
      settings: writeSettings(settings),
      frame,
      isFault,
      originFrame: origin?.frame ?? 0,
      parts: parts.map((part) => part?.length ?? -1),
    }),
  )
  const length = Buffer.alloc(4)
  length.writeUInt32LE(head.length)
  return Buffer.concat([Buffer.from(MAGIC, 'latin1'), length, head, ...parts.filter((part) => part !== null)])
}

export function readSave(bytes: Uint8Array): Saved {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (buffer.subarray(0, MAGIC.length).toString('latin1') !== MAGIC) {
    throw new BatchError(`this is no save of this engine, whose saves begin with "${MAGIC.trim()}"`)
  }
  if (buffer.length < HEAD_AT) throw new BatchError('the save is cut short')
  const end = HEAD_AT + buffer.readUInt32LE(MAGIC.length)
  if (end > buffer.length) throw new BatchError('the save is cut short')
  const head = asObject(parse(buffer.subarray(HEAD_AT, end).toString()))
  const sizes: readonly unknown[] = Array.isArray(head['parts']) ? head['parts'] : []
  let at = end
  const parts = Array.from({ length: 5 }, (_, i) => {
    const size = whole(sizes[i], 'the length of a part of the save', -1, buffer.length - at)
    if (size < 0) return null
    const part = new Uint8Array(buffer.subarray(at, at + size))
    at += size
    return part
  })
  if (at !== buffer.length) throw new BatchError('the save has another length than it says')
  const [state, waiting, pads, stream, originState] = parts
  if (!state || !waiting) throw new BatchError('the save has no state')
  return {
    settings: readSettings(head['settings']),
    frame: whole(head['frame'], 'frame', -1000, 1 << 20),
    isFault: head['isFault'] === true,
    state,
    waiting,
    pads: pads ?? null,
    origin: stream && originState ? { stream, state: originState, frame: Number(head['originFrame']) } : null,
  }
}

/** Puts what was saved into a lane that was begun with its settings. */
export function restoreSave(saved: Saved, lane: Lane, isRecorded: boolean): void {
  const { state, waiting } = lane
  if (saved.state.length !== state.length || saved.waiting.length !== waiting.length) {
    throw new BatchError('the save has a state of another length')
  }
  lane.waiting.set(saved.waiting)
  lane.isFault = saved.isFault
  lane.history = isRecorded && saved.pads ? new PadHistory(saved.pads) : null
  lane.origin = saved.origin
  lane.continueFrom(saved.state, saved.frame)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BatchError('the head of the save cannot be read')
  }
}
