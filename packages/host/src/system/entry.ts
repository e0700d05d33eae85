/**
 * How a program of the arena is started as a process of its own: compiled files run as they are, sources (in
 * tests and in development) through tsx with the other packages read as sources too.
 */
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

const fromSources = import.meta.url.endsWith('.ts')

/** Options for `node` that go before `entryPath`. */
export const ENTRY_OPTIONS: readonly string[] = fromSources
  ? ['--conditions=source', '--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]
  : []

/**
 * Environment of the processes that there are many of. Reading a program takes several MB for a moment; glibc, left to
 * itself, comes to keep such blocks for later. From this size on it maps them and gives them back
 * (research/performance.md, Speed of the engine).
 */
export const ENTRY_ENVIRONMENT = { MALLOC_MMAP_THRESHOLD_: '32768' } as const

/** The engine is bundled as CommonJS: the loader of modules would cost each of many processes half a megabyte. */
const PROGRAMS = {
  'engine-main': ['../engine/engine-main', '.cjs'],
  'kept-engine': ['../engine/kept-engine', '.cjs'],
  'host-main': ['../hosts/host-main', '.js'],
} as const

/** Path of a program of this package. */
export function entryPath(name: keyof typeof PROGRAMS): string {
  const [path, compiled] = PROGRAMS[name]
  return fileURLToPath(new URL(`${path}${fromSources ? '.ts' : compiled}`, import.meta.url))
}
