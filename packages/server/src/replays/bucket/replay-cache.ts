/**
 * Replays that were fetched from the bucket and checked, as files on this machine: so parts of them, the plain form and pictures
 * come from a file as they do without a bucket, and what many look at is fetched once. The one that was used longest ago goes
 * first, and a copy goes when its replay has left the bucket. What an earlier process left is dropped: nobody knows whether it was
 * written to its end.
 */
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { Attempts, throwFirst } from '../attempts.ts'
import { FolderReplayStore, packedName } from '../store.ts'

/** About an hour and a half of a machine that plays fifty matches at once. */
const MOST_BYTES = 512 * 1024 * 1024

/** Writes a gzip file to its end and checks it, or throws; `open` is where it goes. */
type Fetch = (open: () => Writable) => Promise<void>

export class ReplayCache {
  readonly files: FolderReplayStore
  readonly #folder: string
  readonly #mostBytes: number
  /** Bytes by match, the one that was used longest ago first. */
  readonly #kept = new Map<string, number>()
  readonly #underWay = new Map<string, Promise<void>>()
  #bytes = 0
  #isEmptied: Promise<void> | null = null

  constructor(folder: string, mostBytes = MOST_BYTES) {
    this.#folder = folder
    this.#mostBytes = mostBytes
    this.files = new FolderReplayStore(folder)
  }

  /** Resolves when `files` has the replay. Simultaneous callers share one fetch. */
  async hold(matchId: string, packedBytes: number, fetch: Fetch): Promise<void> {
    if (await this.isKept(matchId)) {
      this.#kept.delete(matchId)
      this.#kept.set(matchId, packedBytes)
      return
    }
    let fetching = this.#underWay.get(matchId)
    if (fetching === undefined) {
      fetching = this.#fetch(matchId, packedBytes, fetch).finally(() => this.#underWay.delete(matchId))
      this.#underWay.set(matchId, fetching)
    }
    await fetching
  }

  /** Whether `files` has a replay that this process has put there. */
  async isKept(matchId: string): Promise<boolean> {
    return this.#kept.has(matchId) && (await this.files.file(matchId)) !== null
  }

  /** Drops the copies of others than `stored` answers, which is asked about all that there are. */
  async dropOthers(stored: (matchIds: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void> {
    await this.#emptied()
    const kept = [...this.#kept.keys()]
    const there = await stored(kept)
    const others = kept.filter((matchId) => !there.has(matchId))
    throwFirst(await new Attempts().each(others, (matchId) => this.drop(matchId)))
  }

  async drop(matchId: string): Promise<void> {
    const bytes = this.#kept.get(matchId)
    this.#forget(matchId)
    try {
      // Whoever has it open reads on.
      await this.files.remove(matchId)
    } catch (error) {
      // It is still there, and others are dropped first.
      if (bytes !== undefined) this.#keep(matchId, bytes)
      throw error
    }
  }

  #keep(matchId: string, bytes: number): void {
    this.#forget(matchId)
    this.#kept.set(matchId, bytes)
    this.#bytes += bytes
  }

  #forget(matchId: string): void {
    this.#bytes -= this.#kept.get(matchId) ?? 0
    this.#kept.delete(matchId)
  }

  async #fetch(matchId: string, packedBytes: number, fetch: Fetch): Promise<void> {
    await this.#emptied()
    await this.#makeRoom(packedBytes)
    try {
      await this.#write(matchId, fetch)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC' || this.#kept.size === 0) throw error
      await this.#makeRoom(this.#mostBytes)
      await this.#write(matchId, fetch)
    }
    this.#keep(matchId, packedBytes)
  }

  /** Once; a disk that fails is tried again. */
  #emptied(): Promise<void> {
    this.#isEmptied ??= rm(this.#folder, { recursive: true, force: true }).catch((error: unknown) => {
      this.#isEmptied = null
      throw error
    })
    return this.#isEmptied
  }

  async #write(matchId: string, fetch: Fetch): Promise<void> {
    const path = join(this.#folder, packedName(matchId))
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    try {
      await fetch(() => createWriteStream(`${path}.new`, { mode: 0o600 }))
      await rename(`${path}.new`, path)
    } finally {
      await rm(`${path}.new`, { force: true })
    }
  }

  async #makeRoom(bytes: number): Promise<void> {
    for (const matchId of this.#kept.keys()) {
      if (this.#bytes + bytes <= this.#mostBytes) return
      await this.drop(matchId)
    }
  }
}
