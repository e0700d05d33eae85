/** Contract of rehearsals on record, for any database: who may ask, who plays, what ends them, and how long they are kept. */
import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { SeatedBot } from '../../../host/src/order.ts'
import { describe, expect, test } from 'vitest'
import { disableBot } from '../../src/operators/bots.ts'
import { disableAccount } from '../../src/operators/accounts.ts'
import { MOST_ATTEMPTS, RehearsalStore } from '../../src/rehearsals/store.ts'
import type { RehearsalEnd, TakenRehearsal } from '../../src/rehearsals/store.ts'
import { receiptFacts } from '../receipt-facts.ts'
import { ARENA, DAY, SECOND, summaryOf } from './fixture.ts'
import type { Fixture } from './fixture.ts'
import { clockOf, processOf } from './test-machine.ts'

const OTHER = 'arena_00000000000000000000000002'
const machine = (id: string) => ({ id, process: processOf(id) })

export function rehearsalsContract(f: Fixture): void {
  const store = () => new RehearsalStore(f.db, f.clock, clockOf(f))

  /** A paused bot of an account of its own. */
  async function paused(given?: string): Promise<{ owner: string; bot: SeatedBot }> {
    const owner = given ?? (await f.account())
    const bot = await f.bot({ owner })
    await f.bots.update(owner, bot.botId, { status: 'paused' })
    return { owner, bot }
  }

  async function waiting() {
    const { owner, bot } = await paused()
    f.now += SECOND
    const rehearsal = (await store().request(owner, bot.botId))!
    return { owner, bot, id: rehearsal.id, found: () => store().find(owner, bot.botId) }
  }

  async function take(id = ARENA): Promise<TakenRehearsal | null> {
    await f.report(id)
    return store().take(machine(id), randomBytes(32))
  }

  const endOf = (rest: Partial<RehearsalEnd> = {}): RehearsalEnd => ({
    status: 'completed',
    detail: null,
    stage: 8,
    summary: summaryOf(),
    facts: receiptFacts(),
    version: '1.4',
    replay: { bytes: 8, packed: gzipSync('a replay') },
    ...rest,
  })

  describe('a rehearsal', () => {
    test('is for a paused bot of the account: an active one is to be paused first, and one that an operator has disabled stays so', async () => {
      const owner = await f.account()
      const bot = await f.bot({ owner })
      await expect(store().request(owner, bot.botId)).rejects.toMatchObject({ code: 'bot-not-paused' })
      expect(await store().request(await f.account(), bot.botId)).toBeNull()
      expect(await store().request(owner, 'bot_none')).toBeNull()
      await disableBot(f.db, bot.botId, new Date(f.now))
      await expect(store().request(owner, bot.botId)).rejects.toMatchObject({ code: 'bot-disabled' })
      expect(await store().find(owner, bot.botId)).toBeNull()
    })

    test('an account has one that has not ended: another is refused with the name of that one', async () => {
      const { owner, bot, id } = await waiting()
      const other = await paused(owner)
      for (const { botId } of [bot, other.bot]) {
        await expect(store().request(owner, botId)).rejects.toMatchObject({
          code: 'rehearsal-open',
          detail: `The account has a rehearsal that has not ended. It is ${id}, of the bot ${bot.name}.`,
        })
      }
      await store().callOff(owner, bot.botId)
      expect(await store().request(owner, other.bot.botId)).toMatchObject({ status: 'waiting' })
      expect(await store().find(owner, bot.botId)).toMatchObject({ id, detail: 'Its owner has called it off.' })
    })

    test('waits its turn: whoever has waited longest is taken first, and each knows how many are ahead', async () => {
      const all = [await waiting(), await waiting(), await waiting()]
      expect((await Promise.all(all.map(({ found }) => found()))).map((each) => each!.ahead)).toEqual([0, 1, 2])
      expect((await take())!.id).toBe(all[0]!.id)
      expect(await all[0]!.found()).toMatchObject({ status: 'running', ahead: 0 })
      expect(await all[2]!.found()).toMatchObject({ status: 'waiting', ahead: 1, opponent: null, port: null })
    })

    test('is a game against a house bot that the machine serves itself, under an id of a match that is none', async () => {
      const { bot, id, found } = await waiting()
      const taken = (await take())!
      const { order, port, opponent } = taken
      expect(order).toMatchObject({ matchId: id, toldId: id.replace('rehearsal_', 'match_'), startedAt: f.now })
      expect(order.bots[port]).toEqual(bot)
      expect(order.bots[1 - port]).toMatchObject({ botId: opponent.id, url: opponent.path, isOwn: true })
      expect(await found()).toMatchObject({
        matchId: order.toldId,
        port,
        opponent: { botId: opponent.id, name: opponent.name },
        startedAt: new Date(f.now).toISOString(),
        stage: null,
      })
      await store().begun(taken, 31)
      expect(await found()).toMatchObject({ stage: 31 })
      expect(await f.matches.find(id)).toBeNull()
      expect(await f.running()).toEqual([])
    })

    test('of a bot that is in a match, or whose account is disabled, is taken later; and by the process alone that is its machine', async () => {
      const { owner, bot } = await paused()
      await f.bots.update(owner, bot.botId, { status: 'active' })
      const { matchId } = await f.seat(bot, await f.bot())
      await f.bots.update(owner, bot.botId, { status: 'paused' })
      await store().request(owner, bot.botId)
      expect(await take()).toBeNull()
      await f.db.deleteFrom('seats').where('match_id', '=', matchId).execute()
      expect(await store().take({ id: ARENA, process: 'another' }, randomBytes(32))).toBeNull()
      await disableAccount(f.db, owner, new Date(f.now))
      expect(await take()).toBeNull()
    })

    test('ends once, with result, receipt and replay, which are its owner’s alone', async () => {
      const { owner, bot, found } = await waiting()
      const taken = (await take())!
      expect(await store().end({ ...taken, attempt: 0 }, endOf())).toBe(false)
      expect(await store().end({ ...taken, machineId: OTHER }, endOf())).toBe(false)
      expect(await store().end(taken, endOf())).toBe(true)
      expect(await store().end(taken, endOf({ status: 'aborted' }))).toBe(false)
      expect(await found()).toMatchObject({
        status: 'completed',
        summary: summaryOf(),
        endedAt: new Date(f.now).toISOString(),
        replayBytes: 8,
        receipt: {
          botId: bot.botId,
          version: '1.4',
          port: taken.port,
          causes: [{ code: 'one-pause' }],
          ...receiptFacts(),
        },
      })
      expect(Buffer.from((await store().replay(owner, bot.botId))!.packed)).toEqual(gzipSync('a replay'))
      const stranger = await f.account()
      expect(await store().find(stranger, bot.botId)).toBeNull()
      expect(await store().replay(stranger, bot.botId)).toBeNull()
      expect(await store().callOff(stranger, bot.botId)).toBeNull()
    })

    test('gives way to the next one of its bot, with its replay', async () => {
      const { owner, bot, id } = await waiting()
      await store().end((await take())!, endOf())
      const next = (await store().request(owner, bot.botId))!
      expect(next.id).not.toBe(id)
      expect(next).toMatchObject({ status: 'waiting', summary: null, receipt: null, replayBytes: null })
      expect(await store().replay(owner, bot.botId)).toBeNull()
    })

    test('that was broken off waits again in its old place, and what its last holder writes changes nothing', async () => {
      const { id, found } = await waiting()
      await waiting()
      const first = (await take())!
      expect(await store().giveBack(first, 'ladder')).toBe(true)
      expect(await found()).toMatchObject({
        status: 'waiting',
        detail: 'The ladder needed its place: it begins anew.',
        startedAt: null,
      })
      const second = (await take(OTHER))!
      expect(second).toMatchObject({ id, attempt: 2, machineId: OTHER })
      expect(await found()).toMatchObject({ status: 'running', detail: null })
      expect(await store().giveBack(first, 'ladder')).toBe(false)
      expect(await store().end(first, endOf())).toBe(false)
      expect(await store().end(second, endOf())).toBe(true)
    })

    test('is given up once it has been broken off ten times', async () => {
      const { found } = await waiting()
      for (let i = 1; i < MOST_ATTEMPTS; i++) await store().giveBack((await take())!, 'busy')
      expect(await found()).toMatchObject({ status: 'waiting' })
      await store().giveBack((await take())!, 'busy')
      expect(await found()).toMatchObject({
        status: 'aborted',
        detail:
          'The machine had more to do than it can do in time. It was broken off 10 times and does not begin again: ask for another later.',
      })
      expect(await take()).toBeNull()
    })

    test('on a machine that has said nothing for twice its lease is left by it', async () => {
      await waiting()
      await take()
      expect(await store().open()).toMatchObject([{ machineId: ARENA, isLeft: false }])
      f.now += 23 * SECOND
      expect(await store().open()).toMatchObject([{ isLeft: false }])
      f.now += SECOND
      expect(await store().open()).toMatchObject([{ isLeft: true }])
    })

    test.each([
      [
        'is unpaused',
        'The bot was unpaused',
        (owner: string, id: string) => f.bots.update(owner, id, { status: 'active' }),
      ],
      [
        'moves',
        'The URL of the bot was changed',
        (owner: string, id: string) => f.bots.update(owner, id, { url: 'https://b.example/' }),
      ],
      [
        'is disabled',
        'An operator has disabled the bot',
        (_owner: string, id: string) => disableBot(f.db, id, new Date(f.now)),
      ],
    ])('ends when its bot %s, while it waits and while it runs', async (_what, detail, change) => {
      for (const isTaken of [false, true]) {
        const { owner, bot, found } = await waiting()
        const taken = isTaken ? (await take())! : null
        await change(owner, bot.botId)
        expect(await found()).toMatchObject({ status: 'aborted', detail: expect.stringContaining(detail) as string })
        if (taken !== null) expect(await store().end(taken, endOf())).toBe(false)
        expect(await store().open()).toEqual([])
      }
    })

    test('that has ended stays as it is when its bot is unpaused or renamed, and goes with bot and account', async () => {
      for (const remove of [
        (owner: string, id: string) => f.bots.remove(owner, id),
        (owner: string) => f.accounts.delete(owner),
      ]) {
        const { owner, bot, found } = await waiting()
        await f.bots.update(owner, bot.botId, { name: 'another name' })
        await store().end((await take())!, endOf())
        await f.bots.update(owner, bot.botId, { status: 'active' })
        expect(await found()).toMatchObject({ status: 'completed', detail: null })
        await remove(owner, bot.botId)
        expect(await f.db.selectFrom('rehearsals').select('id').execute()).toEqual([])
        expect(await f.db.selectFrom('rehearsal_replays').select('rehearsal_id').execute()).toEqual([])
      }
    })

    test('is forgotten a day after its end, and ends where no machine had room for it in a day', async () => {
      const played = await waiting()
      await store().end((await take())!, endOf())
      const never = await waiting()
      f.now += DAY - SECOND
      expect(await store().purge()).toBe(0)
      expect(await played.found()).not.toBeNull()
      f.now += 2 * SECOND
      expect(await store().purge()).toBe(1)
      expect(await played.found()).toBeNull()
      expect(await never.found()).toMatchObject({
        status: 'aborted',
        detail: expect.stringContaining('no room') as string,
      })
    })
  })
}
