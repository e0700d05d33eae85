/** How matches end when bots stay away, fall silent or break the rules, as the records of a whole arena tell it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestArena, stillEngine } from './kit.ts'
import type { Player, TestArena } from './kit.ts'
import { drawOf, rawOf } from './slp-by-hand.ts'
import { padBytes, pickText } from './spec-bot.ts'
import type { BotOptions, SpecBot } from './spec-bot.ts'

/** The last frame of each game that is played to its end: the rules about silence need 300 frames and the count-down. */
const LAST_FRAME = 200

let arena: TestArena

beforeAll(async () => {
  arena = await createTestArena({
    env: { ARENA_ENGINE: stillEngine(`ends=${LAST_FRAME}`, 'rests=99'), ARENA_PICK_MS: '2000' },
    pace: { timing: { dialMs: 1500, redialMinMs: 5 } },
  })
})
afterAll(() => arena[Symbol.asyncDispose]())

/** Plays the two against each other once, for they rest for an hour afterwards; what became of it, with the players in the order given. */
async function meet(one: BotOptions, other: BotOptions) {
  const { players: pair, matchId } = await arena.pair(one, other)
  const { match, cause } = await arena.ended(matchId)
  const [first, second] = pair.map(({ record }) => match.players.findIndex(({ botId }) => botId === record.id))
  return { match, cause, pair, first: first as 0 | 1, second: second as 0 | 1 }
}

const drawn = (seed: string, port: 0 | 1) => drawOf(seed, `character/${port}`) % 26

/** Pads that the machine under the test, not the bot, was late with. */
const FEW = 5

/** Longer than all attacks take for a whole game, and shorter than anyone is waited for on the fast clock. */
const PONDERS_MS = 500

const SILENT: BotOptions = { pick: () => null, pad: null }
const AWAY: BotOptions = { refuses: () => true }

// Alone: the two are free again at once.
test('Match `status` `running` -> `aborted`: neither bot connects; no placements, no rating change', async () => {
  const { match, cause, pair } = await meet(AWAY, AWAY)
  expect(cause).toBe('nobody-connected')
  expect(match).toMatchObject({ status: 'aborted', stage: null, summary: null, replayBytes: null })
  for (const player of match.players) expect(player).toMatchObject({ placement: null, score: null, ratingDelta: null })
  for (const player of pair) expect(await arena.leaderboardRow(player)).toBeUndefined()
  // They do not rest after it, and would meet whoever comes next.
  for (const player of pair) await arena.remove(player)
})

describe.concurrent('Forfeit', () => {
  test('Winning and scoring 3: a bot none of whose pads land for 300 consecutive polls loses by forfeit, 0 against 4', async () => {
    const { match, cause, first, second, pair } = await meet({ pad: (frame) => (frame < -103 ? {} : null) }, {})
    expect(cause).toBe('forfeit')
    expect(match).toMatchObject({ status: 'completed', summary: { endReason: 'forfeit', winner: second } })
    expect(match.players[first]).toMatchObject({ placement: 2, score: 0 })
    expect(match.players[second]).toMatchObject({ placement: 1, score: 4 })
    // 20 frames with a pad, then 300 without: the game is stopped on the last of them.
    expect(match.summary!.players[first].missed).toBe(300)
    expect(match.summary!.frames).toBe(197)
    expect(pair[1].bot.stream(match.id).equals(rawOf(await arena.replay(match.id)))).toBe(true)
  })

  test('Rating 3: forfeits rate like any other loss', async () => {
    const { match, first, second, pair } = await meet({ pad: null }, {})
    expect(match.players[second].ratingDelta).toBeCloseTo(27.635 - 3 * 8.066, 2)
    expect(match.players[first].ratingDelta).toBeCloseTo(22.365 - 3 * 8.066, 2)
    expect(await arena.leaderboardRow(pair[0])).toMatchObject({ gamesPlayed: 1, losses: 1 })
  })

  test('both bots missing 300 polls together is a draw: placements 1 and 1, rated as a tie', async () => {
    const { match, cause, pair } = await meet({ pad: null }, { pad: null })
    expect(cause).toBe('double-forfeit')
    expect(match).toMatchObject({ status: 'completed', summary: { endReason: 'forfeit', winner: null, frames: 177 } })
    for (const player of match.players) expect(player).toMatchObject({ placement: 1, score: 0 })
    expect(match.players[0].ratingDelta).toBeCloseTo(match.players[1].ratingDelta!, 9)
    for (const player of pair)
      expect(await arena.leaderboardRow(player)).toMatchObject({ draws: 1, wins: 0, losses: 0 })
  })

  test('a bot that never connects forfeits before the game is run: rated, no replay, stage and picks stay null', async () => {
    const { match, cause, first, second, pair } = await meet(AWAY, { pick: () => pickText(14, 2) })
    expect(cause).toBe('absent')
    expect(match).toMatchObject({
      status: 'completed',
      stage: null,
      replayBytes: null,
      summary: { endReason: 'forfeit', winner: second, frames: 0 },
    })
    expect(match.players[first]).toMatchObject({ placement: 2, score: 0, character: null })
    expect(match.players[second]).toMatchObject({ placement: 1, score: 4, character: null })
    expect(match.summary!.players[second]).toMatchObject({ character: 14, costume: 2, stocks: 4 })
    expect(match.players[second].ratingDelta).toBeGreaterThan(0)
    expect((await fetch(`${arena.url}/matches/${match.id}/replay.slp`)).status).toBe(404)
    expect(pair[1].bot.seats[0]!.messages).toEqual([])
  })
})

describe.concurrent('Winning and scoring', () => {
  test('2: time: equal stocks and equal percent is a draw, rated as a tie', async () => {
    const { match, cause } = await meet({}, {})
    expect(cause).toBe('time')
    expect(match).toMatchObject({
      status: 'completed',
      summary: { endReason: 'time', winner: null, frames: LAST_FRAME + 1 },
    })
    for (const player of match.players) expect(player).toMatchObject({ placement: 1, score: 4 })
  })
})

describe.concurrent('Missed-game rule', () => {
  const missesOf = async ({ record }: Player) => {
    const { db } = arena.parts
    const row = db.selectFrom('bots').select('misses').where('id', '=', record.id)
    return (await row.executeTakeFirstOrThrow()).misses
  }

  test('1: never accepting the socket, or accepting it and sending nothing, is a miss; sending anything is not', async () => {
    const away = await meet(AWAY, {})
    expect(await missesOf(away.pair[0])).toBe(1)
    expect(await missesOf(away.pair[1])).toBe(0)
    const silent = await meet(SILENT, {})
    expect(silent.cause).toBe('forfeit')
    expect(await missesOf(silent.pair[0])).toBe(1)
    const babbler = await meet({ ...SILENT, opened: ({ socket }) => socket.send('hello') }, {})
    expect(babbler.cause).toBe('forfeit')
    expect(await missesOf(babbler.pair[0])).toBe(0)
  })
})

describe.concurrent('a bot that breaks the rules', () => {
  /** Two others, who play meanwhile and take their time. */
  let beside: Awaited<ReturnType<TestArena['pair']>>
  let isTimeUp = false
  const ponders: BotOptions = { thinks: () => sleep(isTimeUp ? 0 : PONDERS_MS) }

  beforeAll(async () => {
    beside = await arena.pair(ponders, ponders)
    await (await beside.players[0].bot.seat()).received(1)
  })
  afterAll(async () => {
    isTimeUp = true
    const { match, cause } = await arena.ended(beside.matchId)
    expect({ match, cause }).toMatchObject({ cause: 'time', match: { status: 'completed' } })
    for (const { missed } of match.summary!.players) expect(missed).toBeLessThan(FEW)
    const raw = rawOf(await arena.replay(match.id))
    for (const { bot } of beside.players) expect(bot.stream(match.id).equals(raw)).toBe(true)
  })

  /** It meets a decent bot, which sees its game through, as do two others. */
  async function attack(options: BotOptions, endpoint?: (bot: SpecBot) => string) {
    const { players, matchId } = await arena.pair(options, {}, async ({ record, bot }) => {
      // A registered URL has passed the deploy check; where it leads to may change afterwards.
      if (endpoint !== undefined) {
        await arena.parts.bots.update(record.ownerId, record.id, { url: endpoint(bot) })
      }
    })
    const [hostile, victim] = players
    const { match, cause } = await arena.ended(matchId)
    expect(await arena.live(beside.matchId), 'the others play on').toBeDefined()
    const mine = match.players.findIndex(({ botId }) => botId === hostile.record.id) as 0 | 1
    const theirs = mine === 0 ? 1 : 0
    if (match.stage !== null) {
      expect(victim.bot.stream(match.id).equals(rawOf(await arena.replay(match.id)))).toBe(true)
      expect(match.summary!.players[theirs].missed).toBeLessThan(FEW)
    }
    expect(await arena.get('/health')).toEqual({ status: 'ok' })
    return { match, cause, mine, theirs, hostile }
  }

  test.each<[string, string]>([
    ['no JSON', 'GARBAGE'],
    ['a character that is not one', pickText(26)],
    ['a costume that is not one', pickText(2, 6)],
    ['JSON that is nested 4,000 deep', '['.repeat(4000)],
  ])('a pick that is %s: a random character with costume 0, and the game is played', async (_what, text) => {
    const { match, cause, mine } = await attack({ pick: () => text })
    expect(cause).toBe('time')
    expect(match.players[mine].costume).toBe(0)
    expect(match.players[mine].character).toBe(drawn(match.seed!, mine))
  })

  test('a pick that comes too late: a random character with costume 0, and the game is played', async () => {
    const { match, mine } = await attack({ pick: () => null, opened: ({ socket }) => socket.send(padBytes(-123)) })
    expect(match.players[mine]).toMatchObject({ costume: 0, character: drawn(match.seed!, mine) })
    expect(match.status).toBe('completed')
  })

  test('messages of 1 MB close its socket each time; it loses, and the record says by forfeit', async () => {
    const { match, cause, theirs, hostile } = await attack({
      opened: ({ socket }) => socket.send(Buffer.alloc(2 ** 20)),
    })
    expect(cause).toBe('forfeit')
    expect(match.summary).toMatchObject({ endReason: 'forfeit', winner: theirs })
    expect(await hostile.bot.seats[0]!.closed).toBe(1009)
  })

  const vanish = (seat: { socket: { terminate(): void } }) => seat.socket.terminate()
  test.each<[string, BotOptions]>([
    ['as soon as its socket is open', { opened: vanish }],
    [
      'when it is asked to pick',
      { pick: (_request, seat) => (vanish(seat), null), opened: (seat, index) => index > 0 && vanish(seat) },
    ],
    ['at Game Start', { received: (seat, message) => message[0] === 0x35 && vanish(seat) }],
  ])('vanishing %s, every time it is called: it loses by forfeit', async (_when, options) => {
    const { match, cause, theirs, hostile } = await attack(options)
    expect(cause).toBe('forfeit')
    expect(match.summary).toMatchObject({ endReason: 'forfeit', winner: theirs })
    // Redialled for as long as the game ran.
    expect(hostile.bot.seats.length).toBeGreaterThan(1)
  })

  test('Binary messages 3: vanishing in mid-game, it is called again, and the match is played to its end', async () => {
    let vanished = false
    const { match, cause, hostile } = await attack({
      received: (seat, message) => {
        if (vanished || message[0] !== 0x3a || message.readInt32BE(1) < 100) return
        vanished = true
        vanish(seat)
      },
    })
    expect(cause).toBe('time')
    expect(match.status).toBe('completed')
    // The first message again, then the current frame.
    const [first, second] = hostile.bot.seats
    expect(second!.messages[0]!.equals(first!.messages[0]!)).toBe(true)
    expect(second!.texts).toEqual([])
  })

  test('a server that takes the connection and never says a word has never connected', async () => {
    const held: Socket[] = []
    const hole = createServer((socket) => held.push(socket.on('error', () => {})))
    hole.listen(0, '127.0.0.1')
    await once(hole, 'listening')
    const url = `http://127.0.0.1:${(hole.address() as AddressInfo).port}`
    const { match, cause, theirs } = await attack({}, () => url)
    expect(cause).toBe('absent')
    expect(match.summary).toMatchObject({ endReason: 'forfeit', winner: theirs, frames: 0 })
    for (const socket of held) socket.destroy()
    hole.close()
  })
})
