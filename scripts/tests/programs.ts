/**
 * The programs that tests start as processes, bundled by `build-programs.ts` before the first test. To load the modules of an
 * arena one by one takes a process 1.5 seconds of a core, to load its bundle a third of that.
 */
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Each is a file here, and shares what it has in common with others. They are not part of the product. */
export const BUNDLES = new URL('../../node_modules/.cache/arena-tests/programs/', import.meta.url)

const ROOT = new URL('../../', import.meta.url)
const source = (path: string): string => new URL(`packages/${path}`, ROOT).href

/** The modules that say where programs are, with what is built of them: bundles, or what the compiler made where that starts as fast. */
export const BUNDLED_ENTRIES: ReadonlyMap<string, string> = new Map([
  [source('host/src/system/entry.ts'), new URL('host/system/entry.js', BUNDLES).href],
  [source('server/src/house-entry.ts'), new URL('server/house-entry.js', BUNDLES).href],
  [source('server/src/cards/card-entry.ts'), source('server/dist/cards/card-entry.js')],
])

export const bundle = (name: string): string => fileURLToPath(new URL(`${name}.js`, BUNDLES))

export const ARENA = bundle('server/main')
export const ADMIN = bundle('server/admin-main')
export const HOUSE = bundle('server/house-main')
export const KIT = bundle('kit/main')
export const RESIM = bundle('lab/resim-main')
export const ACCURACY = bundle('lab/accuracy-main')
export const FOLDER_HOLDER = bundle('tests/folder-holder')
export const FOLDER_WRITER = bundle('tests/folder-writer')
export const MARKED_HOST = bundle('tests/marked-host')
export const HOUSE_MATCHES = bundle('tests/house-matches')
export const ENGINE = bundle('tests/engine-main')
/** Before the engine, breaks it. */
export const STUCK_DIVE = bundle('tests/stuck-dive')
export const ENGINE_FAULT = bundle('tests/engine-fault')

/**
 * Options for `node` that make a program end when one of its answers is not what the OpenAPI document declares. To optimize what
 * the embedded database is compiled to takes a third of the processor time of a start, and a test is over before it pays.
 */
export const JUDGED = ['--liftoff-only', '--import', pathToFileURL(bundle('tests/judge-program')).href] as const
/** Options for `node` that read a program from its sources, those of the other packages too. */
export const FROM_SOURCES = [
  '--conditions=source',
  '--import',
  pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href,
] as const
