/** What operators do to a running arena, by the command line: over its socket, with an effect at once. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { newId } from '../../src/db/ids.ts'
import { admin } from '../admin.ts'
import { shared, sharedFolder } from '../begun-once.ts'
import { createTestArena, stillEngine } from './kit.ts'
import type { Player } from './kit.ts'

// A game without an end, at the speed of the bots.
const arena = shared(() => createTestArena({ env: { ARENA_ENGINE: stillEngine('ends=100000000') } }))
const folder = sharedFolder('arena-admin-')
const run = (...argv: string[]) => admin({ ARENA_DATA_DIR: arena.dataDir }, ...argv)
const act = (...argv: string[]) => run(...argv, '--why', 'a rule was broken', '--as', 'ada')
/** Lists of the command line, by name. */
const list = async <Row>(...argv: string[]) =>
  Object.values((await run(...argv, '--json')).json as Record<string, Row[]>)[0]!

/** Status of a request with the key of a player. */
async function statusOf({ key }: Player, method: string, path: string, body?: object): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) }
  return (await fetch(arena.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).status
}

/** Resolves when matchmaking has ticked a number of times from now on. */
async function haveTicked(times: number): Promise<void> {
  const ticks = async () => {
    const metrics = await (await fetch(`${arena.url}/metrics`)).text()
    return Number(/^arena_matchmaking_ticks_total (\d+)$/m.exec(metrics)![1])
  }
  const before = await ticks()
  await expect.poll(ticks, { timeout: 10_000 }).toBeGreaterThanOrEqual(before + times)
}

describe('a match', () => {
  test('is ended at once: aborted and unrated, with its replay, and both sockets closed', async () => {
    const { players, matchId } = await arena.pair()
    const seat = await players[0].bot.seat(0)
    await seat.received(10)
    expect(await list('matches', 'list')).toEqual([expect.objectContaining({ id: matchId, endAskedAt: null })])

    const refused = await run('matches', 'end', matchId, '--why', 'it hangs')
    expect([refused.code, refused.errors]).toEqual([
      2,
      `arena-admin: The match ${matchId} will be aborted. This cannot be undone: confirm with --yes.\n`,
    ])
    expect(arena.parts.live.find(matchId)).not.toBeNull()
    expect((await act('matches', 'end', matchId, '--yes')).code).toBe(0)

    const { match, cause } = await arena.ended(matchId)
    expect(cause).toBe('operator')
    expect(match).toMatchObject({
      status: 'aborted',
      abortReason: 'An operator of the arena ended the match.',
      replayBytes: expect.any(Number),
      players: [{ ratingDelta: null }, { ratingDelta: null }],
    })
    await seat.closed
    const again = await act('matches', 'end', matchId, '--yes')
    expect([again.code, again.errors]).toEqual([1, expect.stringContaining('is over: it is aborted')])
  })
})

test('a bot that is disabled plays its match to its end, is not seated again, and is unpaused by its owner only once it is enabled', async () => {
  const { players, matchId } = await arena.pair()
  const [disabled, other] = players
  const { record } = disabled
  const unpause = () => statusOf(disabled, 'PATCH', `/bots/${record.id}`, { status: 'active' })
  const done = await act('bots', 'disable', record.name, '--json')
  expect(done).toMatchObject({ code: 0, json: { id: record.id, status: 'disabled' } })
  expect((await arena.match(matchId)).status).toBe('running')
  expect(await unpause()).toBe(409)

  expect((await act('matches', 'end', matchId, '--yes')).code).toBe(0)
  await arena.ended(matchId)
  await arena.remove(other)
  // Others come and are seated: with each other, although it has waited longer.
  const next = await arena.pair()
  expect(await arena.matchesOf(disabled)).toHaveLength(1)
  await act('matches', 'end', next.matchId, '--yes')
  await arena.ended(next.matchId)
  expect((await act('bots', 'enable', record.id)).output).toContain('is enabled, and paused.')
  expect(await unpause()).toBe(200)
})

describe('an account', () => {
  test('that is disabled has no keys and no active bots until it is enabled', async () => {
    const player = await arena.player()
    const accounts = await list<{ id: string; email: string }>('accounts', 'list')
    const { email } = accounts.find(({ id }) => id === player.record.ownerId)!
    expect(await statusOf(player, 'GET', '/bots')).toBe(200)
    expect((await act('accounts', 'disable', email)).code).toBe(0)
    expect(await statusOf(player, 'GET', '/bots')).toBe(403)
    expect(await list('bots', 'list', '--account', email)).toMatchObject([{ id: player.record.id, status: 'paused' }])
    expect((await act('accounts', 'enable', email)).code).toBe(0)
    expect(await statusOf(player, 'GET', '/bots')).toBe(200)
  })

  test('that is exported comes back on another arena with its bots; with its keys only where that is asked for', async () => {
    const player = await arena.player()
    const file = join(folder, 'account.json')
    expect((await act('accounts', 'export', player.record.ownerId, file)).code).toBe(0)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const here = await act('accounts', 'import', file)
    expect([here.code, here.errors]).toEqual([1, expect.stringContaining('has an account here')])

    await using other = await createTestArena()
    const there = (...argv: string[]) => admin({ ARENA_DATA_DIR: other.dataDir }, ...argv, '--why', 'they move')
    expect((await there('accounts', 'import', file)).output).toContain('with 1 paused bots and 0 keys')
    const mine = () => fetch(`${other.url}/bots`, { headers: { authorization: `Bearer ${player.key}` } })
    expect((await mine()).status).toBe(401)
    const { account } = JSON.parse(await readFile(file, 'utf8')) as { account: { email: string } }
    expect((await there('accounts', 'delete', account.email, '--yes')).code).toBe(0)
    const withKeys = await there('accounts', 'import', file, '--with-keys')
    expect(withKeys.output).toContain('with 1 paused bots and 1 keys')
    // Although it was refused before.
    expect((await mine()).status).toBe(200)

    const second = join(folder, 'second-account.json')
    const exported = JSON.parse(await readFile(file, 'utf8')) as { account: object }
    await writeFile(second, JSON.stringify({ ...exported, account: { email: 'second@example.org', handle: '' } }))
    const refused = await there('accounts', 'import', second, '--with-keys')
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('is in use here, or was')])
  })

  test('is exported with all that is held of it: rows of every table that names an account, its address or its bots', async () => {
    const player = await arena.player()
    await arena.setStatus(player, 'paused')
    const { record } = player
    const { db, sessions, rehearsals } = arena.parts
    const owner = await db.selectFrom('users').selectAll().where('id', '=', record.ownerId).executeTakeFirstOrThrow()
    await sessions.open(owner.id)
    const signIn = { token_hash: '0'.repeat(64), email: owner.email, client: '192.0.2.1', at: new Date() }
    await db.insertInto('sign_ins').values(signIn).execute()
    await db
      .insertInto('round_trips')
      .values({ bot_id: record.id, region: 'eu', ms: 12, measured_at: new Date() })
      .execute()
    await rehearsals.request(owner.id, record.id)
    const rehearsal = await rehearsals.callOff(owner.id, record.id)
    const relay = { id: newId('relay'), user_id: owner.id, name: 'Fox', created_at: new Date(), changed_at: new Date() }
    await db.insertInto('relays').values(relay).execute()
    const file = join(folder, 'whole.json')
    expect((await act('accounts', 'export', owner.id, file)).code).toBe(0)
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      account: { id: owner.id },
      keys: [{ kind: 'bearer' }],
      sessions: [{ expiresAt: expect.any(String) }],
      signIns: [{ client: '192.0.2.1' }],
      bots: [{ id: record.id, misses: 0, activeSince: expect.any(String) }],
      deployChecks: [{ botId: record.id }],
      roundTrips: [{ botId: record.id, region: 'eu', ms: 12 }],
      // Another may be free and meet it.
      matches: expect.any(Array),
      receipts: [],
      relays: [{ id: relay.id, name: 'Fox' }],
      rehearsals: [{ id: rehearsal!.id, botId: record.id, status: 'aborted', detail: rehearsal!.detail }],
    })
    const { rows } = await sql<{ table_name: string }>`
      select distinct table_name from information_schema.columns
      where table_schema = 'public' and column_name in ('user_id', 'owner_id', 'bot_id', 'email') order by 1`.execute(
      db,
    )
    // Tried codes are of whoever typed them, and a seat is what a match that runs has.
    const others = ['code_attempts', 'seats']
    const exported = [
      'users',
      'keys',
      'sessions',
      'sign_ins',
      'bots',
      'deploy_checks',
      'round_trips',
      'match_players',
      'receipts',
      'relays',
      'rehearsals',
    ]
    expect(rows.map(({ table_name: name }) => name)).toEqual([...exported, ...others].toSorted())
  })
})

test('while maintenance is under way nobody is seated, writes are refused until its end, and pages say so', async () => {
  expect((await act('maintenance', 'announce', 'A <new> disk.', '--minutes', '30')).code).toBe(0)
  const write = async () => fetch(`${arena.url}/auth/sign-out`, { method: 'POST' })
  await expect.poll(async () => (await write()).status).toBe(503)
  const refused = await write()
  expect(await refused.json()).toMatchObject({ code: 'maintenance', detail: expect.stringContaining('A <new> disk.') })
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(29 * 60)
  expect(seconds).toBeLessThanOrEqual(30 * 60)
  expect((await fetch(`${arena.url}/health`)).status).toBe(200)
  expect((await run('maintenance', 'show')).output).toContain('A <new> disk.')
  // A page is kept for a moment.
  const home = async () => (await fetch(arena.url)).text()
  await expect.poll(home, { timeout: 10_000 }).toContain('A &lt;new&gt; disk.')

  await haveTicked(2)
  // Two that would be seated at once. The API registers none now.
  const { accounts, bots } = arena.parts
  for (const name of ['Early', 'Eager']) {
    const owner = await accounts.findOrCreate(`${name}@example.org`)
    await bots.register(owner.id, { name, mode: 'live', url: (await arena.listen()).url })
  }
  const seats = () => arena.log.lines.filter(({ msg }) => msg === 'match seated').length
  const before = seats()
  await haveTicked(3)
  expect(seats()).toBe(before)

  expect((await act('maintenance', 'cancel')).code).toBe(0)
  await expect.poll(async () => (await write()).status).toBe(200)
  await expect.poll(seats).toBeGreaterThan(before)
  await expect.poll(home, { timeout: 10_000 }).not.toContain('A &lt;new&gt; disk.')
})

test('what cannot be undone is announced by what it will do: nothing is done or logged before it is confirmed, and then at once', async () => {
  const player = await arena.player()
  const { id: botId, name, ownerId } = player.record
  const { email } = (await list<{ id: string; email: string }>('accounts', 'list')).find(({ id }) => id === ownerId)!
  const [key] = await list<{ id: string; name: string }>('keys', 'list', email)
  const before = await list('log')
  const steps: [argv: string[], words: string, path: string, from: number, to: number][] = [
    [['bots', 'delete', botId], `The bot "${name}" (${botId}) will be deleted.`, `/bots/${botId}`, 200, 404],
    [
      ['keys', 'revoke', key!.id],
      `The key "${key!.name}" (${key!.id}) of ${ownerId} will be revoked.`,
      '/bots',
      200,
      401,
    ],
  ]
  const account = ['accounts', 'delete', email]
  const ofAccount = `The account "${email}" (${ownerId}) will be deleted, with its keys and its bots (1).`
  for (const [argv, words] of [...steps, [account, ofAccount] as const]) {
    const asked = await act(...argv)
    expect([asked.code, asked.errors]).toEqual([
      2,
      `arena-admin: ${words} This cannot be undone: confirm with --yes.\n`,
    ])
  }
  expect(await list('log')).toEqual(before)
  for (const [argv, , path, from, to] of steps) {
    expect(await statusOf(player, 'GET', path)).toBe(from)
    expect((await act(...argv, '--yes')).code).toBe(0)
    expect(await statusOf(player, 'GET', path)).toBe(to)
  }
  expect((await act(...account, '--yes')).code).toBe(0)

  const none = 'match_01k9y40r6yes3v1c5hzq8p2n7t'
  const missing: [string[], string][] = [
    [['matches', 'end', none], `There is no match ${none}.`],
    [['matches', 'end', 'the-last-one'], 'match: Not a match id.'],
    [account, `There is no account "${email}".`],
    [['bots', 'delete', botId], `There is no bot "${botId}".`],
    [['restore', join(folder, 'nowhere')], `There is no arena.jsonl.gz in ${join(folder, 'nowhere')}.`],
  ]
  for (const [argv, words] of missing) {
    const asked = await act(...argv)
    expect([asked.code, asked.errors], 'nobody is asked about what is not there').toEqual([
      1,
      `arena-admin: ${words}\n`,
    ])
  }
})

test('the log says who did what to what, and why, newest first; it has no row for an act that failed, and cannot be changed', async () => {
  const { record } = await arena.player()
  await act('bots', 'disable', record.id)
  const failed = await act('bots', 'disable', 'nobody', '--json')
  // With --json a failure is a document too.
  expect([failed.code, failed.json]).toEqual([1, { error: 'There is no bot "nobody".' }])
  expect(await list('log', '--limit', '1')).toEqual([
    {
      at: expect.any(String),
      who: 'ada',
      why: 'a rule was broken',
      act: 'bot.disable',
      subject: record.id,
      facts: { name: record.name },
    },
  ])
  const { db } = arena.parts
  await expect(db.updateTable('operator_acts').set({ who: 'eve' }).execute()).rejects.toThrow(/are a record/)
  await expect(db.deleteFrom('operator_acts').execute()).rejects.toThrow(/are a record/)
})

test('the socket is in a folder that only the arena’s user may enter, and refuses what is no request', async () => {
  const path = join(arena.dataDir, 'admin')
  expect(await readdir(path)).toEqual(['socket'])
  expect((await stat(path)).mode & 0o777).toBe(0o700)
  expect((await stat(join(path, 'socket'))).mode & 0o777).toBe(0o600)
  const ask = async (request: string) => {
    const socket = connect(join(path, 'socket'), () => socket.end(request))
    return text(socket)
  }
  const post = (target: string, body: string) =>
    ask(`POST ${target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
  expect(await post('/act', '{')).toMatch(/^HTTP\/1.1 422 .*not JSON/s)
  expect(await post('/act', '{"act":{"act":"bot.disable","bot":"a"}}')).toMatch(/^HTTP\/1.1 400 /)
  expect(await post('/act', '{"act":{"act":"drop"},"reason":{"who":"a","why":"b"}}')).toMatch(/^HTTP\/1.1 400 /)
  expect(await post('/elsewhere', '{}')).toMatch(/^HTTP\/1.1 404 /)
  expect(await ask('GET /read HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 405 /)
  expect(await ask('\u0000\u0001\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
  expect((await fetch(`${arena.url}/health`)).status).toBe(200)
})

describe('the command line', () => {
  const announce = (words: string) => ['maintenance', 'announce', words, '--why', 'y']
  test.each<[argv: string[], code: number, says: string]>([
    [['bots'], 2, 'a command is missing'],
    [['bots', 'disable', 'x'], 2, '--why'],
    [['bots', 'list', '--limit', '0'], 2, 'from 1 to 1000'],
    [announce('x'), 2, 'either --until or --minutes'],
    [[...announce('x'), '--until', '18:00'], 2, 'with its zone'],
    [['nonsense'], 2, 'unknown command'],
    // What people are to read is one line of text, without control characters.
    ...['a\u001b[2Jb', 'a\nb', 'a\u202eb', '\ud800', ''].map((words): [string[], number, string] => [
      [...announce(words), '--minutes', '30'],
      1,
      'arena-admin: text: must ',
    ]),
  ])('%j: ends with %i and says why', async (argv, code, says) => {
    const done = await run(...argv)
    expect([done.code, done.output + done.errors]).toEqual([code, expect.stringContaining(says)])
  })

  test('a name cannot write to the terminal what is not its own', async () => {
    const { record } = await arena.player()
    const name = 'Evil\u001b[2J\u202e'
    await arena.parts.db.updateTable('bots').set({ name }).where('id', '=', record.id).execute()
    const { output } = await run('bots', 'list', '--find', 'Evil')
    expect(output).toContain('Evil\\u{1b}[2J\\u{202e}')
    for (const character of ['\u001b', '\u202e']) expect(output).not.toContain(character)
  })
})
