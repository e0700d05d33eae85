/**
 * PGlite's files on disk, for their owner only. PostgreSQL asks for that itself, but the layer below it in PGlite gives each
 * new file the mode that was asked for before PostgreSQL's mask, and not less.
 */
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
