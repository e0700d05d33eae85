/** Plays the pairs of a series, several at once, and keeps each in its file as it ends. */
import { availableParallelism } from 'node:os'
import { CommandFailure } from '@arena/host/command-line'
import type { BotSource } from '../arguments.ts'
import { LocalArena } from '../local-arena.ts'
import type { Terminal } from '../terminal.ts'
import { writeMatchFile, type MatchPlan } from './match-file.ts'
import type { PairSeries } from './pair-series.ts'
import { Table } from './table.ts'
import { runWorkers } from './workers.ts'

/** Pairs in a row that cannot be played before it gives up. */
const MOST_BROKEN = 3

export interface Playing {
  readonly series: PairSeries
  readonly sources: readonly BotSource[]
  readonly plan: MatchPlan
  /** 64 hex digits. */
  readonly seed: string
  /** The file that the series is continued from. */
  readonly path: string
  /** Pairs at once. */
  readonly concurrency: number
  readonly replays: string | undefined
  readonly terminal: Terminal
  /** The caller hears of each pair that was played. */
  readonly onPair: () => void
}

/** Games at once where nothing else is said: one a core, and one where a bot runs elsewhere. At most `most`, and no more than pairs. */
export function concurrencyOf(
  sources: readonly BotSource[],
  { concurrency, games }: { readonly concurrency?: number; readonly games: number },
  most: number,
): number {
  const wished = concurrency ?? (sources.some(({ kind }) => kind === 'url') ? 1 : availableParallelism())
  return Math.min(wished, most, Math.ceil(games / 2))
}

/** Until the series is over or broken off. */
export async function playSeries(playing: Playing): Promise<void> {
  const { series, sources, plan, path, terminal, concurrency } = playing
  if (series.isOver) return
  await using arena = await LocalArena.open({
    isFast: true,
    hosts: concurrency,
    onStarted: () => {},
    onProgress: () => {},
    signal: terminal.signal,
  })
  const seed = Buffer.from(playing.seed, 'hex')
  const told = new Map<string, number>()
  const waiting: (() => void)[] = []
  const goOn = (): void => waiting.splice(0).forEach((go) => go())
  let brokenInARow = 0
  let saved = Promise.resolve()
  const save = () => writeMatchFile(path, { ...plan, seed: playing.seed, pairs: series.played })
  const work = async (signal: AbortSignal): Promise<void> => {
    const note = (line: string) => terminal.note(line)
    const { replays } = playing
    const options = { sources, seed, arena, signal, note, told }
    await using table = new Table({ ...options, ...(replays !== undefined && { replays }) })
    while (!series.isOver && !signal.aborted) {
      const next = series.take()
      if (next === null) return
      if (next === undefined) {
        await new Promise<void>((resolve) => void waiting.push(resolve))
        continue
      }
      const pair = await table.playPair(next)
      // Pairs that end after the decision are not needed.
      if (pair === null || series.isOver) return
      series.add(pair)
      goOn()
      brokenInARow = pair.games.length === 0 ? brokenInARow + 1 : 0
      if (pair.why !== undefined) terminal.note(`pair ${pair.number} could not be played to the end: ${pair.why}`)
      playing.onPair()
      terminal.data({ pair })
      await (saved = saved.then(save))
      if (brokenInARow >= MOST_BROKEN) {
        throw new CommandFailure(
          `${MOST_BROKEN} pairs in a row could not be played to the end, the last one because: ${pair.why}`,
        )
      }
    }
  }
  await runWorkers(concurrency, terminal.signal, work, goOn)
}
