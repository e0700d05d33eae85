/** Bots that have no address: everything from the connector's first word to the rated record of a match. */
import { describe, expect, test } from 'vitest'
import { shared } from '../begun-once.ts'
import { createTestArena } from '../arena/kit.ts'
import { STANDS, WALKS_OFF } from '../arena/spec-bot.ts'
import { enterRelayed, TestConnector, to } from './connector.ts'

const arena = shared(() => createTestArena())

describe('a match of two bots behind connectors', () => {
  test('is asked, played, streamed, recorded and rated as every match is', async () => {
    const walker = await enterRelayed(arena, WALKS_OFF, 'Walker')
    const stander = await enterRelayed(arena, STANDS, 'Stander')
    expect(walker.record.url).toBe(`${arena.url}/relay/${walker.connector.relays[0]!.id}`)
    const seat = await walker.bot.seat()
    const { match } = await arena.ended(seat.matchId)
    expect(match).toMatchObject({ status: 'completed', summary: { endReason: 'stocks' } })
    expect(match.players.map(({ ratingDelta }) => ratingDelta)).not.toContain(null)
    expect(match.summary!.players.map(({ missed }) => missed)).toEqual([0, 0])
    // The signature of the arena holds behind a connector.
    expect([walker.bot.strangers, stander.bot.strangers]).toEqual([0, 0])
    expect(await seat.closed).toEqual([1000, 'match over'])
  })
  test('goes on at the current frame after the connector of one has gone and another has come', async () => {
    const walker = await enterRelayed(arena, WALKS_OFF, 'Dropped')
    await enterRelayed(arena, STANDS, 'Steady')
    const seat = await walker.bot.seat()
    await seat.received(50)
    walker.connector.end()
    expect((await seat.closed)[0]).toBe(1006)
    const again = await TestConnector.open(arena.url, walker.key, { Dropped: to(walker.bot.url) })
    expect(again.relays).toEqual(walker.connector.relays)
    const second = await walker.bot.seat(1)
    expect(second.matchId).toBe(seat.matchId)
    const { match } = await arena.ended(seat.matchId)
    expect(match.status).toBe('completed')
    expect(match.summary!.endReason).toBe('stocks')
    // It is not asked for its pick again.
    expect(second.texts).toEqual([])
  })
})
