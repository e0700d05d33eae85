/** Connectors where several machines are one arena: the frames find their way to whichever machine has the connector. */
import { beforeAll, expect, test } from 'vitest'
import type { TestArena } from '../arena/kit.ts'
import { describeOnPostgres, Machines } from '../arena/machines.ts'
import { STANDS, WALKS_OFF } from '../arena/spec-bot.ts'
import { enterRelayed, TestConnector, to } from './connector.ts'

describeOnPostgres('two machines that serve, and one that plays', () => {
  const machines = new Machines({ ARENA_TICK_MS: '100' })
  let first: TestArena
  let second: TestArena

  beforeAll(async () => {
    first = await machines.open('web')
    second = await machines.open('web')
    await machines.open('play')
  })

  /** Nobody else is to meet them. */
  async function leave(...bots: readonly Awaited<ReturnType<typeof enterRelayed>>[]): Promise<void> {
    for (const { key, record, connector } of bots) {
      await first.own(key, 'PATCH', `/bots/${record.id}`, { status: 'paused' })
      connector.end()
    }
  }

  test('a match runs on one machine, through connectors at two others, to the rated record', async () => {
    const walker = await enterRelayed(first, WALKS_OFF, 'Walker')
    const stander = await enterRelayed(second, STANDS, 'Stander', await first.account())
    const { matchId } = await walker.bot.seat()
    await expect.poll(() => first.match(matchId).then(({ status }) => status), { timeout: 60_000 }).toBe('completed')
    const match = await first.match(matchId)
    expect(match.players.map(({ ratingDelta }) => ratingDelta)).not.toContain(null)
    expect(match.summary!.players.map(({ missed }) => missed)).toEqual([0, 0])
    expect(walker.bot.strangers).toBe(0)
    await leave(walker, stander)
  })

  test('a machine that goes down sends its connectors on, and their match is played to the rated record', async () => {
    const third = await machines.start('web')
    const walker = await enterRelayed(third, WALKS_OFF, 'Walks on')
    const stander = await enterRelayed(first, STANDS, 'Stands by', await first.account())
    const seat = await walker.bot.seat()
    await seat.received(50)
    await third.machine.close()
    expect(await walker.connector.closed).toEqual([1012, 'this machine stops'])
    const again = await TestConnector.open(second.url, walker.key, { 'Walks on': to(walker.bot.url) })
    expect((await walker.bot.seat(1)).matchId).toBe(seat.matchId)
    const over = () => first.match(seat.matchId).then(({ status }) => status)
    await expect.poll(over, { timeout: 60_000 }).toBe('completed')
    const match = await first.match(seat.matchId)
    expect(match).toMatchObject({ summary: { endReason: 'stocks' } })
    expect(match.players.map(({ ratingDelta }) => ratingDelta)).not.toContain(null)
    again.end()
    await leave(walker, stander)
    await third[Symbol.asyncDispose]()
  })

  test('a connector that comes to another machine takes the bot over there, and the older one is told', async () => {
    const { bot, key, connector, record } = await enterRelayed(first, {}, 'Moved')
    const { url } = connector.relays[0]!
    const newer = await TestConnector.open(second.url, key, { Moved: to(bot.url) })
    expect(newer.relays[0]!.id).toBe(connector.relays[0]!.id)
    // A deploy check on the machine that has the older one finds the newer one, in time or after the older one has gone.
    expect(await connector.closed).toEqual([4409, 'a newer connector has this bot'])
    await first.own(key, 'PATCH', `/bots/${record.id}`, { url: `${url}/` })
    expect(newer.opened).toBeGreaterThan(0)
    newer.end()
  })

  test('a connector of a machine that is silent counts for nothing', async () => {
    const { bot, key, connector } = await enterRelayed(first, {}, 'Silent')
    connector.end()
    const { db } = second.machine.common
    await expect.poll(() => first.parts.relays.connectors.count).toBe(0)
    // As it stands after a crash of the second machine, long ago.
    await db
      .updateTable('relays')
      .set({ machine_id: 'arena_of_old', connection: 'x' })
      .where('name', '=', 'Silent')
      .execute()
    const { url } = connector.relays[0]!
    await expect(first.own(key, 'POST', '/bots', { name: 'Again', mode: 'live', url })).rejects.toThrow(
      /no connector is connected/,
    )
    const again = await TestConnector.open(first.url, key, { Silent: to(bot.url) })
    await first.own(key, 'POST', '/bots', { name: 'Again', mode: 'live', url })
    again.end()
  })
})
