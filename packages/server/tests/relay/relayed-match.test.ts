/** Bots that have no address: everything from the connector's first word to the rated record of a match. */
import { describe, expect, test } from 'vitest'
import type { Bot } from '@arena/protocol'
import { shared } from '../begun-once.ts'
import { createTestArena } from '../arena/kit.ts'
import type { TestArena } from '../arena/kit.ts'
import { STANDS, WALKS_OFF } from '../arena/spec-bot.ts'
import type { BotOptions } from '../arena/spec-bot.ts'
import { TestConnector, to } from './connector.ts'

const arena = shared(() => createTestArena())

/** A bot behind a connector of its own, registered. */
async function relayed(at: TestArena, options: BotOptions, name: string) {
  const bot = await at.listen(options)
  const key = await at.account()
  const connector = await TestConnector.open(at.url, key, { [name]: to(bot.url) })
  const { url } = connector.relays[0]!
  const record: Bot = await at.own(key, 'POST', '/bots', { name, mode: 'live', url })
  return { bot, key, connector, record }
}

describe('a match of two bots behind connectors', () => {
  test('is asked, played, streamed, recorded and rated as every match is', async () => {
    const walker = await relayed(arena, WALKS_OFF, 'Walker')
    const stander = await relayed(arena, STANDS, 'Stander')
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
})
