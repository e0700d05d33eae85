/**
 * What a machine plays with, in a few letters. Machines that differ in the code of engine or hosts could play one match
 * differently, so a ladder's matches go to machines of one build. An engine of another maker is known by its command line only.
 */
import { createHash, type Hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'

/** The packages whose code decides what happens in a match, and those whose code decides what a house bot does. */
const PLAYING = ['slp', 'protocol', 'engine', 'host'] as const
const HOUSE = ['slp', 'protocol', 'engine', 'sdk'] as const
const IS_COMPILED = import.meta.url.endsWith('.js')
/** What runs: as compiled, or as written where it is not. */
const RUNS = IS_COMPILED ? /\.js$/ : /(?<!\.d|\.test)\.ts$/
const DIGITS = 12

export function buildOf({ engine }: Pick<Config, 'engine'>): string {
  const hash = hashOf(PLAYING)
  if (engine.kind === 'command') hash.update(engine.command)
  return `${engine.kind}-${hash.digest('hex').slice(0, DIGITS)}`
}

/** What house bots say of their version. */
export function houseVersion(): string {
  return hashOf(HOUSE).digest('hex').slice(0, DIGITS)
}

function hashOf(packages: readonly string[]): Hash {
  const hash = createHash('sha256')
  for (const name of packages) {
    const folder = fileURLToPath(new URL(`../../../${name}/${IS_COMPILED ? 'dist' : 'src'}/`, import.meta.url))
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => RUNS.test(file))
    for (const file of files.sort()) hash.update(`${name}/${file}\0`).update(readFileSync(join(folder, file)))
  }
  return hash
}
