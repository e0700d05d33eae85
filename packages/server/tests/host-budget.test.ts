/**
 * What a bot costs its host, in processor time, whatever it sends and in whatever state: 5 % of a core more than a calm
 * one, at most. Longer, and with a table: bench/hostile-bots.ts. ARENA_FUZZ_SEED asks for other bytes where a seed decides.
 */
import { describe, expect, test } from 'vitest'
import { ATTACKS } from './hostile/attacks.ts'
import { Attackers, canMeasure, HostUnderAttack } from './hostile/measure.ts'

const SEED = Number(process.env['ARENA_FUZZ_SEED'] ?? 20_261_123)
/** Percent of one core. */
const BUDGET = 5
const SECONDS = 2
/** A machine with other work to do makes processor time dearer for a moment, not each time. */
const TRIES = 3
/** Hosts side by side, each with its share of the attacks. */
const LANES = [0, 1, 2] as const

const names = ATTACKS.map(({ name }) => name)

describe.skipIf(!canMeasure)('processor time, as Linux counts it:', () => {
  test.concurrent.each(LANES)(
    'a bot costs its host at most a twentieth of a core, whatever it sends (host %d)',
    async (lane) => {
      const mine = names.filter((_, i) => i % LANES.length === lane)
      await using host = await HostUnderAttack.start()
      await using bots = await Attackers.start({ names: mine, seed: SEED })
      const { calm, urls } = bots.stands
      // For the compiler.
      await host.play([calm, calm], SECONDS)
      const first = []
      for (const url of urls) first.push(await host.play([url, calm], SECONDS))
      const base = (await host.play([calm, calm], SECONDS)).percent
      const cost = ({ percent, began }: { percent: number; began: boolean }) => percent - (began ? base : 0)
      const dear: string[] = []
      for (const [i, url] of urls.entries()) {
        let least = cost(first[i]!)
        for (let tries = 1; least > BUDGET && tries < TRIES; tries++) {
          least = Math.min(least, cost(await host.play([url, calm], SECONDS)))
        }
        if (least > BUDGET) dear.push(`${mine[i]}: ${least.toFixed(1)} %`)
      }
      expect(dear).toEqual([])
    },
    300_000,
  )
})
