/** Contract of the moments of matches: finding them, and searching for those that follow each other. */
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { MatchHistory } from '../../src/history/history.ts'
import { packMoments, unpackMoments } from '../../src/history/kept-moments.ts'
import { packSwings } from '../../src/history/kept-swings.ts'
import type { KeptMoment } from '../../src/history/kept-moments.ts'
import { parseSearch } from '../../src/history/search/parse-search.ts'
import { LOOKED_AT } from '../../src/history/search/search-matches.ts'
import { UnreadableReplay } from '../../src/moments/moment-reader.ts'
import { momentRounds } from '../../src/moments/moments-keeper.ts'
import { MomentStore } from '../../src/moments/store.ts'
import { ARENA, HOUR, MINUTE, resultOf } from './fixture.ts'
import type { Fixture } from './fixture.ts'
import { idOf, rowsRead, storeMatches } from './matches.ts'

const moment = (kind: KeptMoment['kind'], port: 0 | 1, seconds: number, lasts = 0): KeptMoment => {
  const startFrame = 60 * seconds
  return { kind, port, startFrame, endFrame: startFrame + 60 * lasts }
}

export function momentsContract(f: Fixture, isWhole: boolean): void {
  const put = (id: string, ...moments: KeptMoment[]) =>
    new MomentStore(f.db).put(id, { ...packMoments(moments), swings: new Uint8Array() })

  async function page(text: string, place: Readonly<{ before?: string; after?: string }> = {}, limit = 10) {
    const { search, faults } = parseSearch(text)
    expect(faults).toEqual([])
    const { matches, ...rest } = await f.matches.search(search, { limit, ...place })
    return { ids: matches.map(({ id }) => id), ...rest }
  }
  const found = async (text: string) => (await page(text)).ids

  async function play(
    bots: Parameters<Fixture['seat']>,
    { replayBytes = 3_604_118, ...told }: Parameters<typeof resultOf>[1] & { replayBytes?: number | null } = {},
  ) {
    f.now += MINUTE
    const { matchId } = await f.seat(...bots)
    await f.finish(resultOf(matchId, told, { replayBytes }))
    return matchId
  }

  describe('a search for moments', () => {
    test('finds matches in which one follows another in time, by whom, and with what else is asked', async () => {
      const [a, b] = await f.newBots(2)
      // Port 0 plays Fox, port 1 Falco.
      const quick = await play([a, b], { stage: 31 })
      await put(quick, moment('grab', 0, 10, 2), moment('combo', 0, 13), moment('kill', 0, 15))
      const slow = await play([b, a], { stage: 32 })
      await put(slow, moment('grab', 0, 10), moment('kill', 1, 20), moment('shield-break', 1, 30))
      const other = await play([a, b], { stage: 31 })
      await put(other, moment('kill', 1, 5), moment('grab', 1, 6))
      const unknown = await play([a, b], { stage: 31 })

      expect(await found('moment:grab')).toEqual([other, slow, quick])
      expect(await found('moment:shield-break,combo')).toEqual([slow, quick])
      expect(await found('moment:grab then:kill')).toEqual([quick])
      expect(await found('moment:grab then:kill/10s')).toEqual([slow, quick])
      expect(await found('moment:grab then:kill/599f')).toEqual([quick])
      expect(await found('moment:grab then:combo/1s then:kill/2s')).toEqual([quick])
      expect(await found('moment:grab then:combo/1s then:kill/1s')).toEqual([])
      expect(await found('moment:kill then:grab')).toEqual([other])
      expect(await found('moment:grab by:fox')).toEqual([slow, quick])
      expect(await found('moment:grab by:falco')).toEqual([other])
      expect(await found(`moment:grab by:bot:${a.botId}`)).toEqual([quick])
      expect(await found(`moment:grab by:bot:${b.botId}`)).toEqual([other, slow])
      expect(await found(`moment:grab by:bot:${b.botId}/fox then:kill/10s`)).toEqual([slow])
      expect(await found('moment:grab stage:fd')).toEqual([slow])
      expect(await found('moment:grab moment:shield-break')).toEqual([slow])
      expect(await found('moment:grab -moment:shield-break')).toEqual([other, quick])
      // What the database does not know counts as false.
      expect(await found('-moment:grab then:kill')).toEqual([unknown, other, slow])
      expect(await found('-moment:grab by:fox')).toEqual([unknown, other])
      expect(await found(`bot:${a.botId} moment:grab then:kill`)).toEqual([quick])
      expect(await found('moment:grab then:kill/1m sort:margin')).toEqual([slow, quick])
    })

    test('pages lead on and back, each match once, also where both fighters are of the character', async () => {
      const [a, b] = await f.newBots(2)
      const ids: string[] = []
      for (let i = 0; i < 7; i++) {
        const id = await play([a, b])
        if (i % 3 === 0) await put(id, moment('grab', 1, 10), moment('combo', 0, 30))
        else await put(id, moment('grab', 0, 10), moment('combo', 0, 11))
        if (i % 3 !== 0) ids.unshift(id)
      }
      await f.db.updateTable('match_players').set({ character: 2 }).execute()
      for (const text of ['moment:grab then:combo', 'char:fox moment:grab then:combo']) {
        expect(await page(text, {}, 3)).toEqual({ ids: ids.slice(0, 3), older: ids[2], newer: null })
        expect(await page(text, { before: ids[2]! }, 3)).toEqual({ ids: ids.slice(3), older: null, newer: ids[3] })
        expect(await page(text, { after: ids[3]! }, 3)).toEqual({ ids: ids.slice(0, 3), older: ids[2], newer: null })
      }
    })

    test.runIf(isWhole)(
      'a rare order of common moments is looked for in ten times as many matches, both ways',
      async () => {
        const total = 11 * LOOKED_AT
        await storeMatches(f, total, [(await f.bot()).botId, (await f.bot()).botId])
        const [usual, rare] = [
          packMoments([moment('kill', 0, 10), moment('combo', 1, 11)]),
          packMoments([moment('combo', 0, 10), moment('kill', 0, 11)]),
        ]
        await sql`insert into match_moments (match_id, started_at, kinds, packed)
        select id, started_at, ${usual.kinds}, case when id in (${idOf(5)}, ${idOf(total - 5)}) then ${Buffer.from(rare.packed)}::bytea
          else ${Buffer.from(usual.packed)}::bytea end from matches`.execute(f.db)
        await sql`analyze match_moments`.execute(f.db)
        const text = 'moment:combo then:kill'
        const older = idOf(total - 10 * LOOKED_AT + 1)
        expect(await page(text)).toEqual({ ids: [idOf(total - 5)], older, newer: null })
        expect(await page(text, { before: older })).toEqual({ ids: [idOf(5)], older: null, newer: idOf(5) })
        const newer = idOf(5 + 10 * LOOKED_AT)
        expect(await page(text, { after: idOf(5) })).toEqual({ ids: [], older: idOf(5), newer })
        const last = { ids: [idOf(total - 5)], older: idOf(total - 5), newer: null }
        expect(await page(text, { after: newer })).toEqual(last)
      },
    )

    test.runIf(isWhole)(
      'a rare moment is found wherever it is, and a page reads as few rows as any other',
      async () => {
        const total = 3 * LOOKED_AT
        await storeMatches(f, total, [(await f.bot()).botId, (await f.bot()).botId])
        const common = packMoments([moment('kill', 0, 10), moment('combo', 1, 20)])
        await sql`insert into match_moments (match_id, started_at, kinds, packed)
        select id, started_at, ${common.kinds}, ${Buffer.from(common.packed)} from matches`.execute(f.db)
        const rare = packMoments([moment('kill', 0, 10), moment('comeback', 0, 11)])
        await sql`update match_moments set kinds = ${rare.kinds}, packed = ${Buffer.from(rare.packed)}::bytea
        where match_id = ${idOf(3)}`.execute(f.db)
        await sql`analyze match_moments`.execute(f.db)
        expect(await page('moment:comeback')).toEqual({ ids: [idOf(3)], older: null, newer: null })
        expect(await found('moment:kill then:comeback')).toEqual([idOf(3)])
        const text = parseSearch('moment:kill then:combo/10s').search
        expect(await rowsRead(f, (matches) => matches.search(text, { limit: 20 }))).toBeLessThan(4 * LOOKED_AT)
      },
    )
  })

  describe('moments of matches', () => {
    test('are read once of each match that this machine played and has the replay of; the newest first', async () => {
      const [a, b] = await f.newBots(2)
      const [first, spoiled, last] = [await play([a, b]), await play([a, b]), await play([a, b])]
      const gone = await play([a, b], { replayBytes: null })
      const elsewhere = await f.seat(a, b, 'arena_of_another_machine')
      await f.finish(resultOf(elsewhere.matchId))
      await f.seat(...(await f.newBots(2)))
      const read: string[] = []
      let isDiskAway = true
      const lost = { startFrame: 590, endFrame: 660, before: 0.6, after: 0.4 }
      const kept = { ...packMoments([moment('grab', 1, 10)]), swings: packSwings([[lost], []]) }
      const round = momentRounds({
        db: f.db,
        replays: { file: async (id) => id },
        reader: {
          async read({ file: id, ratings }) {
            read.push(id)
            // They have met no other bot in between.
            expect(ratings?.map(({ sigma }) => sigma > 0)).toEqual([true, true])
            if (id === spoiled) throw new UnreadableReplay('no replay')
            if (id === first && isDiskAway) throw new Error('the disk is away')
            return kept
          },
          close: async () => {},
        },
        machineId: ARENA,
        clock: { now: f.clock },
        log: pino({ level: 'silent' }),
      })
      await expect(round()).rejects.toThrow('the disk is away')
      expect(read).toEqual([last, spoiled, first])
      isDiskAway = false
      await round()
      expect(read).toEqual([last, spoiled, first, first])
      f.now += 2 * HOUR
      const next = await play([a, b])
      await round()
      await round()
      expect(read.slice(4)).toEqual([next])
      const rows = await f.db.selectFrom('match_moments').select(['match_id', 'packed']).orderBy('started_at').execute()
      expect(rows.map((row) => [row.match_id, unpackMoments(row.packed).length])).toEqual([
        [first, 1],
        [spoiled, 0],
        [last, 1],
        [next, 1],
      ])
      expect(rows.map((row) => row.match_id)).not.toContain(gone)
      const history = new MatchHistory(f.db)
      const told = { ...lost, moment: { kind: 'grab', port: 1 } }
      expect(await history.swings(last)).toEqual([[told], []])
      expect(await history.swings(spoiled)).toEqual([[], []])
      expect(await history.swings(gone)).toBeNull()
    })
  })
}
