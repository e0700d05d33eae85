/** One match from the registered URLs to the rated record, played by two bots that know nothing but the specification. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Bot, Match, MatchSummary } from '@arena/protocol'
import { shared } from '../begun-once.ts'
import { createTestArena } from './kit.ts'
import type { Player } from './kit.ts'
import { drawOf, eventsOf, gameEndOf, gameStartOf, lastPostOf, rawOf } from './slp-by-hand.ts'
import type { Event } from './slp-by-hand.ts'
import { pickText, STANDS, WALKS_OFF } from './spec-bot.ts'

const arena = shared(() => createTestArena())
let walker: Player
let stander: Player
/** By port. */
let players: readonly [Player, Player]
let match: Match
let file: Buffer
let events: Event[]

beforeAll(async () => {
  walker = await arena.player(WALKS_OFF)
  stander = await arena.player(STANDS)
  const seat = await walker.bot.seat()
  ;({ match } = await arena.ended(seat.matchId))
  players = seat.request.port === 0 ? [walker, stander] : [stander, walker]
  file = await arena.replay(match.id)
  events = eventsOf(rawOf(file))
})

const port = (player: Player): 0 | 1 => (player === players[0] ? 0 : 1)

describe('the record', () => {
  test('Match `status` `running` -> `completed`: placements and scores set, rating deltas computed, seed public', () => {
    expect(match).toMatchObject({
      mode: 'live',
      status: 'completed',
      seed: expect.stringMatching(/^[0-9a-f]{64}$/),
      replayBytes: file.length,
    })
    const lost = match.players[port(walker)]
    const won = match.players[port(stander)]
    expect(lost).toMatchObject({ botId: walker.record.id, botName: walker.record.name, placement: 2, score: 0 })
    expect(won).toMatchObject({ botId: stander.record.id, placement: 1, score: 4 })
    expect(match.players.map((player) => player.port)).toEqual([0, 1])
    expect(Date.parse(match.endedAt!)).toBeGreaterThanOrEqual(Date.parse(match.startedAt))
  })

  test('Winning and scoring 1: the last bot with a stock wins, on the frame the other’s last stock is lost', () => {
    expect(match.summary).toMatchObject({ endReason: 'stocks', winner: port(stander) })
    expect(lastPostOf(events, port(walker))).toMatchObject({ frame: match.summary!.frames - 1, stocks: 0 })
    const frames = events.filter(({ code, bytes }) => code === 0x38 && bytes[5] === port(walker) && bytes[6] === 0)
    expect(frames.at(-2)!.bytes[0x21]).toBe(1)
    expect(gameEndOf(events)).toMatchObject({ method: 2, lras: -1 })
    expect(gameEndOf(events).placements[port(stander)]).toBe(0)
    expect(gameEndOf(events).placements[port(walker)]).toBe(1)
  })

  test('Winning and scoring 4: the record carries stocks and percent per port, `score` is stocks remaining', () => {
    for (const at of [0, 1] as const) {
      const { stocks, percent } = lastPostOf(events, at)
      expect(match.summary!.players[at]).toMatchObject({ stocks, percent: Math.floor(percent) })
      expect(match.players[at].score).toBe(stocks)
    }
  })

  test('Game rules: Picks: both were played as picked, and stand on the record with the stage', () => {
    const start = gameStartOf(events)
    expect(start.players[port(walker)]).toMatchObject({ character: 2, costume: 4 })
    expect(start.players[port(stander)]).toMatchObject({ character: 20, costume: 1 })
    expect(match.players[port(walker)]).toMatchObject({ character: 2, costume: 4 })
    expect(match.players[port(stander)]).toMatchObject({ character: 20, costume: 1 })
    expect(match.summary!.stage).toBe(match.stage)
    expect(start.stage).toBe(match.stage)
  })

  test('Rating 5: per-match rating deltas appear on the match record once the match completes', async () => {
    // Two fresh bots: winner 27.635 / 8.066, loser 22.365 / 8.066.
    expect(match.players[port(stander)].ratingDelta).toBeCloseTo(27.635 - 3 * 8.066, 2)
    expect(match.players[port(walker)].ratingDelta).toBeCloseTo(22.365 - 3 * 8.066, 2)
    const row = await arena.leaderboardRow(stander)
    expect(row!.rating).toBeCloseTo(match.players[port(stander)].ratingDelta!, 1)
  })

  test('Rating 4: the leaderboard ranks every bot with at least one completed match', async () => {
    expect(await arena.leaderboardRow(stander)).toMatchObject({ rank: 1, gamesPlayed: 1, wins: 1, losses: 0, draws: 0 })
    expect(await arena.leaderboardRow(walker)).toMatchObject({ rank: 2, gamesPlayed: 1, wins: 0, losses: 1, draws: 0 })
    const idle = await arena.player()
    expect(await arena.leaderboardRow(idle)).toBeUndefined()
    await arena.remove(idle)
  })

  test('MatchSummary has the fields of Match but the seed', async () => {
    const [summary] = await arena.matchesOf(walker)
    const { seed: _seed, ...rest } = match
    expect(summary).toEqual(rest satisfies MatchSummary)
  })
})

describe('Binary messages', () => {
  test('1: concatenating every binary message is byte-identical to the raw event block of the stored replay, for both', () => {
    const raw = rawOf(file)
    expect(walker.bot.stream(match.id).equals(raw)).toBe(true)
    expect(stander.bot.stream(match.id).equals(raw)).toBe(true)
  })

  test('in order: all before the first frame, then exactly one frame’s events each in file order, then Game End', () => {
    const [seat] = stander.bot.seats
    const [first, ...rest] = seat!.messages
    const codes = (message: Buffer) => eventsOf(Buffer.concat([first!, message])).map(({ code }) => code)
    expect(eventsOf(first!).map(({ code }) => code)).toEqual(expect.arrayContaining([0x35, 0x36]))
    expect(eventsOf(first!).every(({ code }) => [0x35, 0x36, 0x3d, 0x10].includes(code))).toBe(true)
    const opening = eventsOf(first!).length
    for (const message of rest.slice(0, -1)) {
      const order = codes(message).slice(opening)
      expect(order.filter((code) => code < 0x3f)).toEqual(
        // As recordings of the game have them: items stand before the fighters after their frame.
        [0x3a, 0x37, 0x37, ...order.filter((code) => code === 0x3b), 0x38, 0x38, 0x3c].filter((code) =>
          order.includes(code),
        ),
      )
    }
    expect(codes(rest.at(-1)!).slice(opening)).toEqual([0x39])
  })

  test('2: the first frame is -123, and no frame is left out or sent twice', () => {
    const frames = events.filter(({ code }) => code === 0x3a).map(({ bytes }) => bytes.readInt32BE(1))
    expect(frames).toEqual(Array.from({ length: match.summary!.frames + 123 }, (_, i) => i - 123))
  })
})

describe('Per-match WebSocket', () => {
  test('1 and 2: one JSON text frame asks, one answers, and all that follows is binary and of the .slp stream', async () => {
    for (const [at, { bot }] of players.entries()) {
      const seat = await bot.seat()
      const opponent = players[at === 0 ? 1 : 0].record
      expect(seat.texts.map((text) => JSON.parse(text) as unknown)).toEqual([
        {
          id: 0,
          kind: 'pick',
          matchId: match.id,
          mode: 'live',
          port: at,
          opponent: { botId: opponent.id, name: opponent.name },
          deadlineMs: 10_000,
          inputDelayFrames: 2,
        },
      ])
      expect(seat.messages).toHaveLength(match.summary!.frames + 123 + 2)
    }
  })

  test('4: after Game End the service closes the socket; there is no end frame', async () => {
    for (const { bot } of players) {
      const seat = await bot.seat()
      expect(await seat.closed).toEqual([1000, 'match over'])
      expect(seat.texts).toHaveLength(1)
      expect(bot.seats).toHaveLength(1)
      expect(bot.strangers).toBe(0)
    }
  })

  test('3, and Pad timing rules 7 and 8: pads of 12 bytes, sent with the lead of 2, the first three behind the pick, all land', () => {
    // But for a few that the machine under the test may have been late with.
    for (const { missed } of match.summary!.players) expect(missed).toBeLessThan(5)
    // The stick of the walker is in the Pre-Frame Update of every frame from the first on.
    const sticks = events
      .filter(({ code, bytes }) => code === 0x37 && bytes[5] === port(walker) && bytes[6] === 0)
      .map(({ bytes }) => bytes.readInt8(0x3b))
    expect(sticks.filter((stick) => stick !== 127).length).toBeLessThan(5)
    expect(sticks[0]).toBe(127)
  })
})

describe('Game rules', () => {
  test('Format, Stocks, Time limit, Items, Damage ratio, Engine settings: Game Start says so', () => {
    const start = gameStartOf(events)
    expect(start).toMatchObject({
      isTeams: false,
      timerSeconds: 480,
      itemSpawn: -1,
      isPal: false,
      isStadiumFrozen: true,
    })
    expect(start.damageRatio).toBe(1)
    expect(start.players.map(({ type }) => type)).toEqual([0, 0, 3, 3])
    for (const at of [0, 1]) expect(start.players[at]).toMatchObject({ stocks: 4, ucf: [1, 1] })
  })

  test('Legal stages and Ports: drawn from the seed, which anyone can verify once it is public', () => {
    const draw = (label: string) => drawOf(match.seed!, label)
    expect(match.stage).toBe([31, 32, 28, 8, 2, 3][draw('stage') % 6])
    const ids = [walker.record.id, stander.record.id].toSorted()
    expect(match.players.map(({ botId }) => botId)).toEqual(draw('ports') % 2 === 0 ? ids : ids.toReversed())
    expect(gameStartOf(events).randomSeed).toBe(draw('frame/-123'))
    for (const { code, bytes } of events) {
      if (code === 0x3a) expect(bytes.readUInt32BE(5)).toBe(draw(`frame/${bytes.readInt32BE(1)}`))
    }
  })

  test('Information: both bots receive the same stream, every event of the replay; the seed of the match is not in it', () => {
    const [one, other] = players.map(({ bot }) => bot.stream(match.id))
    expect(one!.equals(other!)).toBe(true)
    expect(eventsOf(one!)).toHaveLength(events.length)
    expect(one!.includes(Buffer.from(match.seed!, 'hex'))).toBe(false)
  })
})

describe('Seed and replay', () => {
  test('@slippi/slippi-js reads settings, frames, stocks, winner and metadata from it', async () => {
    const { SlippiGame } = await import('@slippi/slippi-js/node')
    const game = new SlippiGame(file)
    expect(game.getSettings()).toMatchObject({
      slpVersion: '3.18.0',
      stageId: match.stage,
      isTeams: false,
      isPAL: false,
    })
    expect(game.getSettings()!.players.map((player) => player.displayName)).toEqual(
      match.players.map(({ botName }) => botName),
    )
    const last = match.summary!.frames - 1
    expect(game.getLatestFrame()!.frame).toBe(last)
    expect(Object.keys(game.getFrames())).toHaveLength(last + 124)
    for (const at of [0, 1] as const) {
      expect(game.getLatestFrame()!.players[at]!.post.stocksRemaining).toBe(match.summary!.players[at].stocks)
    }
    expect(game.getGameEnd()).toMatchObject({ gameEndMethod: 2 })
    expect(game.getWinners()).toEqual([expect.objectContaining({ playerIndex: match.summary!.winner })])
    expect(game.getMetadata()).toMatchObject({ lastFrame: last })
    expect(Math.abs(Date.parse(game.getMetadata()!.startAt!) - Date.parse(match.startedAt))).toBeLessThan(60_000)
    expect(game.getStats()!.playableFrameCount).toBeGreaterThan(0)
  })

  test('it also reads what a spectator has: all of it with a length of 0, and its first half', async () => {
    const { SlippiGame } = await import('@slippi/slippi-js/node')
    const watched = Buffer.concat([file.subarray(0, 11), Buffer.alloc(4), file.subarray(15)])
    const last = match.summary!.frames - 1
    const whole = new SlippiGame(watched)
    expect(Object.keys(whole.getFrames())).toHaveLength(last + 124)
    expect(whole.getGameEnd()).toMatchObject({ gameEndMethod: 2 })
    const half = new SlippiGame(watched.subarray(0, watched.length >> 1))
    expect(half.getSettings()).toMatchObject({ stageId: match.stage })
    expect(half.getLatestFrame()!.frame).toBeGreaterThan(0)
    expect(half.getGameEnd() ?? null).toBeNull()
  })
})

describe('a second match', () => {
  test('Game rules: Characters: ids from 0 to 25, costumes from 0 to 5; Rating 3: its pair has its own rating', async () => {
    const one = await arena.player({ ...WALKS_OFF, pick: () => pickText(0, 5) })
    const two = await arena.player({ ...STANDS, pick: () => pickText(25, 0) })
    const { match: second } = await arena.ended((await one.bot.seat()).matchId)
    const lost = second.players.find(({ botId }) => botId === one.record.id)!
    const won = second.players.find(({ botId }) => botId === two.record.id)!
    expect(lost).toMatchObject({ character: 0, costume: 5, placement: 2 })
    expect(won).toMatchObject({ character: 25, costume: 0, placement: 1 })
    expect(won.ratingDelta).toBeGreaterThan(0)
    expect(second.id).not.toBe(match.id)
    expect(second.seed).not.toBe(match.seed)
    const raw = rawOf(await arena.replay(second.id))
    expect(gameStartOf(eventsOf(raw)).players[lost.port]).toMatchObject({ character: 0, costume: 5 })
    expect(gameStartOf(eventsOf(raw)).players[won.port]).toMatchObject({ character: 25, costume: 0 })
    expect(two.bot.stream(second.id).equals(raw)).toBe(true)
  })
})

describe('Requests from the service to a bot', () => {
  test('deploy check and match are signed with the platform key regardless of the key kind in use', async () => {
    const { keys, accounts } = arena.parts
    const { id: userId } = await accounts.findOrCreate('signer@example.org')
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')
    const key = await keys.create(userId, { kind: 'signature', name: 'ci', publicKey: raw, scopes: ['bots.write'] })
    if (key === 'key-limit-reached') throw new Error(key)

    const bot = await arena.listen(WALKS_OFF)
    const body = JSON.stringify({ name: 'Signed', mode: 'live', url: bot.url })
    const timestamp = String(Date.now())
    const answer = await fetch(`${arena.url}/bots`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-arena-key': key.id,
        'x-arena-timestamp': timestamp,
        'x-arena-signature': sign(null, Buffer.from(`${timestamp}.POST./bots.${body}`), privateKey).toString('base64'),
      },
      body,
    })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      ownerId: userId,
      name: 'Signed',
      status: 'active',
    } satisfies Partial<Bot>)
    await arena.player(STANDS)
    const { match: played } = await arena.ended((await bot.seat()).matchId)
    // How it ends depends on the seed; a forfeit would say that the bot let the arena not in.
    expect(played).toMatchObject({ status: 'completed' })
    expect(played.summary!.endReason).not.toBe('forfeit')
    expect(bot.strangers).toBe(0)
  })
})
