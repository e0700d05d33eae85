/** What a bot is called on the ladder where nobody says: as its project, or as its file. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { MAX_RELAYED_BOTS, RegisterBot } from '@arena/protocol'
import { UsageError } from '@arena/host/command-line'
import { wordsOf } from '@arena/protocol/words-of'
import { InvalidArgumentError } from 'commander'
import type { BotSource } from '../arguments.ts'

/** Files that are named for what they are; one of these is called as its project is. */
const ANY_BOT = new Set(['bot', 'main', 'index', 'run', 'server', 'app'])
/** Where a project has its bot, in the order in which they are looked for. */
const USUAL_FILES = ['bot.ts', 'bot.js', 'bot.mjs', 'bot.py']

/** As an option of the command line. */
export function botName(text: string): string {
  const read = RegisterBot.shape.name.safeParse(text)
  if (read.success) return read.data
  throw new InvalidArgumentError(read.error.issues[0]!.message)
}

/** The bot of the project in a folder; null where there is none. */
export function usualBot(folder: string): string | null {
  return USUAL_FILES.find((file) => existsSync(join(folder, file))) ?? null
}

/** The names of bots, of which some are given; a `UsageError` where one has none, or two have the same. */
export function namesFor(sources: readonly BotSource[], given: readonly string[]): string[] {
  if (sources.length > MAX_RELAYED_BOTS) {
    throw new UsageError(`one connection has at most ${MAX_RELAYED_BOTS} bots, and these are ${sources.length}.`)
  }
  if (given.length > sources.length)
    throw new UsageError(`--name is there for ${given.length} bots, and there are ${sources.length}.`)
  const names = sources.map((source, i) => given[i] ?? nameOf(source))
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined)
    throw new UsageError(`two bots are called "${twice}": give each a --name of its own, in their order.`)
  return names
}

function nameOf(source: BotSource): string {
  if (source.kind !== 'program') {
    throw new UsageError('a bot at a URL has no name of its own: how is it called? Say so with --name.')
  }
  const path = resolve(source.path)
  const file = basename(path, extname(path))
  const name = ANY_BOT.has(file.toLowerCase()) ? projectOf(dirname(path)) : file
  try {
    return botName(name)
  } catch (error) {
    throw new UsageError(`no bot can be called "${name}". ${wordsOf(error)} Say how it is called with --name.`)
  }
}

/** As npm knows it, or as its folder. */
function projectOf(folder: string): string {
  try {
    const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: unknown }
    if (typeof name === 'string' && name !== '') return name
  } catch {
    // It is no project of npm.
  }
  return basename(folder)
}
