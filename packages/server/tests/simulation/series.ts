/** Many runs, one after another; one in which something is wrong does not end the series. */
import { simulate } from './arena.ts'
import type { Run } from './arena.ts'
import type { Engine } from './database/engine.ts'
import { WITNESS } from './witness.ts'

export interface SeriesOptions {
  readonly open: (setUp: readonly string[]) => Promise<Engine>
  readonly seeds: Iterable<number>
  readonly isTraced?: boolean
  /** Ends the series after the run under way. */
  readonly signal?: AbortSignal
  /** Called after each run, with the milliseconds that it took. */
  readonly report?: (run: Run, ms: number) => Promise<void>
}

export interface Sums {
  readonly runs: number
  /** How many matches ended by each cause. */
  readonly causes: Readonly<Record<string, number>>
  /** The seeds of the runs in which something was wrong. */
  readonly found: readonly number[]
}

export async function runSeries({ open, seeds, isTraced, signal, report }: SeriesOptions): Promise<Sums> {
  let runs = 0
  const causes: Record<string, number> = {}
  const found: number[] = []
  let engine = await open(WITNESS)
  for (const seed of seeds) {
    if (signal?.aborted === true) break
    const begun = performance.now()
    const run = await simulate(engine, { seed, ...(isTraced === true && { isTraced }) })
    runs++
    for (const [cause, count] of Object.entries(run.causes)) causes[cause] = (causes[cause] ?? 0) + count
    if (run.found.length > 0) {
      found.push(seed)
      // The fault may lie in the database.
      await engine.close()
      engine = await open(WITNESS)
    }
    await report?.(run, performance.now() - begun)
  }
  await engine.close()
  return { runs, causes, found }
}
