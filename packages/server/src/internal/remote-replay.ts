/** Replays that are kept on another machine of the arena, finished and running. */
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { MatchFile, MatchFiles } from '../live/match-file.ts'
import { RecentBytes } from '../live/recent-bytes.ts'
import type { StoredReplay } from '../replays/store.ts'
import type { OtherMachines } from './machines.ts'
import { MOST_BYTES, PACKED_HEADER, SIZE_HEADER, STATE_HEADER } from './server.ts'

type Machines = Pick<OtherMachines, 'ask' | 'holderOf'>

/** Null where the machine has none; rejects where it cannot be reached. */
export async function openRemoteReplay(
  machines: Machines,
  machineId: string,
  matchId: string,
): Promise<StoredReplay | null> {
  const path = `/matches/${matchId}/replay`
  const head = await machines.ask(machineId, path, { method: 'HEAD' })
  const bytes = Number(head?.headers.get(SIZE_HEADER) ?? Number.NaN)
  if (head === null || !Number.isSafeInteger(bytes)) return null
  const packed = head.headers.get(PACKED_HEADER)
  const stream = async (query: string) =>
    Readable.from(bodyOf(machines, machineId, path + query), { objectMode: false })
  return {
    bytes,
    packedBytes: packed === null ? null : Number(packed),
    stream: (part) => stream(part === undefined ? '' : `?first=${part.first}&last=${part.last}`),
    packed: () => stream('?packed'),
    close: async () => {},
  }
}

/** The replay of a match that another machine played. Null where that has none, or is down. */
export async function openFromItsMachine(machines: Machines, matchId: string): Promise<StoredReplay | null> {
  const holder = await machines.holderOf(matchId)
  return holder === null ? null : openRemoteReplay(machines, holder, matchId).catch(() => null)
}

/** A file of the archive, or an engine build, that another machine made. Rejects where it has none, or cannot be reached. */
export async function openRemoteFile(machines: Machines, machineId: string, name: string): Promise<Readable> {
  return Readable.from(bodyOf(machines, machineId, `/kept/${name}`), { objectMode: false })
}

async function* bodyOf(machines: Machines, machineId: string, path: string): AsyncGenerator<Uint8Array> {
  const response = await machines.ask(machineId, path, { isLong: true })
  if (response?.body == null) throw new Error('The machine does not have the file, or not any more')
  yield* response.body as ReadableStream<Uint8Array>
}

/** Three seconds of a game: spectators are a second behind what is new. */
const KEPT_BYTES = 64 * 1024
const NOTHING = Buffer.alloc(0)

/**
 * The replay of a running match, a piece at a time. What is new comes with the look at how long it is, and is kept until it is read:
 * a match that somebody watches costs one request for each look.
 */
class RemoteMatchFile implements MatchFile {
  readonly #machines: Machines
  readonly #machineId: string
  readonly #matchId: string
  readonly #recent = new RecentBytes(KEPT_BYTES)
  #size = 0
  isOver = false
  /** The match is over, and left no replay. */
  isGone = false

  constructor(machines: Machines, machineId: string, matchId: string) {
    this.#machines = machines
    this.#machineId = machineId
    this.#matchId = matchId
  }

  async size(): Promise<number> {
    const bytes = (await this.#ask(this.#recent.end, MOST_BYTES)) ?? NOTHING
    // More is new than one answer holds: the match has been running for a while.
    if (bytes.length === MOST_BYTES) this.#recent.skipTo(this.#size)
    else if (bytes.length > 0) this.#recent.push(bytes)
    return this.#size
  }

  async read(position: number, length: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    for (let at = position; at < position + length;) {
      const piece = this.#recent.from(at)
      if (piece === 'gone') return (await this.#ask(position, length)) ?? NOTHING
      if (piece === 'nothing') break
      pieces.push(piece)
      at += piece.length
    }
    return Buffer.concat(pieces).subarray(0, length)
  }

  async close(): Promise<void> {}

  /** Null where there is no such file any more. */
  async #ask(from: number, length: number): Promise<Buffer | null> {
    const path = `/matches/${this.#matchId}/part?from=${from}&length=${length}`
    const response = await this.#machines.ask(this.#machineId, path)
    if (response === null) {
      this.isOver = this.isGone = true
      return null
    }
    this.#size = Math.max(this.#size, Number(response.headers.get(SIZE_HEADER)))
    if (response.headers.get(STATE_HEADER) === 'complete') this.isOver = true
    return Buffer.from(await response.arrayBuffer())
  }
}

/** The files of matches on whichever machine plays them. */
export class ArenaMatchFiles implements MatchFiles {
  readonly #own: MatchFiles
  readonly #machines: Machines

  constructor(own: MatchFiles, machines: Machines) {
    this.#own = own
    this.#machines = machines
  }

  async open(matchId: string): ReturnType<MatchFiles['open']> {
    const holder = await this.#machines.holderOf(matchId)
    if (holder === null) return this.#own.open(matchId)
    const file = new RemoteMatchFile(this.#machines, holder, matchId)
    if ((await file.size()) === 0) return null
    return { file, isComplete: file.isOver }
  }

  async completed(matchId: string, file: MatchFile): Promise<MatchFile | null> {
    if (!(file instanceof RemoteMatchFile)) return this.#own.completed(matchId, file)
    return file.isGone ? null : file
  }
}
