/** What the commands have in common that play a series of pairs of games. */
import type { Command } from 'commander'
import { exitsWith, wholeNumber } from '@arena/host/command-line'
import { existingFolder, matchSeed, newFile } from '../arguments.ts'
import { OPPONENTS } from '../opponents.ts'

export interface SeriesOptions {
  readonly games: number
  readonly seed?: string
  readonly concurrency?: number
  readonly state?: string
  readonly restart?: true
  readonly replays?: string
}

const GAMES = 400
const MOST_GAMES = 20_000

/** `sooner` is by what a series may end with fewer games. */
export function addSeriesOptions(command: Command, sooner: string, mostAtOnce: number): Command {
  return command
    .option('--games <n>', `number of games, with ${sooner} at most`, wholeNumber(2, MOST_GAMES), GAMES)
    .option('--seed <hex>', 'from which the seeds of all pairs are drawn (default: random)', matchSeed)
    .option('--concurrency <n>', 'games at once (default: one a core; 1 with a URL)', wholeNumber(1, mostAtOnce))
    .option('--state <file>', 'the file to continue from (default: named after the bots)', newFile)
    .option('--restart', 'begin anew, whatever has been played')
    .option('--replays <folder>', 'keep the replays there, 1a.slp and 1b.slp for the first pair', existingFolder)
}

/** The end of the help. */
export const SERIES_HELP = `
After Ctrl-C, the same command continues, and plays again what could not be played. It refuses where a bot's file has
changed: --restart begins anew.

A program is started once for each game that runs at once. Of a bot at a URL one game is played at a time.
The kit's own bots: ${OPPONENTS.join(', ')}.
${exitsWith('games could not be played')}`
