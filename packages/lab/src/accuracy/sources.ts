/** Which engine was measured: a digest of its sources, which anybody can compare with their own. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
/** The engine with its tables, and the format that it is read by. */
export const MEASURED = ['packages/engine/src', 'packages/slp/src'] as const

/** The first twelve digits of a SHA-256 over names and contents of all sources but tests, in the order of their names. */
export function sourceDigest(folders: readonly string[] = MEASURED, root = ROOT): string {
  const digest = createHash('sha256')
  for (const folder of folders) {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => name.replaceAll(sep, '/'))
      .toSorted()
    for (const name of names) digest.update(`${folder}/${name}\0`).update(readFileSync(join(root, folder, name)))
  }
  return digest.digest('hex').slice(0, 12)
}
