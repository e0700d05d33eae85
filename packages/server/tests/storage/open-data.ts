/** Contract of open data, for any database: which files are made, when, and what they hold. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { KeptFiles } from '../../src/archive/kept-files.ts'
import { packMoments } from '../../src/history/kept-moments.ts'
import { MomentStore } from '../../src/moments/store.ts'
import { openDataRound } from '../../src/open-data/open-data.ts'
import { OpenDataStore } from '../../src/open-data/store.ts'
import { ARENA, DAY, HOUR, MINUTE } from './fixture.ts'
import type { Fixture } from './fixture.ts'

const at = (text: string) => Date.parse(text)

export function openDataContract(f: Fixture): void {
  async function folderOf(machineId = ARENA) {
    const dataDir = await mkdtemp(join(tmpdir(), 'open-data-'))
    onTestFinished(() => rm(dataDir, { recursive: true }))
    const files = new KeptFiles({ dataDir, machineId, bucket: null, fetchFrom: null })
    const parts = { db: f.db, files, machineId, clock: { now: f.clock }, log: pino({ level: 'silent' }) }
    return { dataDir, round: () => openDataRound(parts) }
  }
  const store = () => new OpenDataStore(f.db)
  const listed = async () =>
    (await store().list()).map(({ file, rows, through }) => [file, rows, through.toISOString().slice(0, 10)])

  async function rowsOf(dataDir: string, file: string) {
    const { stored } = (await store().find(file))!
    const bytes = await readFile(join(dataDir, stored))
    return parquetReadObjects({ file: Uint8Array.from(bytes).buffer })
  }

  describe('open data', () => {
    test('has the matches, players, moments and ratings of each month up to the last midnight, and the names', async () => {
      const { dataDir, round } = await folderOf()
      f.now = at('2026-03-30T10:00:00Z')
      const owner = await f.account('ada')
      const [a, b] = [await f.bot({ owner, name: 'Waveland' }), await f.bot({ name: 'Edgeguard' })]
      const first = await f.play(a, b, 1)
      const kept = packMoments([{ kind: 'grab', port: 1, startFrame: 7, endFrame: 40 }])
      await new MomentStore(f.db).put(first, { ...kept, swings: new Uint8Array() })
      f.now += MINUTE
      const aborted = await f.abort(a, b)
      f.now = at('2026-04-01T10:00:00Z')
      const second = await f.play(b, a, null)
      f.now = at('2026-04-02T02:00:00Z')
      await f.play(a, b)
      await f.report(ARENA)
      await round()
      expect(await listed()).toEqual([
        ['names', 2, '2026-04-02'],
        ['matches-2026-04', 1, '2026-04-02'],
        ['moments-2026-04', 0, '2026-04-02'],
        ['players-2026-04', 2, '2026-04-02'],
        ['ratings-2026-04', 2, '2026-04-02'],
        ['matches-2026-03', 2, '2026-04-01'],
        ['moments-2026-03', 1, '2026-04-01'],
        ['players-2026-03', 4, '2026-04-01'],
        ['ratings-2026-03', 2, '2026-04-01'],
      ])
      expect(await rowsOf(dataDir, 'matches-2026-03')).toMatchObject([
        { match_id: first, ended_at: new Date('2026-03-30T10:00:00Z'), ending: 'stocks', stage: 8, winner: 1 },
        { match_id: aborted, ending: 'aborted', stage: null, winner: null },
      ])
      expect(await rowsOf(dataDir, 'players-2026-04')).toMatchObject([
        { match_id: second, port: 0, bot_id: b.botId, placement: 1 },
        { match_id: second, port: 1, bot_id: a.botId, placement: 1 },
      ])
      expect(await rowsOf(dataDir, 'moments-2026-03')).toEqual([
        { match_id: first, kind: 'grab', port: 1, start_frame: 7, end_frame: 40 },
      ])
      const [rated] = await rowsOf(dataDir, 'ratings-2026-03')
      expect(rated).toMatchObject({ match_id: first, port: 0, bot_id: a.botId, mu_before: 25 })
      expect(rated!['mu_after']).toBeLessThan(25)
      const names = [
        { bot_id: a.botId, name: 'Waveland', owner: 'ada' },
        { bot_id: b.botId, name: 'Edgeguard', owner: null },
      ]
      expect(await rowsOf(dataDir, 'names')).toEqual(names.toSorted((x, y) => (x.bot_id < y.bot_id ? -1 : 1)))
      // No name is in any other file.
      for (const name of await readdir(join(dataDir, 'open-data'))) {
        if (!name.startsWith('names'))
          expect(await readFile(join(dataDir, 'open-data', name), 'latin1')).not.toMatch(/Waveland|Edgeguard|ada/)
      }
    })

    test('is made once a day; the names also after an account was deleted, without its bots', async () => {
      const { dataDir, round } = await folderOf()
      f.now = at('2026-03-10T10:00:00Z')
      const owner = await f.account('ada')
      const [a, b] = [await f.bot({ owner, name: 'Waveland' }), await f.bot({ name: 'Edgeguard' })]
      await f.play(a, b)
      await f.report(ARENA)
      f.now = at('2026-03-11T02:00:00Z')
      await round()
      const of = async (file: string) => (await store().find(file))!
      const [names, matches] = [await of('names'), await of('matches-2026-03')]
      f.now += HOUR
      await round()
      expect([await of('names'), await of('matches-2026-03')]).toEqual([names, matches])
      await f.accounts.delete(owner)
      f.now += MINUTE
      await round()
      expect(await rowsOf(dataDir, 'names')).toEqual([{ bot_id: b.botId, name: 'Edgeguard', owner: null }])
      expect(await of('matches-2026-03')).toEqual(matches)
      f.now += DAY
      await round()
      const anew = await of('matches-2026-03')
      expect(anew.through).toEqual(new Date('2026-03-12T00:00:00Z'))
      expect([anew.sha256, anew.firstMadeAt]).toEqual([matches.sha256, matches.madeAt])
      expect(await rowsOf(dataDir, 'matches-2026-03')).toHaveLength(1)
    })

    test('is made by the first of the machines that serve, and again where what it had made is lost', async () => {
      const [one, other] = [await folderOf(), await folderOf('arena_of_another_machine')]
      f.now = at('2026-03-10T10:00:00Z')
      await f.play(await f.bot(), await f.bot())
      f.now = at('2026-03-11T02:00:00Z')
      for (const id of [ARENA, 'arena_of_another_machine']) await f.report(id)
      await other.round()
      expect(await listed()).toEqual([])
      await one.round()
      const before = (await store().find('players-2026-03'))!
      await rm(join(one.dataDir, before.stored))
      f.now += MINUTE
      await one.round()
      const after = (await store().find('players-2026-03'))!
      expect(after.madeAt).not.toEqual(before.madeAt)
      expect(after.sha256).toBe(before.sha256)
      expect(await rowsOf(one.dataDir, 'players-2026-03')).toHaveLength(2)
    })
  })
}
