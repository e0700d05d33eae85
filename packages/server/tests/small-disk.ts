import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small file system of its own for a data folder; null where it cannot be mounted, as only root may. */
export async function smallDisk(mebibytes: number): Promise<(AsyncDisposable & { readonly folder: string }) | null> {
  const folder = await mkdtemp(join(tmpdir(), 'arena-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0700`, 'arena-small', folder], {
      stdio: 'ignore',
    })
  } catch {
    await rm(folder, { recursive: true })
    return null
  }
  return {
    folder,
    async [Symbol.asyncDispose]() {
      // A database that could not be opened may keep files open for as long as the process lives.
      execFileSync('umount', ['--lazy', folder])
      await rm(folder, { recursive: true })
    },
  }
}
