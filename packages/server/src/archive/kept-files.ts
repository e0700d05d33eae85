/**
 * Files that the arena keeps: days of the archive and engine builds for ever, and open data. The database has the SHA-256 of each, and the machine
 * that made it. A machine that needs one of another fetches it once, from the bucket or from that machine, and uses no byte of it
 * before all of it is what was recorded.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { syncFolder } from '@arena/host/system'
import { fetchChecked, nowhere } from '../replays/bucket/bucket-store.ts'
import type { ObjectStore } from '../replays/bucket/bucket.ts'

export interface FileFacts {
  readonly bytes: number
  /** In hexadecimal. */
  readonly sha256: string
}

export interface KeptFile extends FileFacts {
  /** Below the data folder of each machine, and in the bucket. */
  readonly name: string
  /** The machine that made it. */
  readonly machineId: string
}

interface Parts {
  readonly dataDir: string
  readonly machineId: string
  readonly bucket: Pick<ObjectStore, 'put' | 'get' | 'delete'> | null
  /** Rejects where the machine cannot be reached, or has no such file; null where this machine asks no other. */
  readonly fetchFrom: ((machineId: string, name: string) => Promise<Readable>) | null
}

/** A file on record that is nowhere to be had at the moment. */
export class KeptFileError extends Error {
  override readonly name = 'KeptFileError'
}

const LEFT_MS = 3_600_000
const NAME =
  /^(?:archive\/\d{4}-\d\d-\d\d\.parquet|open-data\/[a-z]+(?:-\d{4}-\d\d)?-\d{8}T\d{6}Z\.parquet|engines\/[0-9a-f]{8}-[0-9a-f]{12}\.cjs)$/

/** A file that this machine has, for another; null where it has none of that name. */
export async function openKept(dataDir: string, name: string): Promise<FileHandle | null> {
  return NAME.test(name) ? open(join(dataDir, name)).catch(unlessGone) : null
}

export class KeptFiles {
  readonly #parts: Parts
  readonly #fetching = new Map<string, Promise<void>>()
  /** What the files were on the disk when they were last found to be as recorded, by name. */
  readonly #known = new Map<string, string>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Where to write what `keep` is to take. */
  async draft(name: string): Promise<string> {
    const path = `${this.#path(name)}.new`
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    return path
  }

  /** The draft is the file from here on, on this disk and in the bucket; it is not on record yet. */
  async keep(name: string): Promise<FileFacts> {
    const { bucket } = this.#parts
    const path = this.#path(name)
    const draft = await this.draft(name)
    const facts = await factsOf(draft)
    await using file = await open(draft)
    await file.sync()
    if (bucket !== null) {
      await bucket.put(name, await readFile(draft))
      await fetchChecked(bucket, name, facts, nowhere)
    }
    await rename(draft, path)
    await syncFolder(dirname(path))
    return facts
  }

  /** The path of a file that is what is on record; it is read anew for that where it is to be run. Throws KeptFileError where it cannot be had. */
  async path(file: KeptFile, isRun = false): Promise<string> {
    const path = this.#path(file.name)
    if (await this.#isThere(path, file, isRun)) return path
    let fetching = this.#fetching.get(file.name)
    if (fetching === undefined) {
      fetching = this.#fetch(file, path).finally(() => this.#fetching.delete(file.name))
      this.#fetching.set(file.name, fetching)
    }
    await fetching
    return path
  }

  /** One that nothing on record names any more leaves the bucket. */
  async forget(name: string): Promise<void> {
    await this.#parts.bucket?.delete(name)
  }

  /** Others than these leave a folder of this machine, an hour after they were written: until then somebody may be sent them, or is writing them. */
  async keepOnly(folder: string, names: ReadonlySet<string>): Promise<void> {
    const path = join(this.#parts.dataDir, folder)
    for (const file of (await readdir(path).catch(unlessGone)) ?? []) {
      if (names.has(`${folder}/${file}`)) continue
      const found = await stat(join(path, file)).catch(unlessGone)
      if (found !== null && Date.now() - found.mtimeMs > LEFT_MS) await rm(join(path, file), { force: true })
    }
  }

  async #isThere(path: string, { name, bytes, sha256 }: KeptFile, isRun: boolean): Promise<boolean> {
    const found = await stat(path).catch(unlessGone)
    if (found === null || found.size !== bytes) return false
    const state = `${sha256} ${found.ino} ${found.mtimeMs} ${found.ctimeMs}`
    if (!isRun && this.#known.get(name) === state) return true
    const facts = await factsOf(path).catch(unlessGone)
    if (facts?.sha256 !== sha256) return false
    this.#known.set(name, state)
    return true
  }

  async #fetch(file: KeptFile, path: string): Promise<void> {
    const { bucket, machineId, fetchFrom } = this.#parts
    const { name } = file
    const failures: unknown[] = []
    const sources: Pick<ObjectStore, 'get'>[] = bucket === null ? [] : [bucket]
    if (fetchFrom !== null && file.machineId !== machineId) {
      sources.push({ get: (wanted) => fetchFrom(file.machineId, wanted) })
    }
    const draft = `${path}.fetched`
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    for (const source of sources) {
      try {
        await fetchChecked(source, name, file, () => createWriteStream(draft, { mode: 0o600, flush: true }))
        await rename(draft, path)
        await syncFolder(dirname(path))
        return
      } catch (error) {
        failures.push(error)
      } finally {
        await rm(draft, { force: true })
      }
    }
    throw new KeptFileError(
      `${name} is not in the data folder as it was recorded, and cannot be fetched from elsewhere`,
      { cause: failures[0] },
    )
  }

  #path(name: string): string {
    if (!NAME.test(name)) throw new TypeError(`${name} names no file that is kept`)
    return join(this.#parts.dataDir, name)
  }
}

export async function factsOf(path: string): Promise<FileFacts> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(piece)
    bytes += piece.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error
  return null
}
