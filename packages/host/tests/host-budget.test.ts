/**
 * What a bot costs its host, in processor time, whatever it sends and in whatever state: a match with it no more than two
 * calm ones. Both are measured here and now, one after the other, so that a slow or busy machine makes neither dearer than
 * the other. Longer, and with a table: bench/hostile-bots.ts. ARENA_FUZZ_SEED asks for other bytes where a seed decides.
 */
import { describe, expect, test } from 'vitest'
import { IS_LONG } from '../../../scripts/tests/series.ts'
import { ATTACKS } from './hostile/attacks.ts'
import { Attackers, canMeasure, HostUnderAttack } from './hostile/measure.ts'

const SEED = Number(process.env['ARENA_FUZZ_SEED'] ?? 20_261_123)
/** In calm matches. */
const BUDGET = 2
const SECONDS = 1.5
/** Other work on the machine may hit one of the two; it does not do so each time. */
const TRIES = 4
/** Hosts side by side, each with its share of the attacks. */
const LANES = [0, 1, 2] as const

const names = ATTACKS.map(({ name }) => name)

describe.runIf(canMeasure && IS_LONG)('processor time, as Linux counts it:', () => {
  test.concurrent.each(LANES)(
    'a match with a hostile bot costs its host no more than two calm matches, whatever the bot sends (host %d)',
    async (lane) => {
      const mine = names.filter((_, i) => i % LANES.length === lane)
      await using host = await HostUnderAttack.start()
      await using bots = await Attackers.start({ names: mine, seed: SEED })
      const { calm, urls } = bots.stands
      const cost = async (url: string) => (await host.play([url, calm], SECONDS)).percent
      // For the compiler.
      await cost(calm)
      let calmCost = await cost(calm)
      const dear: string[] = []
      for (const [i, url] of urls.entries()) {
        let least = (await cost(url)) / calmCost
        for (let tries = 1; least > BUDGET && tries < TRIES; tries++) {
          calmCost = await cost(calm)
          least = Math.min(least, (await cost(url)) / calmCost)
        }
        if (least > BUDGET) dear.push(`${mine[i]}: ${least.toFixed(1)} calm matches`)
      }
      expect(dear).toEqual([])
    },
    300_000,
  )
})
