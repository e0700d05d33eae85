/** The functions of `node:fs` for files of simulated machines, which are below `/simulated`; all others go to the real ones. */
import fs from 'node:fs'
import promised from 'node:fs/promises'
import { Readable, Writable } from 'node:stream'
import type { Boundaries } from '../kernel/boundaries.ts'
import { currentProcess, currentStage, replace } from './stage.ts'
import type { AnyFunction, Undo } from './stage.ts'
import { systemError } from './disk.ts'
import type { SimulatedDisk, SimulatedFile } from './disk.ts'

const ROOT = '/simulated/'
/** No process has as many files open. */
export const FIRST_DESCRIPTOR = 1_000_000
/** The length of the pieces of a stream that reads a file: a replay here has a few of them. */
const PIECE_BYTES = 4_096

export const dataFolderOf = (machineId: string): string => `${ROOT}${machineId}`

/** What a machine has below its folder. */
export interface MachineFolder {
  readonly disk: SimulatedDisk
  readonly boundaries: Boundaries
  /** How long its operations take. */
  readonly latencyMs: () => number
}

export function replaceFiles(undo: Undo): void {
  const real = { fs: { ...fs }, promised: { ...promised } }
  // By the path that comes first, or by the descriptor.
  const at = (target: typeof fs | typeof promised, name: string, simulated: AnyFunction) => {
    const other = (target === fs ? real.fs : real.promised) as unknown as Record<string, AnyFunction>
    replace(undo, target, name, (first: unknown, ...rest: unknown[]) => {
      const isOurs = typeof first === 'number' ? first >= FIRST_DESCRIPTOR : String(first).startsWith(ROOT)
      return isOurs ? simulated(first, ...rest) : other[name]!(first, ...rest)
    })
  }
  for (const [name, simulated] of Object.entries(AT_ONCE)) at(fs, name, simulated)
  at(fs, 'createWriteStream', writeStream)
  for (const [name, simulated] of Object.entries(LATER)) {
    at(promised, name, async (path: string, ...rest: string[]) =>
      later(name, path, (disk) => simulated(disk, path, ...rest)),
    )
  }
  at(promised, 'open', openLater)
  at(promised, 'writeFile', writeFile)
}

function folderOf(path: string): MachineFolder {
  const machineId = path.slice(ROOT.length).split('/', 1)[0]!
  const folder = currentStage().folders.get(machineId)
  if (folder === undefined) throw new Error(`${path} is of no machine`)
  return folder
}

function later<Answer>(syscall: string, path: string, act: (disk: SimulatedDisk) => Answer): Promise<Answer> {
  const { disk, boundaries, latencyMs } = folderOf(path)
  const { kernel } = currentStage()
  return boundaries.perform(currentProcess()!, 'disk', latencyMs(), {
    what: `${syscall} ${path}`,
    act() {
      kernel.trace.note(syscall, path.replace(/\.[0-9a-f]{32}\./, '.'))
      disk.reach(syscall, path)
      return act(disk)
    },
    fail: () => disk.fail(syscall, path),
  })
}

const pathsOf = new WeakMap<SimulatedFile, string>()

function fileOf(fd: number): { readonly disk: SimulatedDisk; readonly file: SimulatedFile; readonly path: string } {
  for (const { disk } of currentStage().folders.values()) {
    const file = disk.opened(fd)
    if (file !== undefined) return { disk, file, path: pathsOf.get(file)! }
  }
  throw systemError('EBADF', 'fd', String(fd))
}

/** Without waiting; a process may be struck there as well. */
function atOnce<Answer>(syscall: string, path: string, act: (disk: SimulatedDisk) => Answer): Answer {
  const { disk, boundaries } = folderOf(path)
  const strike = boundaries.next('disk', `${syscall} ${path}`)
  if (strike !== null) {
    const process = currentProcess()!
    // The rest of what runs at the moment still runs; nothing comes of it but what it does to its disk.
    if (strike.blow === 'fails') throw disk.fail(syscall, path)
    process.after(0, () => boundaries.hit(strike, process))
  }
  disk.reach(syscall, path)
  return act(disk)
}

const AT_ONCE: Readonly<Record<string, AnyFunction>> = {
  existsSync: (path: string) => folderOf(path).disk.find(path) !== undefined,
  openSync(path: string) {
    return atOnce('open', path, (disk) => {
      const file = disk.create(path)
      pathsOf.set(file, path)
      return disk.open(file)
    })
  },
  writeSync(fd: number, bytes: Uint8Array, offset: number, length: number, position: number) {
    const { file, path } = fileOf(fd)
    return atOnce('write', path, (disk) => disk.write(file, bytes.subarray(offset, offset + length), position, path))
  },
  fstatSync(fd: number) {
    const { file } = fileOf(fd)
    return { nlink: file.links, size: file.length }
  },
  ftruncateSync: (fd: number, length: number) => fileOf(fd).file.truncate(length),
  closeSync: (fd: number) => fileOf(fd).disk.close(fd),
  rmSync: (path: string) => atOnce('rm', path, (disk) => disk.remove(path)),
}

const LATER: Readonly<Record<string, (disk: SimulatedDisk, path: string, ...rest: string[]) => unknown>> = {
  readdir: (disk, path) => disk.names(path),
  readFile(disk, path, encoding?: string) {
    const { content } = disk.require(path, 'open')
    return encoding === undefined ? content : content.toString('utf8')
  },
  rename: (disk, path, to: string) => disk.rename(path, to),
  link: (disk, path, to: string) => disk.link(path, to),
  unlink: (disk, path) => disk.unlink(path, 'unlink'),
  rm: (disk, path) => disk.remove(path),
  mkdir: (disk, path) => disk.makeFolder(path),
  stat(disk, path) {
    const { length: size, mtimeMs } = disk.require(path, 'stat')
    return { size, mtimeMs }
  },
  statfs: (disk) => ({ bavail: disk.isFull ? 0 : 2 ** 30, bsize: 4096 }),
}

/** In two steps: a process may end between them. */
async function writeFile(path: string, content: string | Uint8Array): Promise<void> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const half = bytes.length >> 1
  const file = await later('open', path, (disk) => {
    const created = disk.create(path)
    disk.writeAll(created, bytes.subarray(0, half), 0, path)
    return created
  })
  await later('write', path, (disk) => disk.writeAll(file, bytes.subarray(half), half, path))
}

async function openLater(path: string, flags: string = 'r'): Promise<unknown> {
  return later('open', path, (disk) => {
    if (disk.folders.has(path)) return new FolderHandle(path)
    if (flags === 'wx' && disk.find(path) !== undefined) throw systemError('EEXIST', 'open', path)
    return new FileHandle(path, flags === 'r' ? disk.require(path, 'open') : disk.create(path))
  })
}

class FolderHandle {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  sync(): Promise<void> {
    return later('fsync', this.#path, (disk) => disk.syncFolder(this.#path))
  }

  async close(): Promise<void> {}
}

class FileHandle {
  readonly #path: string
  readonly #file: SimulatedFile

  constructor(path: string, file: SimulatedFile) {
    this.#path = path
    this.#file = file
  }

  sync(): Promise<void> {
    return later('fsync', this.#path, (disk) => disk.sync(this.#file))
  }

  writeFile(text: string): Promise<void> {
    return later('write', this.#path, (disk) => disk.writeAll(this.#file, Buffer.from(text), 0, this.#path))
  }

  async stat(): Promise<{ size: number }> {
    return { size: this.#file.length }
  }

  async read(into: Buffer, offset: number, length: number, position: number): Promise<{ buffer: Buffer }> {
    const bytes = await this.#read(position, length)
    bytes.copy(into, offset)
    return { buffer: into }
  }

  createReadStream({ start = 0, end = Infinity }: { start?: number; end?: number } = {}): Readable {
    return Readable.from(this.#pieces(start, end), { objectMode: false })
  }

  /** To the last byte, which is included, or to the end of the file. */
  async *#pieces(first: number, last: number): AsyncGenerator<Buffer> {
    for (let at = first; at <= last;) {
      const piece = await this.#read(at, Math.min(PIECE_BYTES, last + 1 - at))
      if (piece.length === 0) return
      yield piece
      at += piece.length
    }
  }

  #read(position: number, length: number): Promise<Buffer> {
    return later('read', this.#path, () => this.#file.read(position, length))
  }

  async close(): Promise<void> {}
}

function writeStream(path: string, { flush = false }: { flush?: boolean } = {}): Writable {
  let file: SimulatedFile | null = null
  let at = 0
  const step = (work: () => Promise<void>, done: (error?: Error | null) => void) => void work().then(() => done(), done)
  return new Writable({
    construct: (done) =>
      step(async () => {
        file = await later('open', path, (disk) => disk.create(path))
      }, done),
    write: (chunk: Buffer, _encoding, done) =>
      step(async () => {
        await later('write', path, (disk) => disk.writeAll(file!, chunk, at, path))
        at += chunk.length
      }, done),
    final: (done) => step(async () => (flush ? later('fsync', path, (disk) => disk.sync(file!)) : undefined), done),
  })
}
