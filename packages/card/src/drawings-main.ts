/**
 * The program that draws what pages show of fighters and stages: `node drawings-main.js FOLDER`. The files are in a folder of the
 * given one that is named after their content, so that a browser may keep them for ever.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.argv[2]
if (folder === undefined) throw new Error('Usage: node drawings-main.js FOLDER')
rmSync(folder, { recursive: true, force: true })

/** The library that draws has no build for every system. */
const drawing = await import('./drawings.ts').catch((error: unknown) => {
  console.warn(`The pages are built without drawings: ${String(error)}`)
  return null
})
if (drawing !== null) {
  const hash = createHash('sha256')
  const files: [name: string, bytes: Uint8Array][] = []
  for await (const { name, bytes } of drawing.drawings()) {
    files.push([name, bytes])
    hash.update(`${name}\0${bytes.length}\0`).update(bytes)
  }
  const into = join(folder, hash.digest('hex').slice(0, 10))
  mkdirSync(into, { recursive: true })
  for (const [name, bytes] of files) writeFileSync(join(into, name), bytes)
}
