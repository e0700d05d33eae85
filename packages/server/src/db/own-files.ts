/**
 * PGlite's files on disk, for their owner only. PostgreSQL asks for that itself, but the layer below it in PGlite gives each
 * new file the mode that was asked for before PostgreSQL's mask, and not less.
 */
import { getSystemErrorMap } from 'node:util'
import { NodeFS } from '@electric-sql/pglite/nodefs'

const OF_OWNER = 0o7700

/** As much of Emscripten's file system as is changed here. */
interface Files {
  chmod(file: unknown, mode: number, ...rest: unknown[]): void
}

export class OwnFiles extends NodeFS {
  override async init(...parts: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...parts)
    const closeNewFiles = ({ FS: files }: { FS: Files }) => {
      const chmod = files.chmod.bind(files)
      files.chmod = (file, mode, ...rest) => chmod(file, mode & OF_OWNER, ...rest)
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), closeNewFiles] } }
  }
}

/** What a file system refuses, as Emscripten numbers it: by the numbers of WASI (wasi_snapshot_preview1, `errno`). */
const REFUSALS = new Map([
  [2, 'EACCES'],
  [10, 'EBUSY'],
  [19, 'EDQUOT'],
  [20, 'EEXIST'],
  [22, 'EFBIG'],
  [29, 'EIO'],
  [31, 'EISDIR'],
  [33, 'EMFILE'],
  [37, 'ENAMETOOLONG'],
  [41, 'ENFILE'],
  [44, 'ENOENT'],
  [51, 'ENOSPC'],
  [54, 'ENOTDIR'],
  [63, 'EPERM'],
  [69, 'EROFS'],
])

/** Emscripten throws an object with a number in the place of the system's error. Anything else is given back as it is. */
export function asSystemError(thrown: unknown): unknown {
  const errno = typeof thrown === 'object' && thrown !== null && 'errno' in thrown ? thrown.errno : null
  const code = typeof errno === 'number' ? REFUSALS.get(errno) : undefined
  if (thrown instanceof Error || code === undefined) return thrown
  const words = [...getSystemErrorMap().values()].find(([name]) => name === code)?.[1]
  return Object.assign(new Error(words === undefined ? code : `${code}: ${words}`, { cause: thrown }), { code })
}
