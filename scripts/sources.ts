/** Whether what is built is of the sources as they are: each build leaves a note of what it was made from. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync, type Dirent } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** The compiler's notes change with each build. */
const isSource = (entry: Dirent): boolean => entry.isFile() && !entry.name.endsWith('.tsbuildinfo')

/** A digest of which files there are, and of when the last of them changed. */
export function stateOfSources(): string {
  const packages = readdirSync(join(ROOT, 'packages')).map((name) => join('packages', name))
  const folders = [...packages.flatMap((path) => [join(path, 'src'), join(path, 'tests')]), 'scripts']
  const files = [...packages, '.'].flatMap((path) =>
    readdirSync(join(ROOT, path), { withFileTypes: true }).filter(isSource),
  )
  const below = folders.flatMap((path) => {
    const options = { recursive: true, withFileTypes: true } as const
    const entries = statSync(join(ROOT, path), { throwIfNoEntry: false }) && readdirSync(join(ROOT, path), options)
    return (entries ?? []).filter(isSource)
  })
  const times = [...files, ...below].map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs)
  return `${times.length} files, the last changed at ${Math.max(...times)}`
}

/** What a note says; null where there is none. */
export function builtFrom(note: string): string | null {
  try {
    return readFileSync(note, 'utf8')
  } catch {
    return null
  }
}

export function noteBuilt(note: string, state: string): void {
  mkdirSync(dirname(note), { recursive: true })
  writeFileSync(note, state)
}
