/** A match from the dial to the closed socket. Spec: Events, Per-match WebSocket. */
import { expect, test } from 'vitest'
import { stillEngine, Table } from './play-kit.ts'

test('Events: both bots receive byte-identical streams, equal to the raw event block of the stored replay', async () => {
  await using table = await Table.open({ engine: stillEngine('ends=400', 'by=time') })
  const bots = [await table.bot(), await table.bot()] as const
  const result = await table.play(bots)
  expect(result).toMatchObject({ status: 'completed', cause: 'time', played: true, answered: [true, true] })
  expect(result.summary).toMatchObject({
    frames: 401,
    endReason: 'time',
    winner: null,
    players: [{ missed: 0 }, { missed: 0 }],
  })
  const raw = await table.raw(result.matchId)
  expect(bots[0].stream.equals(raw)).toBe(true)
  expect(bots[1].stream.equals(raw)).toBe(true)
})
