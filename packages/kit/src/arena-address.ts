/** Finds the arena that a command means. */
import { wordsOf } from '@arena/protocol/words-of'
import { UsageError } from '@arena/host/command-line'
import { InvalidArgumentError } from 'commander'
import { kitOrigin } from './origin.ts'

/** What `--arena` says in the help of a command. */
export const ARENA_OPTION = [
  '--arena <address>',
  'the arena (default: ARENA_URL, or the arena that this kit comes from)',
] as const

/** The address of an arena, without a slash at its end. */
export function arenaAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.search + url.hash + url.username !== '') {
    throw new InvalidArgumentError('It has to be the address of an arena, such as https://arena.example.org.')
  }
  return url.href.replace(/\/+$/, '')
}

/** The arena that is named, by an option or else in the environment, or the one that the kit was installed from. */
export function whichArena(given?: string): string | null {
  if (given !== undefined) return given
  const text = process.env['ARENA_URL'] ?? ''
  if (text === '') return kitOrigin()?.arena ?? null
  try {
    return arenaAddress(text)
  } catch (error) {
    throw new UsageError(`ARENA_URL is "${text}". ${wordsOf(error)}`)
  }
}
