/** Matches on the live clock: what the public and spectators see of them, and what aborts them. */
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { readReplay } from '@arena/slp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LiveMatch } from '@arena/protocol'
import { shared } from '../begun-once.ts'
import { createTestArena, stillEngine } from './kit.ts'
import type { TestArena } from './kit.ts'
import { canSeeProcesses, childrenOf } from '../../../host/tests/processes.ts'
import { eventsOf, gameEndOf, rawOf } from './slp-by-hand.ts'
import { pickText, STANDS, WALKS_OFF } from './spec-bot.ts'
import type { BotOptions } from './spec-bot.ts'

/** Four seconds of play. */
const LAST_FRAME = 120
const PLAYED = LAST_FRAME + 124
/** The head of a file, before its events. */
const RAW_OFFSET = 15

type Pair = Awaited<ReturnType<TestArena['pair']>>

const arena = shared(() =>
  createTestArena({
    // Two pairs have to be seated while the first plays.
    env: { ARENA_ENGINE: stillEngine(`ends=${LAST_FRAME}`), ARENA_HOSTS: '2', ARENA_TICK_MS: '100' },
    pace: { clock: 'live' },
  }),
)
/** With the arena's own engine. Before anything has to be in time: to open a database keeps this process busy. */
const playing = shared(() => createTestArena({ pace: { clock: 'live' } }))

/** What a spectator has received, as it comes in. */
class View {
  status = 0
  bytes = Buffer.alloc(0)
  /** How the response ended. */
  readonly over: Promise<'whole' | 'cut'>
  #wake: (() => void)[] = []

  constructor(matchId: string, url = arena.url) {
    this.over = new Promise((resolve) => {
      const sent = request(`${url}/live/${matchId}.slp`, { agent: false }, (response: IncomingMessage) => {
        this.status = response.statusCode!
        response.on('error', () => {})
        response.on('data', (bytes: Buffer) => {
          this.bytes = Buffer.concat([this.bytes, bytes])
          for (const wake of this.#wake.splice(0)) wake()
        })
        response.once('close', () => resolve(response.complete ? 'whole' : 'cut'))
      })
      sent.on('error', () => resolve('cut'))
      sent.end()
    })
  }

  async received(length: number): Promise<void> {
    while (this.bytes.length < length) await new Promise<void>((resolve) => this.#wake.push(resolve))
  }

  /** The replay as it is stored, but for its length: the stream began before that was known. */
  expectToBe(replay: Buffer): void {
    expect(this.bytes.subarray(0, RAW_OFFSET)).toEqual(Buffer.from('{U\x03raw[$U#l\0\0\0\0', 'latin1'))
    expect(this.bytes.subarray(RAW_OFFSET).equals(replay.subarray(RAW_OFFSET))).toBe(true)
  }
}

test('an arena that plays is ready in each of its parts, and reports the age of its last tick', async () => {
  const checks = ['database', 'hosts', 'engine', 'replays', 'machine', 'matchmaking']
  expect(await arena.get('/ready')).toEqual({ status: 'ready', checks })
  const metrics = await (await fetch(`${arena.url}/metrics`)).text()
  expect(Number(/^arena_matchmaking_tick_age_seconds (\S+)$/m.exec(metrics)?.[1])).toBeGreaterThanOrEqual(0)
})

describe.concurrent('Game rules', () => {
  test('Picks: blind: no record, no list, no stream and no line of the log shows a pick before Game Start, nor does the other bot', async () => {
    const { players } = await arena.pair({ pick: () => pickText(20, 3) }, { pick: () => null })
    const [quick, slow] = players
    const [quickSeat, slowSeat] = [await quick.bot.seat(), await slow.bot.seat()]
    const matchId = quickSeat.matchId
    const view = new View(matchId)
    await slowSeat.asked()
    // The answers of the quick bot have been read once its ping is answered.
    quickSeat.socket.ping()
    await new Promise((resolve) => quickSeat.socket.once('pong', resolve))

    const nothing = { character: null, costume: null }
    expect(await arena.match(matchId)).toMatchObject({
      status: 'running',
      stage: null,
      seed: null,
      summary: null,
      players: [nothing, nothing],
    })
    expect(await arena.live(matchId)).toMatchObject({
      stage: null,
      frame: -123,
      players: [
        { ...nothing, stocks: 4, percent: 0, x: 0, y: 0 },
        { ...nothing, stocks: 4, percent: 0, x: 0, y: 0 },
      ],
    })
    expect((await fetch(`${arena.url}/matches/${matchId}/replay.slp`)).status).toBe(404)
    expect(slowSeat.messages).toEqual([])
    expect(slowSeat.texts).toHaveLength(1)
    expect([view.status, view.bytes.length]).toEqual([0, 0])
    const seenSoFar = JSON.stringify(arena.log.lines.filter((line) => line.matchId === matchId))
    expect(seenSoFar).not.toMatch(/character|costume|"stage"|seed/)

    slow.bot.answer(slowSeat, pickText(9, 5))
    await slowSeat.received(1)
    await view.received(RAW_OFFSET + 800)
    const start = slowSeat.messages[0]!
    expect(view.bytes.subarray(RAW_OFFSET, RAW_OFFSET + start.length).equals(start)).toBe(true)
    const { match } = await arena.ended(matchId)
    const port = quickSeat.request.port
    expect(match.players[port]).toMatchObject({ character: 20, costume: 3 })
    expect(match.players[port === 0 ? 1 : 0]).toMatchObject({ character: 9, costume: 5 })
  })
})

describe.concurrent('Live match progress', () => {
  test('LiveMatch `players`: stocks, percent and place are those of the frame, as both bots were streamed it', async () => {
    const { players: both } = await playing.pair(WALKS_OFF, STANDS)
    const seat = await both[0].bot.seat()
    const { port } = await seat.asked()
    const seen: LiveMatch[] = []
    // He walks off the stage at once.
    while (seen.at(-1)?.players[port].stocks !== 3) {
      await seat.received(seat.messages.length + 20)
      const match = await playing.live(seat.matchId)
      if (match !== undefined && match.stage !== null && match.frame > (seen.at(-1)?.frame ?? -123)) seen.push(match)
    }
    const posts = (frame: number) =>
      eventsOf(Buffer.concat(seat.messages)).filter(
        ({ code, bytes }) => code === 0x38 && bytes.readInt32BE(1) === frame,
      )
    while (posts(seen.at(-1)!.frame).length < 2) await seat.received(seat.messages.length + 1)
    expect(new Set(seen.map(({ players }) => players[port].x)).size).toBeGreaterThan(3)
    for (const { frame, players } of seen) {
      for (const { bytes } of posts(frame)) {
        const { stocks, percent, x, y } = players[bytes[5]!]!
        expect([stocks, percent]).toEqual([bytes[0x21], Math.floor(bytes.readFloatBE(0x16))])
        expect(
          [x - bytes.readFloatBE(0x0a), y - bytes.readFloatBE(0x0e)].map(Math.abs).every((off) => off < 1e-3),
        ).toBe(true)
      }
    }
  }, 120_000)

  test('Modes: `live` polls a frame every 16.7 ms: no frame comes early, and at the end none is missing', async () => {
    // The clock starts once both have picked. Frames may be read late on a busy machine, but never before their time.
    let pickedAt = 0
    let firstAt = 0
    let lastAt = 0
    let early = 0
    const pick = () => {
      pickedAt = performance.now()
      return pickText(2)
    }
    const received: BotOptions['received'] = (_seat, message) => {
      const now = performance.now()
      if (message[0] !== 0x3a) return
      const frame = message.readInt32BE(1)
      if (frame === -123) firstAt = now
      lastAt = now
      if (now - pickedAt < ((frame + 123) * 1000) / 60) early++
    }
    const { matchId } = await arena.pair({ pick, received }, { pick })
    const { match, cause } = await arena.ended(matchId)
    expect(cause).toBe('time')
    expect(early).toBe(0)
    expect(match.summary!.frames).toBe(LAST_FRAME + 1)
    // Spec: more than a second behind the clock for five seconds would have aborted the match.
    expect(lastAt - firstAt).toBeLessThan(((PLAYED - 1) * 1000) / 60 + 6_000)
  })
})

test.concurrent('every spectator gets the stored replay byte for byte: one who waits for the game, and one who joins in the middle', async () => {
  const { players } = await arena.pair()
  const seat = await players[0].bot.seat()
  const { matchId } = seat
  const early = new View(matchId)
  await early.received(20_000)
  const late = new View(matchId)
  await late.received(20_000)
  // The game is still on: nothing else of it is public yet.
  expect(await arena.match(matchId)).toMatchObject({ status: 'running', seed: null, replayBytes: null })
  expect((await fetch(`${arena.url}/matches/${matchId}/replay.slp`)).status).toBe(404)
  // Both bots have had what spectators get: the stream is a part of what was sent to them.
  const shown = early.bytes.subarray(RAW_OFFSET)
  await seat.received(1)
  while (Buffer.concat(seat.messages).length < shown.length) await seat.received(seat.messages.length + 1)
  expect(Buffer.concat(seat.messages).subarray(0, shown.length).equals(shown)).toBe(true)

  const { cause } = await arena.ended(matchId)
  expect(cause).toBe('time')
  expect([await early.over, await late.over]).toEqual(['whole', 'whole'])
  const replay = await arena.replay(matchId)
  early.expectToBe(replay)
  late.expectToBe(replay)

  const read = readReplay(early.bytes)
  expect(read.isComplete).toBe(false)
  expect(read.gameEnd).not.toBeNull()
  expect(Buffer.from(read.raw).equals(rawOf(replay))).toBe(true)
  expect((await fetch(`${arena.url}/live/${matchId}.slp`)).status).toBe(404)
})

test.concurrent('an arena that stops aborts its matches, and their streams end whole', async () => {
  const stopped = await createTestArena({
    env: { ARENA_ENGINE: stillEngine() },
    pace: { clock: 'live' },
  })
  const player = await stopped.player()
  await stopped.player()
  const view = new View(await stopped.seated(player), stopped.url)
  await view.received(5_000)
  await stopped[Symbol.asyncDispose]()
  expect(await view.over).toBe('whole')
  expect(gameEndOf(eventsOf(Buffer.from(readReplay(view.bytes).raw)))).toMatchObject({ method: 7, lras: -1 })
})

/** The hosts of the arena with the still engine that play. */
const playingHosts = () =>
  childrenOf(process.pid, 'host-main').filter((host) => childrenOf(host, 'still.mjs').length > 0)

describe.runIf(canSeeProcesses)('a process that is killed', () => {
  let matches: readonly Pair[]

  /** Whether each is under way on a host of its own, and has as much before it as behind it. */
  async function areSideBySide(): Promise<boolean> {
    const seats = await Promise.all(matches.flatMap(({ players }) => players.map(({ bot }) => bot.seat())))
    for (const seat of seats) await seat.received(10)
    return playingHosts().length === 2 && seats.every(({ messages }) => messages.length < PLAYED / 2)
  }

  // The bots of a match that was aborted do not rest, and would play again.
  async function removeAll(): Promise<void> {
    for (const player of matches.flatMap(({ players }) => players)) await arena.remove(player)
  }

  beforeEach(async () => {
    matches = [await arena.pair(), await arena.pair()]
    // Where the machine has much else to do, the first may be over too soon, or both on one host, as the other was behind.
    while (!(await areSideBySide())) {
      for (const { matchId } of matches) await arena.ended(matchId)
      await removeAll()
      matches = [await arena.pair(), await arena.pair()]
    }
  })
  afterEach(removeAll)

  test.each<[victim: string, of: () => number, cause: string, closing: [number, string]]>([
    [
      'its engine is killed',
      () => playingHosts().flatMap((host) => childrenOf(host, 'still.mjs'))[0]!,
      'engine-failed',
      [1000, 'match over'],
    ],
    ['its host is killed, and a new one plays the next', () => playingHosts()[0]!, 'host-lost', [1006, '']],
  ])(
    'Match `status` `running` -> `aborted`: engine failure: the match is unrated, with `endReason` `engine`, its replay complete; others continue: %s',
    async (_victim, of, cause, closing) => {
      const views = matches.map(({ matchId }) => new View(matchId))
      for (const view of views) await view.received(5_000)
      process.kill(of(), 'SIGKILL')
      const ends = await Promise.all(matches.map(({ matchId }) => arena.ended(matchId)))
      expect(ends.map((end) => end.cause).toSorted()).toEqual([cause, 'time'].toSorted())
      for (const [i, { match, cause: how }] of ends.entries()) {
        const replay = await arena.replay(match.id)
        const raw = rawOf(replay)
        expect(await views[i]!.over).toBe('whole')
        views[i]!.expectToBe(replay)
        const { players } = matches[i]!
        for (const { bot } of players) {
          // Stored before it is streamed: what a bot has seen is in the replay.
          const seen = bot.stream(match.id)
          expect(raw.subarray(0, seen.length).equals(seen)).toBe(true)
          expect(seen.length === raw.length).toBe(how !== 'host-lost')
          const seats = bot.seats.filter(({ matchId }) => matchId === match.id)
          expect(seats, 'nobody is dialled again').toHaveLength(1)
          expect(await seats[0]!.closed).toEqual(how === 'time' ? [1000, 'match over'] : closing)
        }
        if (how === 'time') {
          expect(match.summary!.frames).toBe(LAST_FRAME + 1)
          continue
        }
        expect(match).toMatchObject({ status: 'aborted', summary: { endReason: 'engine', winner: null } })
        for (const player of match.players)
          expect(player).toMatchObject({ placement: null, score: null, ratingDelta: null })
        expect([match.stage, match.seed]).not.toContain(null)
        expect(gameEndOf(eventsOf(raw))).toMatchObject({ method: 7, lras: -1 })
        for (const player of players) expect(await arena.leaderboardRow(player)).toBeUndefined()
      }
      const next = [await arena.pair(), await arena.pair()]
      for (const { matchId } of next) expect((await arena.ended(matchId)).cause).toBe('time')
    },
  )
})
