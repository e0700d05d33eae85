/** Receipts of matches that a whole arena has played on the live clock. */
import { expect, test } from 'vitest'
import { Receipt } from '@arena/protocol'
import { createTestArena, stillEngine } from './kit.ts'
import type { Player, TestArena } from './kit.ts'

const LAST_FRAME = -40
const POLLED = LAST_FRAME + 124

const receiptOf = async (arena: TestArena, { key }: Player, matchId: string) => {
  const answer = await fetch(`${arena.url}/matches/${matchId}/receipt`, { headers: { authorization: `Bearer ${key}` } })
  return { status: answer.status, receipt: answer.ok ? Receipt.parse(await answer.json()) : null }
}

test('each owner gets the receipt of his bot, also of a match that was never played, and nobody else gets one', async () => {
  await using arena = await createTestArena({
    env: { ARENA_ENGINE: stillEngine(`ends=${LAST_FRAME}`), ARENA_PICK_MS: '2000' },
    pace: { clock: 'live', timing: { dialMs: 2000 } },
  })
  const played = await arena.pair({}, { pad: null })
  await arena.ended(played.matchId)
  const [good, silent] = played.players
  const own = await receiptOf(arena, good, played.matchId)
  expect(own.receipt).toMatchObject({ botId: good.record.id, pads: { polled: POLLED }, link: { connectionCount: 1 } })
  expect(own.receipt!.arrivals.slackMs).not.toBeNull()
  const other = await receiptOf(arena, silent, played.matchId)
  expect(other.receipt).toMatchObject({
    botId: silent.record.id,
    pads: { polled: POLLED, missed: POLLED, received: 0 },
    arrivals: { slackMs: null },
    link: { pick: { outcome: 'answered' } },
  })
  expect(other.receipt!.causes).toHaveLength(1)
  // Nothing of the other bot stands in it, wherever that is and whatever it is called.
  for (const text of [good.record.id, good.record.url, good.record.name]) {
    expect(JSON.stringify(other.receipt)).not.toContain(text)
  }

  const away = await arena.pair({ refuses: () => true }, {})
  await arena.ended(away.matchId)
  const absent = await receiptOf(arena, away.players[0], away.matchId)
  expect(absent.receipt).toMatchObject({ pads: { polled: 0 }, arena: null, causes: [{ code: 'never-connected' }] })
  expect(absent.receipt!.causes[0]!.says).toContain('answered 503')
  expect((await receiptOf(arena, away.players[1], away.matchId)).receipt).toMatchObject({ causes: [] })
  expect((await receiptOf(arena, good, away.matchId)).status).toBe(404)
}, 90_000)
