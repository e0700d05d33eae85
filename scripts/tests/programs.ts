/**
 * The programs that tests start as processes. They run compiled, as operators run the arena. From sources, each would take
 * several times as long to start. `build-programs.ts` compiles them before the first test.
 */
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Programs that only tests run are compiled to here. They are not part of the product. */
export const BUNDLES = new URL('../../node_modules/.cache/arena-tests/', import.meta.url)

const built = (path: string): string => fileURLToPath(new URL(`../../packages/${path}`, import.meta.url))
const bundle = (name: string): string => fileURLToPath(new URL(name, BUNDLES))

export const ARENA = built('server/dist/main.js')
export const HOUSE = built('server/dist/house-main.js')
export const KIT = built('kit/dist/main.js')
export const RESIM = bundle('resim-main.js')
export const ACCURACY = bundle('accuracy-main.js')
export const FOLDER_HOLDER = bundle('folder-holder.js')
export const FOLDER_WRITER = bundle('folder-writer.js')
export const MARKED_HOST = bundle('marked-host.js')
export const HOUSE_MATCHES = bundle('house-matches.js')

/**
 * Options for `node` that make a program end when one of its answers is not what the OpenAPI document declares. To optimize what
 * the embedded database is compiled to takes a third of the processor time of a start, and a test is over before it pays.
 */
export const JUDGED = ['--liftoff-only', '--import', pathToFileURL(bundle('judge-program.js')).href] as const
/** Options for `node` that read a program from its sources, those of the other packages too. */
export const FROM_SOURCES = [
  '--conditions=source',
  '--import',
  pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href,
] as const
