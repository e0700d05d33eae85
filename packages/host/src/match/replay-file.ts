/**
 * The replay of one match, written as it is played: the event stream goes to `<id>.slp.part`, one `writeSync` for each
 * message (4 microseconds, and a killed process loses nothing), and the complete file is fsynced and renamed to
 * `<id>.slp`. What a killed process left behind is completed by `recoverReplays`.
 *
 * A host may outlive its arena, freeze for an hour and then continue to write. The host needs the file's name to finish
 * it. So recovery first renames the file to `<id>.slp.lost` and then publishes a copy. Only one of the two finishes a
 * file, and no process has the published file open for writing.
 */
import { createHash } from 'node:crypto'
import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  envelopeHead,
  envelopeTail,
  EventReader,
  GameMetadata,
  RAW_LENGTH_OFFSET,
  RAW_OFFSET,
  rawLength,
  readReplay,
  SlpError,
  writeReplay,
  type Metadata,
} from '@arena/slp'
import { wordsOf } from '@arena/protocol/words-of'
import { syncFolder } from '../system/whole-file.ts'
import { EventStream } from '../engine/event-stream.ts'

/** Behind the name of a replay while it is written. */
export const PART = '.part'
/** The file of a host that is gone, or should be. */
const LOST = '.lost'
/** A copy of it on its way to being published. */
const COPY = '.copy'
/** The suffixes of all files that are not complete. */
export const INCOMPLETE = [PART, LOST, COPY] as const

/** The file could not be written, most likely because the disk is full. */
export class ReplayError extends Error {
  override readonly name = 'ReplayError'

  constructor(cause: unknown) {
    super(`The replay cannot be written: ${wordsOf(cause)}`, { cause })
  }
}

/** A complete file: its size and, as 64 lower-case hex digits, its SHA-256. */
export interface FinishedReplay {
  readonly bytes: number
  readonly sha256: string
}

export class ReplayFile {
  readonly #path: string
  readonly #fd: number
  /** Bytes of the event stream so far. */
  #length = 0

  /** Opens `<matchId>.slp.part` in a folder that exists. */
  constructor(dir: string, matchId: string) {
    this.#path = join(dir, `${matchId}.slp`)
    try {
      this.#fd = openSync(this.#path + PART, 'w', 0o600)
    } catch (error) {
      throw new ReplayError(error)
    }
    try {
      writeAll(this.#fd, envelopeHead(), 0)
    } catch (error) {
      this.discard()
      throw new ReplayError(error)
    }
  }

  /** Adds one message of the stream. After a `ReplayError` the stream ends before that message. */
  append(events: Uint8Array): void {
    try {
      this.#requireWhole()
      writeAll(this.#fd, events, RAW_OFFSET + this.#length)
      this.#length += events.length
    } catch (error) {
      throw new ReplayError(error)
    }
  }

  /** Makes it a complete file under its final name. Leaves no file behind when it cannot. */
  async complete(metadata: Metadata): Promise<FinishedReplay> {
    const part = this.#path + PART
    let names = [part]
    try {
      this.#requireWhole()
      const bytes = finish(this.#fd, this.#length, metadata)
      await sync(part)
      const sha256 = await sha256Of(part)
      // From here on it may have the one or the other: a disk may fail after it has renamed.
      names = [part, this.#path]
      await rename(part, this.#path)
      await syncFolder(dirname(this.#path))
      closeSync(this.#fd)
      return { bytes, sha256 }
    } catch (error) {
      // Where another machine has taken the file, that machine's copy has the final name.
      const isTaken = (error as NodeJS.ErrnoException).code === 'ENOENT'
      this.#giveUp(isTaken ? [part] : names)
      throw new ReplayError(error)
    }
  }

  /** Throws when the file is no longer what was written: a replay with a hole in it would be published as a record. */
  #requireWhole(): void {
    const { nlink, size } = fstatSync(this.#fd)
    if (nlink === 0) throw new Error('its file was removed, or taken over by another arena')
    if (size < RAW_OFFSET + this.#length) throw new Error('its file was cut short')
  }

  /** Gives up and leaves no file behind, unless the disk does not let go of it: then the next start sees to it. */
  discard(): void {
    this.#giveUp([this.#path + PART])
  }

  #giveUp(names: readonly string[]): void {
    closeSync(this.#fd)
    for (const name of names) {
      try {
        rmSync(name, { force: true })
      } catch {
        // Why there is no replay is known already, and is what counts.
      }
    }
  }
}

/**
 * Completes what processes that were killed left in a folder: each file is cut to its whole messages, gets the Game End
 * of a game that was broken off, and its final name; a file that does not even hold Game Start is no replay and is
 * removed. One that cannot be read, or not be written, is kept for the next start and reported to `failed`: it is no
 * reason to leave the others. Answers the sizes of the completed files by match id.
 */
export async function recoverReplays(
  dir: string,
  failed: (matchId: string, error: ReplayError) => void,
): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>()
  for (const matchId of await leftBehind(dir)) {
    try {
      const size = await recoverReplay(dir, matchId)
      if (size !== null) sizes.set(matchId, size)
    } catch (error) {
      if (!(error instanceof ReplayError)) throw error
      failed(matchId, error)
    }
  }
  return sizes
}

async function leftBehind(dir: string): Promise<ReadonlySet<string>> {
  const left = new Set<string>()
  for (const name of await readdir(dir)) {
    for (const suffix of [PART, LOST]) {
      if (name.endsWith(`.slp${suffix}`)) left.add(name.slice(0, -`.slp${suffix}`.length))
    }
    // A recovery that was itself cut short leaves its copy; the file that it copied is still there.
    if (name.endsWith(`.slp${COPY}`)) await rm(join(dir, name), { recursive: true })
  }
  return left
}

/** The same for one match: the size of its replay, null when none came of it. */
export async function recoverReplay(dir: string, matchId: string): Promise<number | null> {
  const path = join(dir, `${matchId}.slp`)
  try {
    await rename(path + PART, path + LOST).catch(unlessGone)
    return await recoverLost(path)
  } catch (error) {
    throw new ReplayError(error)
  }
}

/**
 * A finished replay that cannot be read as one is treated as one that was broken off; the rest is as above. Its name is on the disk when
 * this answers: who gave it that name may have ended, or failed, before.
 */
export async function recoverFinished(dir: string, matchId: string): Promise<number | null> {
  const path = join(dir, `${matchId}.slp`)
  try {
    const bytes = await readFile(path)
    if (isWhole(bytes)) {
      await syncFolder(dir)
      return bytes.length
    }
    await rename(path, path + LOST)
    return await recoverLost(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new ReplayError(error)
  }
}

function isWhole(bytes: Uint8Array): boolean {
  try {
    const { isComplete, gameEnd } = readReplay(bytes)
    return isComplete && gameEnd !== null
  } catch (error) {
    if (error instanceof SlpError) return false
    throw error
  }
}

async function recoverLost(path: string): Promise<number | null> {
  // A host may have finished it just before it died, or an earlier recovery just before it could remove this.
  const finished = await readFile(path).catch(unlessGone)
  const isLost = existsSync(path + LOST)
  if (finished !== undefined && (!isLost || isWhole(finished))) {
    await syncFolder(dirname(path))
    await rm(path + LOST, { force: true })
    return finished.length
  }
  if (!isLost) return null
  const copy = await readLost(path + LOST)
  if (copy !== null) {
    await writeFile(path + COPY, copy, { mode: 0o600 })
    await publish(path + COPY, path)
  }
  await unlink(path + LOST)
  return copy?.length ?? null
}

/** The complete file that comes of it; null when there is nothing of a game in it. */
async function readLost(path: string): Promise<Uint8Array | null> {
  const [bytes, { mtimeMs }] = await Promise.all([readFile(path), stat(path)])
  const raw = bytes.subarray(RAW_OFFSET)
  const stream = new EventStream()
  const { length, ended } = stream.whole(raw)
  if (length === 0) return null
  const whole = raw.subarray(0, length)
  const end = ended ? new Uint8Array(0) : stream.abortedGameEnd()
  return writeReplay(Buffer.concat([whole, end]), metadataOf(whole, mtimeMs))
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** From the events alone, for a game whose process is gone; `endedAt` is when the last of them was written. */
function metadataOf(raw: Uint8Array, endedAt: number): Metadata {
  let game: GameMetadata | null = null
  let frames = 0
  const characters: [number, number] = [0, 0]
  new EventReader((event) => {
    if (event.name === 'gameStart') {
      const [first, second] = event.record.players
      game = new GameMetadata([first?.displayName ?? '', second?.displayName ?? ''])
    } else if (event.name === 'postFrame') {
      const { playerIndex, isFollower, internalCharacterId } = event.record
      if (playerIndex < 2 && isFollower === 0) characters[playerIndex as 0 | 1] = internalCharacterId
    } else if (event.name === 'frameBookend') {
      game?.frame(event.record.frame, ...characters)
      frames++
    }
  }).push(raw)
  return (game ?? new GameMetadata(['', ''])).build(endedAt - (frames * 1000) / 60)
}

/** Cuts the file behind its stream, writes what follows it and the length before it; answers the file's size. */
function finish(fd: number, length: number, metadata: Metadata): number {
  const tail = envelopeTail(metadata)
  // Removes what a failed write left behind.
  if (fstatSync(fd).size > RAW_OFFSET + length) ftruncateSync(fd, RAW_OFFSET + length)
  writeAll(fd, tail, RAW_OFFSET + length)
  writeAll(fd, rawLength(length), RAW_LENGTH_OFFSET)
  return RAW_OFFSET + length + tail.length
}

/** Syncs the file, gives it its final name and syncs that. Off the event loop: a disk may take its time. */
async function publish(from: string, to: string): Promise<void> {
  await sync(from)
  await rename(from, to)
  await syncFolder(dirname(to))
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Piece by piece: other matches are polled meanwhile. */
async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  const file = await open(path, 'r')
  try {
    for await (const piece of file.createReadStream({ autoClose: false })) hash.update(piece as Buffer)
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}

function writeAll(fd: number, bytes: Uint8Array, position: number): void {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at, bytes.length - at, position + at)
}
