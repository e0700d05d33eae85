/** Matches of house bots, archived: what retention has deleted comes back byte for byte, and nothing else does. */
import { createHash } from 'node:crypto'
import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ENGINE_REVISION } from '@arena/engine/revision'
import { readReplay, writeReplay } from '@arena/slp'
import { dayFileOf, readDay } from '@arena/protocol/archive'
import type { ArchivedMatch } from '@arena/protocol/archive'
import type { Archive, Match } from '@arena/protocol'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { keptEngine } from '../../../host/tests/kept-engine.ts'
import { retentionRounds } from '../../src/replays/retention-keeper.ts'
import { shared, sharedFolder } from '../begun-once.ts'
import { IS_LONG } from '../../../../scripts/tests/series.ts'
import { createTestArena } from './kit.ts'

const MATCHES = IS_LONG ? 200 : 5
/** Milliseconds for all of them: to be played, and to be played again. */
const LIMIT = 20_000 * MATCHES
const OLD_REVISION = '01d0b11d'

const built = sharedFolder('kept-engine-')
const arena = shared(async () => {
  const engineFile = await keptEngine(built)
  return createTestArena({
    env: { ARENA_HOUSE_BOTS: '6', ARENA_REST_MS: '0', ARENA_TICK_MS: '100', ARENA_MAX_MATCHES: '2' },
    pace: { engineFile },
  })
})
const originals = new Map<string, Buffer>()
let ids: string[]

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const replayOf = (matchId: string) => fetch(`${arena.url}/matches/${matchId}/replay.slp`)
const dayOf = (day: string, init?: RequestInit) => fetch(`${arena.url}/archive/${day}.parquet`, init)

beforeAll(async () => {
  await arena.haveEnded(MATCHES)
  const { scheduler, common } = arena.machine.parts
  scheduler!.drain()
  while (common.live.ids.length > 0) await arena.log.next()
  const { db } = common
  const ended = await db
    .selectFrom('matches')
    .select('id')
    .where('replay_sha256', 'is not', null)
    .orderBy('id')
    .execute()
  ids = ended.map(({ id }) => id)
  for (const id of ids) originals.set(id, await arena.replay(id))
  await playedByAnOldEngine(ids[0]!)
  // The day is over, and its retention as well.
  await sql`update days set revealed_at = now()`.execute(db)
  await arena.parts.archiveDays.round()
  await sql`update matches set ended_at = ended_at - interval '100 days'`.execute(db)
  const clocks = { now: Date.now, elapsed: () => performance.now() }
  expect(await retentionRounds(arena.parts, clocks)()).toBe(ids.length)
}, LIMIT)

/** The match as if an engine of another revision, which is kept as a build of its own, had played it. */
async function playedByAnOldEngine(id: string): Promise<void> {
  const { db, keptFiles } = arena.parts
  const { raw, metadata } = readReplay(originals.get(id)!)
  const replay = Buffer.from(writeReplay(raw, { ...metadata, engine: OLD_REVISION }))
  const [file] = (await readdir(join(arena.dataDir, 'engines'))).map((name) => join(arena.dataDir, 'engines', name))
  const build = Buffer.concat([await readFile(file!), Buffer.from('\n// An older build.\n')])
  const name = `engines/${OLD_REVISION}-${sha256(build).slice(0, 12)}.cjs`
  await writeFile(await keptFiles.draft(name), build)
  await keptFiles.keep(name)
  await db
    .insertInto('engine_builds')
    .values({ revision: OLD_REVISION, sha256: sha256(build), bytes: build.length, machine_id: arena.parts.machineId })
    .execute()
  const record = { engine: OLD_REVISION, replay_sha256: sha256(replay), replay_bytes: replay.length }
  await db.updateTable('matches').set(record).where('id', '=', id).execute()
  await sql`update public_log_entries set text = replace(text, ${`engine ${ENGINE_REVISION}`}, ${`engine ${OLD_REVISION}`})
    where match_id = ${id}`.execute(db)
  originals.set(id, replay)
}

describe('a replay past its retention', () => {
  test('is gone from the disk, and on record as before', async () => {
    expect((await readdir(join(arena.dataDir, 'replays'))).filter((name) => name.includes('.slp'))).toEqual([])
    for (const id of ids) {
      expect(await arena.get<Match>(`/matches/${id}`)).toMatchObject({ replayBytes: originals.get(id)!.length })
    }
  })

  test(
    'comes back byte for byte, that of an older engine from its kept build',
    async () => {
      expect(ids.length).toBeGreaterThanOrEqual(MATCHES)
      for (const id of ids) {
        const answer = await replayOf(id)
        expect(answer.status).toBe(200)
        expect(Buffer.from(await answer.arrayBuffer()).equals(originals.get(id)!), id).toBe(true)
      }
    },
    LIMIT,
  )

  test('is sent in parts, and not again to who has it', async () => {
    const id = ids.at(-1)!
    const address = `${arena.url}/matches/${id}/replay.slp`
    const part = await fetch(address, { headers: { range: 'bytes=0-10' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 0-10/${originals.get(id)!.length}`])
    const etag = (await fetch(address, { method: 'HEAD' })).headers.get('etag')!
    expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })
})

describe('the file of a day', () => {
  test('has all matches, and 40 kB each at most', async () => {
    const { days } = await arena.get<Archive>('/archive')
    expect(days).toHaveLength(1)
    const [{ day, bytes, matches, sha256: hash }] = days as [Archive['days'][0]]
    const answer = await dayOf(day)
    expect(answer.headers.get('etag')).toBe(`"${hash}"`)
    const file = Buffer.from(await answer.arrayBuffer())
    expect([file.length, sha256(file)]).toEqual([bytes, hash])
    const archived: ArchivedMatch[] = []
    for await (const match of readDay(dayFileOf(file))) archived.push(match)
    expect(archived).toHaveLength(matches)
    expect(archived.map(({ matchId }) => matchId)).toEqual(expect.arrayContaining(ids))
    for (const { game } of archived) expect(game?.pads.length ?? 0).toBeLessThan(40_000)
  })

  test('took the place of the pads in the database', async () => {
    expect(await arena.parts.db.selectFrom('match_pads').selectAll().execute()).toEqual([])
  })

  test('is sent in parts, and not at all where there is none', async () => {
    const [{ day, bytes }] = (await arena.get<Archive>('/archive')).days as [Archive['days'][0]]
    const part = await dayOf(day, { headers: { range: 'bytes=-4' } })
    expect([part.status, await part.text()]).toEqual([206, 'PAR1'])
    const beyond = await dayOf(day, { headers: { range: `bytes=${bytes}-` } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes}`])
    expect((await dayOf('2020-01-01')).status).toBe(404)
    expect((await dayOf('2020-13-01')).status).toBe(404)
  })
})

describe('what is not what it was is never sent', () => {
  const forget = (id: string) => rm(join(arena.dataDir, 'archive-cache', `${id}.slp.gz`))

  test('a game that plays otherwise than its replay was', async () => {
    const id = ids[1]!
    const { db } = arena.parts
    await forget(id)
    await db
      .updateTable('matches')
      .set({ replay_sha256: '0'.repeat(64) })
      .where('id', '=', id)
      .execute()
    const answer = await replayOf(id)
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      {
        type: expect.stringContaining('replay-not-available'),
        detail: expect.stringContaining('not what its record says'),
      },
    ])
  })

  test('a build of the engine that was changed is not run', async () => {
    const id = ids[0]!
    await forget(id)
    const folder = join(arena.dataDir, 'engines')
    const [file] = (await readdir(folder)).filter((name) => name.startsWith(OLD_REVISION))
    await appendFile(join(folder, file!), 'process.exit(1)')
    const answer = await replayOf(id)
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { type: expect.stringContaining('replay-storage-unavailable') },
    ])
  })
})

test('names go with their account: from the file of the day, and with them the replay', async () => {
  const { accounts, db } = arena.parts
  const id = ids.at(-1)!
  const { owner } = await db
    .selectFrom('match_players')
    .innerJoin('bots', 'bots.id', 'bot_id')
    .select('owner_id as owner')
    .where('match_id', '=', id)
    .where('port', '=', 0)
    .executeTakeFirstOrThrow()
  await accounts.delete(owner)
  expect(await arena.get<Match>(`/matches/${id}`)).toMatchObject({ replayBytes: null })
  expect((await replayOf(id)).status).toBe(404)
  const [before] = (await arena.get<Archive>('/archive')).days
  await arena.parts.archiveDays.round()
  const [after] = (await arena.get<Archive>('/archive')).days
  expect(after!.sha256).not.toBe(before!.sha256)
  const file = await dayOf(after!.day)
  const names = new Map<string, string | null>()
  for await (const { ports } of readDay(dayFileOf(new Uint8Array(await file.arrayBuffer())))) {
    for (const { botId, name } of ports) names.set(botId, name)
  }
  const gone = await db.selectFrom('bots').select('id').where('owner_id', '=', owner).execute()
  for (const bot of gone) if (names.has(bot.id)) expect(names.get(bot.id)).toBeNull()
})
