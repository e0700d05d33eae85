/** Small files that are written atomically, also across a crash, and readable by their owner only. */
import { randomUUID } from 'node:crypto'
import { link, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Null when there is none. */
export async function readFileIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** What the file holds; where there is none, one is made. Of several that do so at once all get the same. */
export async function createFile(path: string, make: () => string): Promise<string> {
  const found = await readFileIfThere(path)
  if (found !== null) return found
  const text = make()
  try {
    // A link, unlike a rename, fails when another was faster.
    await writeAside(path, text, link)
    return text
  } catch (error) {
    const winner = await readFileIfThere(path)
    if (winner === null) throw error
    return winner
  }
}

export function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  return writeAside(path, content, rename)
}

async function writeAside(
  path: string,
  content: string | Uint8Array,
  publish: (from: string, to: string) => Promise<void>,
): Promise<void> {
  const draft = `${path}.${randomUUID()}.new`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await publish(draft, path)
    await syncFolder(dirname(path))
  } finally {
    await rm(draft, { force: true })
  }
}

/** Makes what was renamed in the folder last. */
export async function syncFolder(folder: string): Promise<void> {
  // There is no such thing on Windows.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
