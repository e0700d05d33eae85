/**
 * The disk of a machine, in memory. A process that is killed loses nothing that it wrote. When the machine loses its power, what was not
 * synced may be gone: of each file some of its bytes, of a folder what was last renamed in it.
 */
import { dirname } from 'node:path'
import type { Stream } from '../kernel/stream.ts'

/** Read by the code under test as those of the system. */
export function systemError(code: string, syscall: string, path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: simulated, ${syscall} '${path}'`), { code, syscall, path, errno: -1 })
}

export class SimulatedFile {
  #bytes = Buffer.alloc(0)
  length = 0
  links = 1
  mtimeMs = 0
  /** As the disk has it for certain; null where it has nothing. */
  #synced: Buffer | null = null

  get content(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.length))
  }

  write(bytes: Uint8Array, position: number, now: number): void {
    const end = position + bytes.length
    if (end > this.#bytes.length) {
      const grown = Buffer.alloc(2 * end)
      this.#bytes.copy(grown, 0, 0, this.length)
      this.#bytes = grown
    }
    this.#bytes.set(bytes, position)
    this.length = Math.max(this.length, end)
    this.mtimeMs = now
  }

  /** As much as is there. */
  read(position: number, length: number): Buffer {
    return Buffer.from(this.#bytes.subarray(position, Math.min(position + length, this.length)))
  }

  truncate(length: number): void {
    this.#bytes.fill(0, length)
    this.length = length
  }

  sync(): void {
    this.#synced = this.content
  }

  losePower(chance: Stream): void {
    if (chance.once(2)) return
    const kept = this.#synced ?? this.content.subarray(0, chance.between(0, this.length))
    this.#bytes = Buffer.from(kept)
    this.length = kept.length
  }
}

export class SimulatedDisk {
  readonly #chance: Stream
  readonly #now: () => number
  readonly folders = new Set<string>()
  #files = new Map<string, SimulatedFile>()
  /** The names that a folder has for certain. */
  #synced = new Map<string, SimulatedFile>()
  readonly #open = new Map<number, SimulatedFile>()
  #opened: number
  /** Has no room until then, and fails until then. */
  fullUntil = 0
  failsUntil = 0
  ignoresSync = false
  /** The last room was taken in the time without room that ends then. */
  #filledUntil = 0
  /** When operations failed, and when they found no room: then something may be left for the next start. */
  readonly failedAt: number[] = []
  readonly fullAt: number[] = []

  /** Descriptors count from `firstDescriptor` on: they are of this disk alone. */
  constructor(chance: Stream, now: () => number, firstDescriptor: number) {
    this.#chance = chance
    this.#now = now
    this.#opened = firstDescriptor
  }

  get hasFailed(): boolean {
    return this.failedAt.length > 0
  }

  get wasFull(): boolean {
    return this.fullAt.length > 0
  }

  get isFull(): boolean {
    return this.#now() < this.fullUntil
  }

  /** What each operation begins with. */
  reach(syscall: string, path: string): void {
    if (this.#now() < this.failsUntil) throw this.fail(syscall, path)
  }

  fail(syscall: string, path: string): Error {
    this.failedAt.push(this.#now())
    return systemError('EIO', syscall, path)
  }

  names(folder: string): string[] {
    if (!this.folders.has(folder)) throw systemError('ENOENT', 'scandir', folder)
    const within = `${folder}/`
    const names = [...this.#files.keys()].filter((path) => path.startsWith(within))
    return names.map((path) => path.slice(within.length)).sort()
  }

  find(path: string): SimulatedFile | undefined {
    return this.#files.get(path)
  }

  require(path: string, syscall: string): SimulatedFile {
    const file = this.#files.get(path)
    if (file === undefined) throw systemError('ENOENT', syscall, path)
    return file
  }

  create(path: string): SimulatedFile {
    if (!this.folders.has(dirname(path))) throw systemError('ENOENT', 'open', path)
    this.#takeRoom('open', path)
    const there = this.#files.get(path)
    if (there !== undefined) {
      there.truncate(0)
      return there
    }
    const file = new SimulatedFile()
    file.mtimeMs = this.#now()
    this.#files.set(path, file)
    return file
  }

  /** Answers how many bytes it took: of the first that find no room it takes a half. */
  write(file: SimulatedFile, bytes: Uint8Array, position: number, path: string): number {
    const half = bytes.length >> 1
    if (this.isFull && this.#filledUntil !== this.fullUntil && half > 0) {
      this.#filledUntil = this.fullUntil
      file.write(bytes.subarray(0, half), position, this.#now())
      return half
    }
    this.#takeRoom('write', path)
    file.write(bytes, position, this.#now())
    return bytes.length
  }

  writeAll(file: SimulatedFile, bytes: Uint8Array, position: number, path: string): void {
    for (let at = 0; at < bytes.length;) at += this.write(file, bytes.subarray(at), position + at, path)
  }

  rename(from: string, to: string): void {
    const file = this.require(from, 'rename')
    this.#files.delete(from)
    this.#drop(to)
    this.#files.set(to, file)
  }

  link(from: string, to: string): void {
    const file = this.require(from, 'link')
    if (this.#files.has(to)) throw systemError('EEXIST', 'link', to)
    file.links++
    this.#files.set(to, file)
  }

  unlink(path: string, syscall: string): void {
    this.require(path, syscall)
    this.#drop(path)
  }

  /** A file, or a folder with all that is in it. */
  remove(path: string): void {
    this.#drop(path)
    for (const each of this.#files.keys()) if (each.startsWith(`${path}/`)) this.#drop(each)
    for (const each of this.folders) if (each === path || each.startsWith(`${path}/`)) this.folders.delete(each)
  }

  makeFolder(path: string): void {
    for (let each = path; each !== dirname(each); each = dirname(each)) this.folders.add(each)
  }

  sync(file: SimulatedFile): void {
    if (!this.ignoresSync) file.sync()
  }

  syncFolder(folder: string): void {
    if (this.ignoresSync) return
    const isIn = (path: string) => dirname(path) === folder
    const others = [...this.#synced].filter(([path]) => !isIn(path))
    this.#synced = new Map([...others, ...[...this.#files].filter(([path]) => isIn(path))])
  }

  open(file: SimulatedFile): number {
    this.#open.set(this.#opened, file)
    return this.#opened++
  }

  opened(fd: number): SimulatedFile | undefined {
    return this.#open.get(fd)
  }

  close(fd: number): void {
    this.#open.delete(fd)
  }

  losePower(): void {
    this.#open.clear()
    if (this.#chance.once(2)) this.#files = new Map(this.#synced)
    for (const file of new Set(this.#files.values())) file.losePower(this.#chance)
    for (const file of this.#files.values()) file.sync()
    this.#synced = new Map(this.#files)
  }

  #takeRoom(syscall: string, path: string): void {
    if (!this.isFull) return
    this.fullAt.push(this.#now())
    throw systemError('ENOSPC', syscall, path)
  }

  #drop(path: string): void {
    const file = this.#files.get(path)
    if (file === undefined) return
    file.links--
    this.#files.delete(path)
  }
}
