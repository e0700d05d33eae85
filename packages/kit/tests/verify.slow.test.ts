/** `arena-kit verify`, `inspect` and `what-if`: at a match that a whole arena has played, and at servers that are none. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Match } from '@arena/protocol'
import { MOST_REPLAY_BYTES, readReplay } from '@arena/slp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runKit } from '../src/program.ts'
import { Terminal } from '../src/terminal.ts'
import { KIT } from '../../../scripts/tests/programs.ts'
import { listen } from '../../host/tests/loopback.ts'
import { createTestArena, type TestArena } from '../../server/tests/arena/kit.ts'
import { CURRENT_LOG, enter } from '../../server/src/public-log/entries.ts'
import { STANDS, WALKS_OFF } from '../../server/tests/arena/spec-bot.ts'

let arena: TestArena
let match: Match
let folder: string
let file: string
let recordFile: string

beforeAll(async () => {
  arena = await createTestArena()
  folder = await mkdtemp(join(tmpdir(), 'arena-kit-verify-'))
  const { matchId } = await arena.pair(WALKS_OFF, STANDS)
  ;({ match } = await arena.ended(matchId))
  file = join(folder, 'match.slp')
  recordFile = join(folder, 'match.json')
  await writeFile(file, await arena.replay(match.id))
  await writeFile(recordFile, JSON.stringify(match))
})
afterAll(async () => {
  await arena[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** Standard output, where errors are printed too. */
async function kit(...args: string[]): Promise<{ code: number; text: string }> {
  let text = ''
  const out = { write: (part: string) => (text += part) }
  const code = await runKit(args, new Terminal(new AbortController().signal, out, { write: () => {} }))
  return { code, text }
}

/** What went wrong, as data. */
async function errorOf(...args: string[]): Promise<{ code: number; error: string }> {
  const { code, text } = await kit(...args, '--json')
  return { code, error: (JSON.parse(text) as { error: string }).error }
}

test('arena-kit what-if takes a match by the address of its page, with its seed, its names and the leads of its bots', async () => {
  const saved = join(folder, 'what-if.json')
  const bots = ['--bot', 'still', '--against', 'still', '--games', '1', '--save', saved]
  const args = [KIT, 'what-if', `${arena.url}/watch/${match.id}`, '--frame', '-100', '--json', ...bots]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const port = match.summary!.winner === 0 ? 1 : 0
  expect(JSON.parse(stdout.trimEnd().split('\n').at(-1)!)).toMatchObject({
    what: match.id,
    port,
    kept: 1,
    happened: { loser: 'own' },
  })
  const text = await readFile(saved, 'utf8')
  const leads = match.summary!.players.map(({ lead }) => ({ lead }))
  expect(JSON.parse(text)).toMatchObject({ matchId: match.id, seed: match.seed, seeds: null, players: leads })
  // With the seed there is no random state of each frame.
  expect(text.length).toBeLessThan(3_000)
})

describe('arena-kit verify', () => {
  test('a match of an arena is equal, by its id or by any of its addresses', async () => {
    const frames = match.summary!.frames + 123
    const verdict =
      `${match.id}: equal. Played again, every byte of ${frames} frames came out; ` +
      'seed, ports, stage, picks, names and result are right.\n' +
      '  signature  The key of localhost:0/log/1 has signed the result note.\n'
    expect(await kit('verify', match.id, '--arena', `${arena.url}/`)).toEqual({
      code: 0,
      text: expect.stringContaining(verdict),
    })
    for (const path of [`/watch/${match.id}`, `/matches/${match.id}`, `/matches/${match.id}/replay.slp`]) {
      expect(await kit('verify', arena.url + path), path).toEqual({ code: 0, text: expect.stringContaining(verdict) })
    }
  })

  test('a day of an arena holds against its log, as soon as that is published', async () => {
    const day = match.startedAt.slice(0, 10)
    const verify = async () => (await kit('verify', '--day', day, '--arena', arena.url)).text
    await expect
      .poll(verify, { timeout: 20_000, interval: 500 })
      .toBe(
        `${day}: unchecked. 1 result in the log; 1 of 1 played again with equal bytes. ` +
          'The day’s secret is not yet public: seeds were not checked.\n',
      )
    expect((await kit('verify', match.id, '--arena', arena.url)).text).toMatch(
      /^ {2}log +It is entry \d+ of localhost:0\/log\/1, /m,
    )
  })

  test('once its day is over, a match is equal by log and day file alone', async () => {
    const day = match.startedAt.slice(0, 10)
    const { db, archiveDays } = arena.parts
    await db.transaction().execute(async (trx) => {
      const over = trx.updateTable('days').set({ revealed_at: new Date() }).where('day', '=', day).returning('secret')
      const { secret } = await over.executeTakeFirstOrThrow()
      await enter(trx, { kind: 'secret', log: CURRENT_LOG, day, secret })
    })
    await archiveDays.round()
    const verify = async () => (await kit('verify', '--day', day, '--arena', arena.url)).text
    await expect
      .poll(verify, { timeout: 20_000, interval: 500 })
      .toBe(
        `${day}: equal. 1 result in the log; 1 of 1 played again with equal bytes. Seeds are those of the day’s secret.\n`,
      )
    const { text } = await kit('verify', match.id, '--arena', arena.url)
    expect(text).toContain('  seed       It is that of match 1 of ')
    expect(text).toContain('  game       The pads in the day file have the SHA-256s that were signed')
  })

  test('--details shows each check with both values; --json the same for a program', async () => {
    const { text } = await kit('verify', `${arena.url}/watch/${match.id}`, '--details')
    for (const name of ['file', 'seed', 'ports', 'stage', 'picks', 'names', 'bytes', 'result']) {
      expect(text).toMatch(new RegExp(`^  ${name} +equal  `, 'm'))
    }
    const { text: json } = await kit('verify', `${arena.url}/watch/${match.id}`, '--json')
    expect(JSON.parse(json)).toMatchObject({ what: match.id, verdict: 'equal', differs: null, checks: { length: 8 } })
  })

  test('a file is compared with its record, or with the seed alone', async () => {
    expect((await kit('verify', file, '--record', recordFile)).code).toBe(0)
    const { code, text } = await kit('verify', file, '--seed', match.seed!)
    expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining(': equal. Played again, every byte of') })
    const alone = await kit('verify', file)
    expect(alone.code).toBe(3)
    expect(alone.text).toMatch(
      /unchecked\. Played again, every byte of \d+ frames came out\. The draws cannot be checked without the seed of the match\.\n$/,
    )
    const other = await kit('verify', file, '--seed', 'a'.repeat(64))
    expect(other).toMatchObject({
      code: 1,
      text: expect.stringContaining('differs. This is another seed than the game’s'),
    })
  })

  test('what nobody can verify yet, or any more, is said', async () => {
    const running = { ...match, status: 'running', summary: null, replayBytes: null, seed: null, endedAt: null }
    const deleted = { ...match, replayBytes: null }
    const withheld = { ...match, replayBytes: null, stage: null }
    const winner = match.summary!.winner!
    const absent = {
      ...withheld,
      summary: {
        ...match.summary!,
        players: match.summary!.players.map((player, port) => ({
          ...player,
          stocks: port === winner ? 4 : 0,
          percent: 0,
        })),
        frames: 0,
        endReason: 'forfeit',
      },
      players: match.players.map((player) => ({ ...player, score: player.port === winner ? 4 : 0 })),
    }
    const answers: Record<string, object> = { running, deleted, withheld, absent }
    for (const [name, code, said] of [
      ['running', 3, 'The match still runs; its seed is public once it ends.'],
      [
        'deleted',
        3,
        'The arena no longer keeps the replay; only the draws were checked, and the record against itself.',
      ],
      [
        'withheld',
        1,
        'differs. The record has no stage, as where a bot never connected, and yet a game: stocks, port ',
      ],
      ['absent', 0, 'equal. By the record no game was played; ports, stage and result are right.'],
    ] as const) {
      const server = http.createServer(({ url }, response) => {
        if (url === `/matches/${match.id}`) response.end(JSON.stringify(answers[name]))
        else response.writeHead(404).end()
      })
      const port = await listen(server)
      const result = await kit('verify', match.id, '--arena', `http://127.0.0.1:${port}`)
      expect(result, name).toEqual({ code, text: expect.stringContaining(said) })
    }
  })

  test.each<[string, http.RequestListener, string | RegExp]>([
    ['answers with a page', (_request, response) => response.end('<html>'), 'is not the record of a match ('],
    [
      'answers with another match',
      (_request, response) => response.end(JSON.stringify({ ...match, id: `match_${'0'.repeat(26)}` })),
      'answers with the record of another match',
    ],
    [
      'sends without an end',
      (request, response) => {
        if (!request.url!.endsWith('.slp')) return response.end(JSON.stringify(match))
        const chunk = Buffer.alloc(1 << 20)
        const send = (): void => {
          while (!response.destroyed && response.write(chunk));
        }
        send()
        return response.on('drain', send)
      },
      `answers with more than ${MOST_REPLAY_BYTES} bytes.`,
    ],
    [
      'is busy',
      (_request, response) =>
        response.writeHead(429, { 'retry-after': '7' }).end('{"detail": "Too many\\u0007 requests."}'),
      'answered 429: Too many  requests. It answers again in 7 seconds.',
    ],
    [
      'breaks off',
      (_request, response) => response.destroy(),
      /could not be read: (?:other side closed|socket hang up|.*ECONNRESET)/,
    ],
  ])('an arena that %s is not believed', async (_what, answer, why) => {
    const port = await listen(http.createServer(answer))
    const { code, error } = await errorOf('verify', match.id, '--arena', `http://127.0.0.1:${port}`)
    expect(code).toBe(1)
    expect(error).toMatch(why)
  })

  test('a match that is not there, and an arena that is not', async () => {
    const missing = `match_${'0'.repeat(26)}`
    expect((await errorOf('verify', missing, '--arena', arena.url)).error).toContain(
      'answered 404: There is no such match.',
    )
    const server = http.createServer()
    const port = await listen(server)
    server.close()
    expect((await errorOf('verify', missing, '--arena', `http://127.0.0.1:${port}`)).error).toContain('ECONNREFUSED')
  })

  test('a wrong command line is refused', async () => {
    for (const [args, why] of [
      [[match.id], 'Name the arena with --arena, or in the environment variable ARENA_URL.'],
      [['nobody.slp'], 'It is neither a file, nor the id of a match, nor the address of one.'],
      [['https://arena.example.org/ranking'], 'It is not the address of a match'],
      [[match.id, '--arena', 'arena.example.org'], 'It has to be the address of an arena'],
      [[match.id, '--arena', arena.url, '--seed', 'a'.repeat(64)], '--seed is for files'],
      [[file, '--arena', arena.url], '--arena is for matches'],
    ] as const) {
      expect(await errorOf('verify', ...args)).toEqual({ code: 2, error: expect.stringContaining(why) })
    }
  })
})

describe('arena-kit inspect', () => {
  test('says who played, by which settings, how stocks were lost, and draws the percents', async () => {
    const { code, text } = await kit('inspect', file)
    expect(code).toBe(0)
    expect(text).toMatch(/match\.slp: [A-Z].*, 0:\d\d of play, to frame \d+\n/)
    expect(text).toMatch(/ {2}port \d {2}Bot \d {2}Fox, costume 4 +0 {7}0% {7}0% {12}second\n/)
    expect(text).toContain('  ended by stocks\n')
    expect(text).toContain('rules: 4 stocks, 8 min, no items, damage ratio 1, UCF, frozen Stadium, NTSC\n')
    expect(text.match(/ frame -?\d+ +Bot \d self-destructs at 0 %\.\n/g)).toHaveLength(4)
    expect(text).toMatch(/\n {2}stocks {2}4 +3 +2 +1 +0\n/)
    for (const line of text.split('\n').slice(1)) expect(line.length, line).toBeLessThanOrEqual(80)
  })

  test('lists events by frame, and as data with every field', async () => {
    const { text } = await kit('inspect', file, '--events', '--from', '0', '--to', '1')
    // The stage is drawn, and some have items or platforms that move.
    const isOfStage = /itemUpdate|Platform|Whispy|Stadium/i
    const lines = text.split('\n').filter((line) => !isOfStage.test(line.slice(0, 40)))
    expect(lines.map((line) => line.slice(0, 17).trimEnd())).toEqual([
      ...['     0  frameStart', '     0  preFrame', '     0  preFrame', '     0  postFrame', '     0  postFrame'].map(
        (line) => line.slice(0, 17),
      ),
      '     0  frameBook',
      ...['     1  frameStart', '     1  preFrame', '     1  preFrame', '     1  postFrame', '     1  postFrame'].map(
        (line) => line.slice(0, 17),
      ),
      '     1  frameBook',
      '',
    ])
    const { text: json } = await kit('inspect', file, '--events', '--from', '5', '--to', '5', '--json')
    const events = json
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const ofPlayers = events.filter(({ event }) => !isOfStage.test(String(event)))
    expect(ofPlayers.map(({ event }) => event)).toEqual([
      'frameStart',
      'preFrame',
      'preFrame',
      'postFrame',
      'postFrame',
      'frameBookend',
    ])
    expect(ofPlayers[3]).toMatchObject({ frame: 5, playerIndex: 0, stocksRemaining: 4, percent: 0 })
    const { text: all } = await kit('inspect', file, '--json')
    const [game, ...moments] = all
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(game).toMatchObject({ isComplete: true, gameStart: { stageId: match.stage }, gameEnd: { gameEndMethod: 2 } })
    expect(moments.length).toBeGreaterThanOrEqual(4)
  })

  test('ends without a word where its reader has left, as head does', async () => {
    const child = spawn(process.execPath, [KIT, 'inspect', file, '--events'], { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.stdout.once('data', () => child.stdout.destroy())
    await once(child, 'close')
    expect(said).toBe('')
  })

  test('takes any placement that a file holds', async () => {
    const bytes = await readFile(file)
    const { gameEnd } = readReplay(bytes)
    const pattern = Buffer.from(gameEnd!.placements.map((place) => place & 255))
    bytes[bytes.lastIndexOf(pattern)] = 4
    await writeFile(join(folder, 'fifth.slp'), bytes)
    expect((await kit('inspect', join(folder, 'fifth.slp'))).text).toMatch(/ {2}port 0 .* 5th\n/)
  })

  test('says what is wrong with frames that are not there', async () => {
    expect(await errorOf('inspect', file, '--from', '3')).toEqual({ code: 2, error: '--from is for --events.' })
    expect(await errorOf('inspect', file, '--events', '--from', '90000')).toEqual({
      code: 1,
      error: 'The replay has no events on these frames.',
    })
  })
})
