/** Contract of the public log: what is entered, in which order, and what no backup takes back, for any database. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeyPair } from '@arena/protocol'
import {
  bundlesBetween,
  entriesPath,
  leafHash,
  openNote,
  readCheckpoint,
  readEntry,
  readEntryBundle,
  readResult,
  rootOf,
} from '@arena/protocol/public-log'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { nextNumber, prepareDays } from '../../src/public-log/days.ts'
import { agreeOnLog, beginAfterRestore } from '../../src/public-log/beginning.ts'
import { CURRENT_LOG, enter, entryOf } from '../../src/public-log/entries.ts'
import { PublishedLog } from '../../src/public-log/published-log.ts'
import { abortedOf, DAY, KEPT, MINUTE, resultOf } from './fixture.ts'
import type { Fixture } from './fixture.ts'

const PLACE = 'arena.example'

export function publicLogContract(f: Fixture): void {
  const [first, second] = [createKeyPair(), createKeyPair()]
  let dataDir: string
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'arena-log-'))
  })
  afterEach(() => rm(dataDir, { recursive: true }))

  const publishedBy = (current = first, others: (typeof first)[] = []) =>
    new PublishedLog({ db: f.db, dataDir, keys: { current, others } })
  /** As a machine does that starts. */
  async function start(current = first, others: (typeof first)[] = []): Promise<PublishedLog> {
    const log = publishedBy(current, others)
    const published = await log.newest()
    await agreeOnLog(f.db, { place: PLACE, keys: { current, others }, published, now: f.now })
    await prepareDays(f.db, f.now)
    return log
  }
  /** A running match with the next number of the day. */
  async function seat(): Promise<string> {
    const [a, b] = await f.newBots(2)
    const { matchId } = await f.seat(a, b)
    const { day, number, seed } = (await f.db.transaction().execute((trx) => nextNumber(trx, f.now)))!
    const numbered = { day, number, seed: Buffer.from(seed).toString('hex') }
    await f.db.updateTable('matches').set(numbered).where('id', '=', matchId).execute()
    return matchId
  }
  const textsOf = async (log = 1) => {
    const query = f.db.selectFrom('public_log_entries').select(['index', 'text']).where('log', '=', log)
    const rows = await query.orderBy('index').execute()
    expect(rows.map(({ index }) => index)).toEqual(rows.map((_, i) => i))
    return rows.map(({ text }) => text)
  }
  const entriesOf = async (log = 1) => (await textsOf(log)).map(readEntry)
  const kindsOf = async (log = 1) => (await entriesOf(log)).map(({ kind }) => kind)
  /** All entries below a folder, under a checkpoint that this key has signed. */
  async function readPublished(log: number, { publicKey } = first): Promise<string[]> {
    const folder = join(dataDir, 'log', String(log))
    const note = await readFile(join(folder, 'checkpoint'), 'utf8')
    const { size, root, origin } = readCheckpoint(openNote(note, `${PLACE}/log/${log}`, publicKey))
    expect(origin).toBe(`${PLACE}/log/${log}`)
    const bundles = await Promise.all(
      bundlesBetween(0, size).map(({ n, width }) => readFile(join(folder, entriesPath(n, width)))),
    )
    const texts = bundles.flatMap(readEntryBundle)
    expect(rootOf(texts.map(leafHash))).toEqual(root)
    return texts
  }
  /** Entries that say nothing of matches, no two of them alike. */
  let entered = 0
  const enterMany = (count: number) =>
    f.db.transaction().execute(async (trx) => {
      for (let i = 0; i < count; i++) {
        const secret = (++entered).toString(16).padStart(64, '0')
        await enter(trx, { kind: 'secret', log: CURRENT_LOG, day: '2020-01-01', secret })
      }
    })

  describe('the public log', () => {
    test('begins with the key of the arena and the commitments of two days', async () => {
      await start()
      expect(await entriesOf()).toMatchObject([
        { kind: 'key', log: 'arena.example/log/1', publicKey: first.publicKey, since: new Date(f.now).toISOString() },
        { kind: 'day', day: '2026-03-01', first: 1 },
        { kind: 'day', day: '2026-03-02', first: 1 },
      ])
      await start()
      expect(await kindsOf()).toHaveLength(3)
    })

    test('a match is entered by what its record says, in the transaction that completes it', async () => {
      await start()
      const matchId = await seat()
      f.now += MINUTE
      await f.finish(resultOf(matchId, { winner: 1 }, KEPT))
      const { text } = (await entryOf(f.db, matchId))!
      const match = (await f.matches.find(matchId))!
      const [bot0, bot1] = match.players
      expect(readResult(text)).toEqual({
        log: 'arena.example/log/1',
        matchId,
        day: '2026-03-01',
        number: 1,
        startedAt: match.startedAt,
        endedAt: match.endedAt,
        build: 'build-of-the-tests',
        engine: KEPT.engine,
        seed: match.seed,
        stage: 8,
        ports: [
          {
            botId: bot0.botId,
            character: 2,
            costume: 1,
            pads: { landed: KEPT.landed.count[0], sha256: KEPT.landed.sha256[0] },
          },
          {
            botId: bot1.botId,
            character: 20,
            costume: 0,
            pads: { landed: KEPT.landed.count[1], sha256: KEPT.landed.sha256[1] },
          },
        ],
        replay: { bytes: 3_604_118, sha256: KEPT.replaySha256 },
        end: { status: 'completed', reason: 'stocks' },
        result: { winner: 1, frames: 9871, stocks: [0, 2], percent: [47, 118], score: [0, 2], placement: [2, 1] },
        ratings: [
          { before: { mu: 25, sigma: 25 / 3 }, after: { mu: expect.any(Number), sigma: expect.any(Number) } },
          { before: { mu: 25, sigma: 25 / 3 }, after: { mu: expect.any(Number), sigma: expect.any(Number) } },
        ],
      })
      expect((await textsOf()).at(-1)).toBe(text)
    })

    test('an aborted match and a forfeit without a game are entered as well, and each match once', async () => {
      await start()
      const [aborted, forfeited] = [await seat(), await seat()]
      await f.finish(abortedOf(aborted))
      await f.finish(abortedOf(aborted))
      const forfeit = { cause: 'forfeit', played: false, replayBytes: null, answered: [false, true] } as const
      await f.finish(resultOf(forfeited, { winner: 1, endReason: 'forfeit', frames: 0 }, forfeit))
      expect((await entriesOf()).slice(3)).toMatchObject([
        { kind: 'result', result: { number: 1, end: { status: 'aborted', cause: 'nobody-connected' }, result: null } },
        {
          kind: 'result',
          result: { number: 2, stage: null, replay: null, end: { status: 'completed', reason: 'forfeit' } },
        },
      ])
    })

    test('a match from before the log ends without an entry', async () => {
      await start()
      const [a, b] = await f.newBots(2)
      expect(await entryOf(f.db, await f.play(a, b))).toBeNull()
    })

    test('results that are entered at the same time have indices without a gap', async () => {
      await start()
      const matches: string[] = []
      for (let i = 0; i < 8; i++) matches.push(await seat())
      await Promise.all(matches.map((id) => f.finish(resultOf(id))))
      expect(await textsOf()).toHaveLength(3 + matches.length)
    })

    test('a rotation of the key is an entry; a machine that still has the former key does not enter that again', async () => {
      await start()
      f.now += MINUTE
      await start(second, [first])
      await start(first, [second])
      const keys = (await entriesOf()).filter(({ kind }) => kind === 'key')
      expect(keys).toMatchObject([
        { publicKey: first.publicKey },
        { publicKey: second.publicKey, since: new Date(f.now).toISOString() },
      ])
      await (await start(first, [second])).publish()
      await readPublished(1, second)
    })

    test('a machine that has not the newest key publishes nothing, so that no checkpoint is signed by another', async () => {
      const before = await start()
      await before.publish()
      await start(second, [first])
      await expect(before.publish()).rejects.toThrow('is not one of this machine')
      await readPublished(1)
    })
  })

  describe('its files', () => {
    test('hold every entry under a signed checkpoint, over 256 entries and again when it grew', async () => {
      const log = await start()
      for (const count of [1, 250, 4, 600]) {
        await enterMany(count)
        await log.publish()
        expect(await readPublished(1)).toEqual(await textsOf())
      }
    })

    test('are the same bytes on a machine that publishes all at once', async () => {
      const log = await start()
      for (const count of [200, 100, 300]) {
        await enterMany(count)
        await log.publish()
      }
      const read = (name: string) => readFile(join(dataDir, 'log/1', name))
      const names = ['checkpoint', 'tile/0/000', 'tile/0/001', 'tile/1/000.p/2', 'tile/entries/001']
      const before = await Promise.all(names.map(read))
      await rm(join(dataDir, 'log'), { recursive: true })
      await publishedBy().publish()
      expect(await Promise.all(names.map(read))).toEqual(before)
    })

    test('an older database in the place of this one publishes nothing, and begins another log at the next start', async () => {
      const log = await start()
      await enterMany(5)
      await log.publish()
      const published = await readPublished(1)
      await f.db.deleteFrom('public_log_entries').where('index', '>=', 4).execute()
      await f.db.updateTable('public_logs').set({ size: 4 }).execute()
      await expect(log.publish()).rejects.toThrow('8 entries were published, and the database has 4')
      await enterMany(9)
      await expect(log.publish()).rejects.toThrow('entry 4 is another in the database')
      expect(await readPublished(1)).toEqual(published)
      await start()
      const former = { origin: `${PLACE}/log/1`, size: 8, root: rootOf(published.map(leafHash)) }
      expect((await entriesOf(2))[0]).toMatchObject({ kind: 'restored', former })
    })

    test('a changed entry is never published over what was', async () => {
      const log = await start()
      await log.publish()
      await enterMany(1)
      await f.db.updateTable('public_log_entries').set({ text: 'another' }).where('index', '=', 2).execute()
      await expect(log.publish()).rejects.toThrow('entry 2 is another in the database')
      await (await start()).publish()
      expect(await kindsOf(2)).toEqual(['restored', 'day', 'day', 'key'])
    })
  })

  describe('a backup that is restored', () => {
    const restore = () => f.db.transaction().execute(beginAfterRestore)

    test('begins another log, which names the one that it follows', async () => {
      await start()
      const texts = await textsOf()
      await restore()
      await (await start()).publish()
      const [restored, ...others] = await entriesOf(2)
      const former = { origin: `${PLACE}/log/1`, size: 3, root: rootOf(texts.map(leafHash)) }
      expect(restored).toEqual({ kind: 'restored', log: `${PLACE}/log/2`, former })
      expect(others.map(({ kind }) => kind)).toEqual(['day', 'day', 'key'])
      await readPublished(1)
      await readPublished(2)
    })

    test('draws secrets anew that nobody has seen; numbers go on, and no seed comes twice', async () => {
      await start()
      const before = await seat()
      await f.finish(resultOf(before))
      const running = await seat()
      await restore()
      await start()
      const days = (await entriesOf(2)).filter(({ kind }) => kind === 'day')
      expect(days).toMatchObject([{ first: 3 }, { first: 1 }])
      const after = await seat()
      await f.finish(abortedOf(running))
      await f.finish(resultOf(after))
      expect(await entryOf(f.db, running)).toBeNull()
      expect(readResult((await entryOf(f.db, after))!.text)).toMatchObject({ log: `${PLACE}/log/2`, number: 3 })
      f.now += DAY
      await start()
      expect((await entriesOf(2)).filter(({ kind }) => kind === 'secret')).toEqual([])
    })
  })
}
