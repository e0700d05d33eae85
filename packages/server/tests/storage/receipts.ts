/** Contract of receipts, for any database: whose they are, and how long they are kept. */
import { sql } from 'kysely'
import { INITIAL_RATING } from '@arena/ratings'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { LiveMatches } from '../../src/live/live-matches.ts'
import { Recorder } from '../../src/matches/playing/recorder.ts'
import { packMoments } from '../../src/history/kept-moments.ts'
import { packSwings } from '../../src/history/kept-swings.ts'
import { MomentStore } from '../../src/moments/store.ts'
import { ReceiptStore } from '../../src/history/receipts.ts'
import { exportAccount } from '../../src/operators/account-file.ts'
import { receiptFacts } from '../receipt-facts.ts'
import { ARENA, DAY, KEPT, resultOf } from './fixture.ts'
import type { Fixture } from './fixture.ts'
import { storeMatches } from './matches.ts'

const BOTH = [receiptFacts(), receiptFacts({ missed: 0, polled: 5000 })] as const

export function receiptsContract(f: Fixture): void {
  async function ended() {
    const [ada, bob] = [await f.account(), await f.account()]
    const bots = [await f.bot({ owner: ada }), await f.bot({ owner: bob })] as const
    const { matchId } = await f.seat(bots[0], bots[1])
    const finish = (rest: object = {}) => f.finish({ ...resultOf(matchId), receipts: BOTH, ...rest })
    return { ada, bob, bots, matchId, finish }
  }

  describe('a receipt', () => {
    test('is there once the match has ended, for the owner of each bot his own, and for nobody else', async () => {
      const { ada, bob, bots, matchId, finish } = await ended()
      expect(await f.receipts.find(ada, matchId)).toBeNull()
      await finish()
      expect(await f.receipts.find(ada, matchId)).toEqual({
        matchId,
        port: 0,
        botId: bots[0].botId,
        version: null,
        causes: [expect.objectContaining({ code: 'one-pause' })],
        landed: null,
        swings: null,
        ...BOTH[0],
      })
      expect(await f.receipts.find(bob, matchId)).toMatchObject({ port: 1, causes: [], pads: { missed: 0 } })
      expect(await f.receipts.find(await f.account(), matchId)).toBeNull()
      expect(await f.receipts.find(ada, 'match_none')).toBeNull()
    })

    test('has the hash of the pads of its own bot that were played', async () => {
      const { ada, bob, matchId, finish } = await ended()
      await finish(KEPT)
      const { count, sha256 } = KEPT.landed
      expect((await f.receipts.find(ada, matchId))?.landed).toEqual({ count: count[0], sha256: sha256[0] })
      expect((await f.receipts.find(bob, matchId))?.landed).toEqual({ count: count[1], sha256: sha256[1] })
    })

    test('has the swings against its own bot, once the replay was read', async () => {
      const { ada, bob, matchId, finish } = await ended()
      await finish()
      const lost = { startFrame: 590, endFrame: 660, before: 0.6, after: 0.4 }
      await new MomentStore(f.db).put(matchId, { ...packMoments([]), swings: packSwings([[], [lost]]) })
      expect((await f.receipts.find(ada, matchId))?.swings).toEqual([])
      expect((await f.receipts.find(bob, matchId))?.swings).toEqual([{ ...lost, moment: null }])
    })

    test('has the version that its own bot said', async () => {
      const { ada, bob, matchId, finish } = await ended()
      await finish({ versions: ['1.4', null] })
      expect(await f.receipts.find(ada, matchId)).toMatchObject({ version: '1.4' })
      expect(await f.receipts.find(bob, matchId)).toMatchObject({ version: null })
    })

    test('has its hash in the account’s file too, with all else that is held of a bot in a match', async () => {
      const { ada, bots, matchId, finish } = await ended()
      await finish(KEPT)
      const { matches } = (await exportAccount(f.db, ada)) as { matches: Readonly<Record<string, unknown>>[] }
      const { count, sha256 } = KEPT.landed
      expect(matches).toMatchObject([
        { id: matchId, botId: bots[0].botId, landed: count[0], padsSha256: sha256[0], muBefore: INITIAL_RATING.mu },
      ])
      const held = await f.db.selectFrom('match_players').selectAll().executeTakeFirstOrThrow()
      const names = Object.keys(held).map((column) =>
        column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      )
      expect(names.filter((name) => name !== 'matchId' && !(name in matches[0]!))).toEqual([])
    })

    test('is written with the result, once', async () => {
      const { ada, matchId, finish } = await ended()
      await finish()
      await finish({ receipts: [receiptFacts({ missed: 1 }), BOTH[1]] })
      expect((await f.receipts.find(ada, matchId))?.pads.missed).toBe(BOTH[0].pads.missed)
    })

    test('of a bot the newest come first, for its owner alone', async () => {
      const { ada, bob, bots, matchId, finish } = await ended()
      await finish()
      f.now += DAY
      const second = await f.seat(bots[1], bots[0])
      await f.finish({ ...resultOf(second.matchId), receipts: [BOTH[1], BOTH[0]] })
      const { botId } = bots[0]
      expect((await f.receipts.newest(ada, botId, 50)).map((each) => each.matchId)).toEqual([second.matchId, matchId])
      expect(await f.receipts.newest(ada, botId, 1)).toEqual([
        { matchId: second.matchId, facts: BOTH[0], causes: [expect.objectContaining({ code: 'one-pause' })] },
      ])
      expect(await f.receipts.newest(bob, botId, 50)).toEqual([])
    })

    test('stays when its bot is removed, and goes with the account; of one deleted while the match runs it is never written', async () => {
      for (const isOver of [true, false]) {
        const { ada, bob, bots, matchId, finish } = await ended()
        if (isOver) await finish()
        await f.bots.remove(ada, bots[0].botId)
        if (isOver) expect(await f.receipts.find(ada, matchId)).not.toBeNull()
        await f.accounts.delete(ada)
        await finish()
        const left = f.db.selectFrom('receipts').select('port').where('match_id', '=', matchId)
        expect(await left.execute()).toEqual([{ port: 1 }])
        expect(await f.receipts.find(bob, matchId)).not.toBeNull()
      }
    })

    test('is forgotten some time after the end, by the arena that played the match', async () => {
      const { ada, matchId, finish } = await ended()
      await finish()
      const end = f.now
      f.now += DAY
      await f.report(ARENA)
      expect(await f.receipts.forget(ARENA, new Date(end))).toBe(0)
      expect(await f.receipts.forget('arena_of_another_machine', new Date(end + DAY))).toBe(0)
      expect(await f.receipts.forget(ARENA, new Date(end + 1))).toBe(2)
      expect(await f.receipts.find(ada, matchId)).toBeNull()
      expect(await f.matches.find(matchId)).toMatchObject({ status: 'completed' })
    })

    test('of a machine that has been silent for as long is forgotten by any other', async () => {
      const { ada, matchId, finish } = await ended()
      await finish()
      expect(await f.receipts.forget('arena_of_another_machine', new Date(f.now))).toBe(0)
      expect(await f.receipts.forget('arena_of_another_machine', new Date(f.now + 1))).toBe(2)
      expect(await f.receipts.find(ada, matchId)).toBeNull()
    })

    test('is forgotten in steps of a thousand, however many have come of age, past those that are not to be', async () => {
      const bots = [(await f.bot()).botId, (await f.bot()).botId]
      await storeMatches(f, 2_400, bots)
      const end = f.now
      f.now += DAY
      await f.report('arena_of_another_machine')
      await sql`update matches set machine_id = 'arena_of_another_machine' where id < 'match_' || lpad('1100', 26, '0')`.execute(
        f.db,
      )
      await sql`insert into receipts (match_id, port, bot_id, ended_at, facts)
        select match_id, port, bot_id, ended_at + port * interval '1 us', '{}' from match_players
          join matches on matches.id = match_id`.execute(f.db)
      const steps: bigint[] = []
      const counting = new ReceiptStore(
        f.db.withPlugin({
          transformQuery: ({ node }) => node,
          async transformResult({ result }) {
            if (result.numAffectedRows !== undefined) steps.push(result.numAffectedRows)
            return result
          },
        }),
      )
      expect(await counting.forget(ARENA, new Date(end))).toBe(0)
      expect(await counting.forget(ARENA, new Date(f.now))).toBe(2 * 1_301)
      expect(steps.length).toBeGreaterThan(2)
      for (const step of steps) expect(step).toBeLessThanOrEqual(1_000n)
      expect(await f.db.selectFrom('receipts').select('port').execute()).toHaveLength(2 * 1_099)
    })

    test('that is not valid is left out, and the result counts', async () => {
      const { ada, bob, matchId } = await ended()
      const log: string[] = []
      const recorder = new Recorder({
        db: f.db,
        replayRecords: f.replayRecords,
        live: new LiveMatches(),
        log: pino({}, { write: (line: string) => void log.push(line) }),
      })
      recorder.finished({ ...resultOf(matchId), receipts: [receiptFacts({ missed: NaN }), BOTH[1]] })
      await recorder.settled()
      expect(await f.matches.find(matchId)).toMatchObject({ status: 'completed', players: [{ placement: 1 }, {}] })
      for (const owner of [ada, bob]) expect(await f.receipts.find(owner, matchId)).toBeNull()
      expect(log.join('')).toContain('a receipt was not valid and is left out')
    })
  })
}
