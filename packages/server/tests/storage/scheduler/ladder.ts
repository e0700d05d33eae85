/** Contract of the whole: half an hour of matches, results, misses and pauses. */
import { expect, test } from 'vitest'
import type { MatchOrder } from '../../../../host/src/order.ts'
import { abortedOf, MINUTE, resultOf } from '../fixture.ts'
import type { Fixture } from '../fixture.ts'
import { hearing, ids, REST, TICK } from './kit.ts'

/** A small generator of numbers that are the same on every run (Lehmer, modulus 2^31 - 1). */
class Generator {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** A whole number from 0 up to, but not including, the limit. */
  upTo(limit: number): number {
    this.#state = (this.#state * 48_271) % 0x7fffffff
    return this.#state % limit
  }
}

export function ladderContract(f: Fixture): void {
  const { scheduler } = hearing(f)

  test('half an hour on the ladder: whatever happens in it, the records add up', async () => {
    const random = new Generator(20_261_121)
    const owners = await Promise.all(Array.from({ length: 5 }, () => f.account()))
    const bots = []
    for (let i = 0; i < 12; i++) bots.push(await f.bot({ owner: owners[i % owners.length]! }))
    const ownerOf = new Map(bots.map((bot, i) => [bot.botId, i % owners.length]))
    const lastEnd = new Map<string, number>()
    const one = scheduler({ maxMatches: 4 })
    const running: MatchOrder[] = []
    let completed = 0

    const end = f.now + 30 * MINUTE
    while (f.now < end) {
      f.now += TICK * (1 + random.upTo(4))
      const { order } = await one.tick()
      if (order) {
        const [a, b] = order.bots.map((bot) => bot.botId) as [string, string]
        expect(ownerOf.get(a)).not.toBe(ownerOf.get(b))
        for (const id of [a, b]) {
          expect(running.flatMap((other) => ids(...other.bots))).not.toContain(id)
          expect(f.now - (lastEnd.get(id) ?? 0)).toBeGreaterThanOrEqual(REST)
        }
        running.push(order)
        expect(running.length).toBeLessThanOrEqual(4)
      }
      if (running.length === 0 || random.upTo(3) === 0) continue
      const [ended] = running.splice(random.upTo(running.length), 1)
      for (const bot of ended!.bots) lastEnd.set(bot.botId, f.now)
      const isAborted = random.upTo(5) === 0
      const winner = ([0, 1, null] as const)[random.upTo(3)]!
      await f.finish(isAborted ? abortedOf(ended!.matchId) : resultOf(ended!.matchId, { winner }))
      if (!isAborted) completed++
    }

    expect(completed).toBeGreaterThan(50)
    const rows = await f.db.selectFrom('bots').selectAll().execute()
    expect(rows.reduce((sum, row) => sum + row.games, 0)).toBe(2 * completed)
    expect(rows.reduce((sum, row) => sum + row.wins - row.losses, 0)).toBe(0)
    expect(await f.db.selectFrom('seats').selectAll().execute()).toHaveLength(2 * running.length)
    for (const row of rows) {
      const played = await f.matches.list({ limit: 200, botId: row.id })
      if (played === 'unknown-before') throw new Error(played)
      const own = played.map((match) => match.players.find((player) => player.botId === row.id)!)
      expect(own.filter((player) => player.placement !== null)).toHaveLength(row.games)
      expect(own.reduce((sum, player) => sum + (player.ratingDelta ?? 0), 0)).toBeCloseTo(row.rating, 9)
    }
  })
}
