/**
 * Twelve connectors that break every rule, as fast as they can, beside two matches of bots that behave, one bot of each behind a
 * connector of its own, on the live clock. The hostile ones run in a process of their own, and dial again whenever they are cut off.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { FROM_SOURCES } from '../../../../scripts/tests/programs.ts'
import { createTestArena, stillEngine } from '../arena/kit.ts'
import { enterRelayed } from './connector.ts'
import { HOSTILE } from './hostile-connector.ts'
import type { Orders } from './hostile-connector.ts'

/** Fifteen seconds of a game. */
const FRAMES = 900
/** Other work on the machine costs pads too. Floods that are read to their end cost ten to eighty of a hundred. */
const MOST_MISSED = 0.02

test('two matches end rated beside twelve hostile connectors, and nearly every pad lands', async () => {
  await using arena = await createTestArena({
    env: { ARENA_ENGINE: stillEngine(`ends=${FRAMES}`), ARENA_RATE_LIMITS: 'on' },
    pace: { clock: 'live' },
  })
  const keys = [await arena.account(), await arena.account()]
  const attackers = fork(fileURLToPath(new URL('./hostile-connector.ts', import.meta.url)), [], {
    execArgv: [...FROM_SOURCES],
  })
  attackers.send({ arenaUrl: arena.url, keys } satisfies Orders)
  await once(attackers, 'message')
  expect(HOSTILE).toHaveLength(12)

  const bots = []
  for (const i of [0, 1]) {
    const relayed = await enterRelayed(arena, {}, `Relayed ${i}`)
    const direct = await arena.player()
    bots.push(relayed, direct)
  }
  const ids = new Set(await Promise.all(bots.map(async ({ bot }) => (await bot.seat()).matchId)))
  expect(ids.size).toBe(2)
  for (const id of ids) {
    const { match } = await arena.ended(id)
    expect(match).toMatchObject({ status: 'completed', summary: { endReason: 'time' } })
    expect(match.players.map(({ ratingDelta }) => ratingDelta)).not.toContain(null)
    const missed = match.summary!.players.reduce((sum, player) => sum + player.missed, 0)
    expect(missed / (2 * match.summary!.frames), id).toBeLessThan(MOST_MISSED)
  }
  const gone = once(attackers, 'exit')
  attackers.kill('SIGKILL')
  await gone
})
