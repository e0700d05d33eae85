/** What operators do to a running arena, by the command line: over its socket, with an effect at once. */
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { admin } from '../admin.ts'
import { createTestArena, stillEngine } from './kit.ts'
import type { Player, TestArena } from './kit.ts'

let arena: TestArena
let folder: string
const run = (...argv: string[]) => admin({ ARENA_DATA_DIR: arena.dataDir }, ...argv)
const act = (...argv: string[]) => run(...argv, '--why', 'a rule was broken', '--as', 'ada')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arena-admin-'))
  // A game without an end, at the speed of the bots.
  arena = await createTestArena({ env: { ARENA_ENGINE: stillEngine('ends=100000000') } })
})
afterAll(async () => {
  await arena[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

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
    const listed = await run('matches', 'list', '--json')
    expect(listed.json).toEqual({ matches: [expect.objectContaining({ id: matchId, endAskedAt: null })] })

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

describe('a bot', () => {
  test('that is disabled plays its match to its end, cannot be unpaused by its owner, and plays again once it is enabled', async () => {
    const { players, matchId } = await arena.pair()
    const [{ record }] = players
    const disabled = await act('bots', 'disable', record.name, '--json')
    expect(disabled).toMatchObject({ code: 0, json: { id: record.id, status: 'disabled' } })
    expect((await arena.match(matchId)).status).toBe('running')
    expect(await statusOf(players[0], 'PATCH', `/bots/${record.id}`, { status: 'active' })).toBe(409)

    expect((await act('matches', 'end', matchId, '--yes')).code).toBe(0)
    await arena.ended(matchId)
    expect((await act('bots', 'enable', record.id)).output).toContain('is enabled, and paused.')
    expect(await statusOf(players[0], 'PATCH', `/bots/${record.id}`, { status: 'active' })).toBe(200)
  })

  test('that is disabled while it is free is not seated', async () => {
    const alone = await arena.player()
    expect((await act('bots', 'disable', alone.record.id)).code).toBe(0)
    // Others come and are seated: with each other, although the first has waited longer.
    const { matchId, players } = await arena.pair()
    expect((await arena.match(matchId)).players.map(({ botId }) => botId).toSorted()).toEqual(
      players.map(({ record }) => record.id).toSorted(),
    )
    expect(await arena.matchesOf(alone)).toEqual([])
    await act('matches', 'end', matchId, '--yes')
    await arena.ended(matchId)
  })

  test('that is deleted leaves the list of its owner', async () => {
    const player = await arena.player()
    const asked = await run('bots', 'delete', player.record.id, '--why', 'spam')
    expect(asked.code).toBe(2)
    expect((await act('bots', 'delete', player.record.id, '--yes')).code).toBe(0)
    expect(await statusOf(player, 'GET', `/bots/${player.record.id}`)).toBe(404)
    expect((await act('bots', 'delete', player.record.id, '--yes')).errors).toContain('There is no bot')
  })
})

describe('an account', () => {
  test('that is disabled has no keys and no active bots until it is enabled', async () => {
    const player = await arena.player()
    const { accounts } = (await run('accounts', 'list', '--json')).json as { accounts: { id: string; email: string }[] }
    const { email } = accounts.find(({ id }) => id === player.record.ownerId)!
    expect(await statusOf(player, 'GET', '/bots')).toBe(200)
    expect((await act('accounts', 'disable', email)).code).toBe(0)
    expect(await statusOf(player, 'GET', '/bots')).toBe(403)
    const { bots } = (await run('bots', 'list', '--account', email, '--json')).json as { bots: object[] }
    expect(bots).toMatchObject([{ id: player.record.id, status: 'paused' }])
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
    const { record } = await arena.player()
    const { db, sessions } = arena.parts
    const owner = await db.selectFrom('users').selectAll().where('id', '=', record.ownerId).executeTakeFirstOrThrow()
    await sessions.open(owner.id)
    const signIn = { token_hash: '0'.repeat(64), email: owner.email, client: '192.0.2.1', at: new Date() }
    await db.insertInto('sign_ins').values(signIn).execute()
    await db
      .insertInto('round_trips')
      .values({ bot_id: record.id, region: 'eu', ms: 12, measured_at: new Date() })
      .execute()
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
      matches: [],
      receipts: [],
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
    ]
    expect(rows.map(({ table_name: name }) => name)).toEqual([...exported, ...others].toSorted())
  })
})

test('a key that is revoked is refused from the next request on', async () => {
  const player = await arena.player()
  const { keys } = (await run('keys', 'list', player.record.ownerId, '--json')).json as { keys: { id: string }[] }
  expect(await statusOf(player, 'GET', '/bots')).toBe(200)
  expect((await act('keys', 'revoke', keys[0]!.id, '--yes')).code).toBe(0)
  expect(await statusOf(player, 'GET', '/bots')).toBe(401)
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

describe('what cannot be undone', () => {
  test('is announced by what it will do, and nothing is done or logged before it is confirmed', async () => {
    const { record } = await arena.player()
    const { accounts } = (await run('accounts', 'list', '--json')).json as { accounts: { id: string; email: string }[] }
    const { email } = accounts.find(({ id }) => id === record.ownerId)!
    const { keys } = (await run('keys', 'list', email, '--json')).json as { keys: { id: string; name: string }[] }
    const [key] = keys
    const before = (await run('log', '--json')).json
    const announced: [string[], string][] = [
      [['bots', 'delete', record.id], `The bot "${record.name}" (${record.id}) will be deleted.`],
      [['keys', 'revoke', key!.id], `The key "${key!.name}" (${key!.id}) of ${record.ownerId} will be revoked.`],
      [
        ['accounts', 'delete', email],
        `The account "${email}" (${record.ownerId}) will be deleted, with its keys and its bots (1).`,
      ],
    ]
    for (const [argv, words] of announced) {
      const asked = await act(...argv)
      expect([asked.code, asked.errors]).toEqual([
        2,
        `arena-admin: ${words} This cannot be undone: confirm with --yes.\n`,
      ])
    }
    expect((await run('log', '--json')).json).toEqual(before)
    const { bots } = (await run('bots', 'list', '--account', email, '--json')).json as { bots: object[] }
    expect(bots).toMatchObject([{ id: record.id, status: 'active' }])
  })
})

test.each(['a\u001b[2Jb', 'a\nb', 'a\0b', 'a\u202eb', 'a\u2028b', '\ud800', ''])(
  'maintenance is announced in one line of text, without control characters: %j',
  async (text) => {
    const refused = await act('maintenance', 'announce', text, '--minutes', '30')
    expect([refused.code, refused.errors]).toEqual([1, expect.stringMatching(/^arena-admin: text: must /)])
    expect((await run('maintenance', 'show', '--json')).json).toEqual({ maintenance: [] })
  },
)

describe('the log', () => {
  test('says who did what to what, and why, newest first', async () => {
    const player = await arena.player()
    await act('bots', 'disable', player.record.id)
    const { log } = (await run('log', '--limit', '1', '--json')).json as { log: object[] }
    expect(log).toEqual([
      {
        at: expect.any(String),
        who: 'ada',
        why: 'a rule was broken',
        act: 'bot.disable',
        subject: player.record.id,
        facts: { name: player.record.name },
      },
    ])
  })

  test('cannot be changed, not even in the database', async () => {
    const { db } = arena.parts
    await expect(db.updateTable('operator_acts').set({ who: 'eve' }).execute()).rejects.toThrow(/are a record/)
    await expect(db.deleteFrom('operator_acts').execute()).rejects.toThrow(/are a record/)
  })
})

describe('the socket', () => {
  test('is in a folder that only the arena’s user may enter', async () => {
    expect((await stat(join(arena.dataDir, 'admin'))).mode & 0o777).toBe(0o700)
    expect((await stat(join(arena.dataDir, 'admin', 'socket'))).mode & 0o777).toBe(0o600)
    expect(await readdir(join(arena.dataDir, 'admin'))).toEqual(['socket'])
  })

  test('refuses what is no request, without harm to the arena', async () => {
    const ask = (text: string) =>
      new Promise<string>((resolve, reject) => {
        let answer = ''
        const socket = connect(join(arena.dataDir, 'admin', 'socket'), () => socket.end(text))
        socket
          .on('data', (chunk) => (answer += String(chunk)))
          .on('close', () => resolve(answer))
          .on('error', reject)
      })
    const post = (path: string, body: string) =>
      ask(`POST ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
    expect(await post('/act', '{')).toMatch(/^HTTP\/1.1 422 .*not JSON/s)
    expect(await post('/act', '{"act":{"act":"bot.disable","bot":"a"}}')).toMatch(/^HTTP\/1.1 400 /)
    expect(await post('/act', '{"act":{"act":"drop"},"reason":{"who":"a","why":"b"}}')).toMatch(/^HTTP\/1.1 400 /)
    expect(await post('/elsewhere', '{}')).toMatch(/^HTTP\/1.1 404 /)
    expect(await ask('GET /read HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 405 /)
    expect(await ask('\u0000\u0001\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
    expect((await fetch(`${arena.url}/health`)).status).toBe(200)
  })
})

describe('the command line', () => {
  test.each([
    [['bots'], 'a command is missing'],
    [['bots', 'disable', 'x'], '--why'],
    [['bots', 'list', '--limit', '0'], 'from 1 to 1000'],
    [['maintenance', 'announce', 'x', '--why', 'y'], 'either --until or --minutes'],
    [['maintenance', 'announce', 'x', '--why', 'y', '--until', '18:00'], 'with its zone'],
    [['nonsense'], 'unknown command'],
  ])('%j is refused with 2 and the reason', async (argv, text) => {
    const done = await run(...argv)
    expect([done.code, done.errors]).toEqual([2, expect.stringContaining(text)])
  })

  test('a name cannot write to the terminal what is not its own', async () => {
    const player = await arena.player()
    await arena.parts.db
      .updateTable('bots')
      .set({ name: 'Evil\u001b[2J\u202e' })
      .where('id', '=', player.record.id)
      .execute()
    const { output } = await run('bots', 'list', '--find', 'Evil')
    expect(output).toContain('Evil\\u{1b}[2J\\u{202e}')
    for (const character of ['\u001b', '\u202e']) expect(output).not.toContain(character)
  })
})
