/**
 * The programs that tests start as processes. The arena's own run compiled, as operators run them: read from the sources, each would take
 * ten times as long to start. `build-programs.ts` compiles them before the first test.
 */
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Where parts of tests are compiled to: nothing of the product. */
export const COMPILED_TESTS = new URL('../../../node_modules/.cache/arena-tests/', import.meta.url)

const compiled = (path: string): string => fileURLToPath(new URL(`../dist/${path}`, import.meta.url))

export const ARENA = compiled('main.js')
export const HOUSE = compiled('house-main.js')
export const KIT = compiled('kit/main.js')
/** Options for `node` that make a program end when one of its answers is not what the OpenAPI document declares. */
export const JUDGED = ['--import', new URL('judge-program.js', COMPILED_TESTS).href] as const
/** Options for `node` that read a program from its sources, those of the other packages too. */
export const FROM_SOURCES = [
  '--conditions=source',
  '--import',
  pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href,
] as const
