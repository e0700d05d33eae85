/** Matches on the live clock: what the public sees of them, and what aborts them. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LiveMatch } from '@arena/protocol'
import { createTestArena, stillEngine } from './kit.ts'
import type { TestArena } from './kit.ts'
import { canSeeProcesses, childrenOf } from '../../../host/tests/processes.ts'
import { eventsOf, gameEndOf, rawOf } from './slp-by-hand.ts'
import { pickText, STANDS, WALKS_OFF } from './spec-bot.ts'
import type { BotOptions } from './spec-bot.ts'

/** Four seconds of play. */
const LAST_FRAME = 120
const PLAYED = LAST_FRAME + 124

type Pair = Awaited<ReturnType<TestArena['pair']>>

let arena: TestArena
/** With the arena's own engine. */
let playing: TestArena

beforeAll(async () => {
  arena = await createTestArena({
    // Two pairs have to be seated while the first plays.
    env: { ARENA_ENGINE: stillEngine(`ends=${LAST_FRAME}`), ARENA_HOSTS: '2', ARENA_TICK_MS: '100' },
    pace: { clock: 'live' },
  })
  // Before anything has to be in time: to open a database keeps this process busy.
  playing = await createTestArena({ pace: { clock: 'live' } })
})
afterAll(async () => {
  await playing[Symbol.asyncDispose]()
  await arena[Symbol.asyncDispose]()
})

test('an arena that plays is ready in each of its parts, and reports the age of its last tick', async () => {
  const checks = ['database', 'hosts', 'engine', 'replays', 'machine', 'matchmaking']
  expect(await arena.get('/ready')).toEqual({ status: 'ready', checks })
  const metrics = await (await fetch(`${arena.url}/metrics`)).text()
  expect(Number(/^arena_matchmaking_tick_age_seconds (\S+)$/m.exec(metrics)?.[1])).toBeGreaterThanOrEqual(0)
})

describe.concurrent('Game rules', () => {
  test('Picks: blind: no record, no list and no line of the log shows a pick before Game Start, nor does the other bot', async () => {
    const { players } = await arena.pair({ pick: () => pickText(20, 3) }, { pick: () => null })
    const [quick, slow] = players
    const [quickSeat, slowSeat] = [await quick.bot.seat(), await slow.bot.seat()]
    const matchId = quickSeat.matchId
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
    const seenSoFar = JSON.stringify(arena.log.lines.filter((line) => line.matchId === matchId))
    expect(seenSoFar).not.toMatch(/character|costume|"stage"|seed/)

    slow.bot.answer(slowSeat, pickText(9, 5))
    await slowSeat.received(1)
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

  test('Match `status` `running` -> `aborted`: engine failure: the match is unrated, with `endReason` `engine`; others continue', async () => {
    const [victim] = playingHosts().flatMap((host) => childrenOf(host, 'still.mjs'))
    process.kill(victim!, 'SIGKILL')
    const ends = await Promise.all(matches.map(({ matchId }) => arena.ended(matchId)))
    expect(ends.map(({ cause }) => cause).toSorted()).toEqual(['engine-failed', 'time'])
    for (const [i, { match, cause }] of ends.entries()) {
      const raw = rawOf(await arena.replay(match.id))
      for (const { bot } of matches[i]!.players) expect(bot.stream(match.id).equals(raw)).toBe(true)
      if (cause === 'time') {
        expect(match.summary!.frames).toBe(LAST_FRAME + 1)
        continue
      }
      expect(match).toMatchObject({ status: 'aborted', summary: { endReason: 'engine', winner: null } })
      for (const player of match.players)
        expect(player).toMatchObject({ placement: null, score: null, ratingDelta: null })
      expect(match.stage).not.toBeNull()
      expect(match.seed).not.toBeNull()
      expect(gameEndOf(eventsOf(raw))).toMatchObject({ method: 7, lras: -1 })
      for (const player of matches[i]!.players) expect(await arena.leaderboardRow(player)).toBeUndefined()
    }
  })

  test('host: its match is `aborted`, its replay complete; the other host’s continues, and a new host plays the next', async () => {
    const [victim] = playingHosts()
    process.kill(victim!, 'SIGKILL')
    const ends = await Promise.all(matches.map(({ matchId }) => arena.ended(matchId)))
    expect(ends.map(({ cause }) => cause).toSorted()).toEqual(['host-lost', 'time'])
    const at = ends.findIndex(({ cause }) => cause === 'host-lost')
    const { match } = ends[at]!
    expect(match).toMatchObject({ status: 'aborted', summary: { endReason: 'engine', winner: null } })
    for (const player of match.players) expect(player).toMatchObject({ placement: null, ratingDelta: null })
    const raw = rawOf(await arena.replay(match.id))
    expect(gameEndOf(eventsOf(raw))).toMatchObject({ method: 7, lras: -1 })
    for (const { bot } of matches[at]!.players) {
      // Stored before it is streamed: what a bot has seen is in the replay.
      const seen = bot.stream(match.id)
      expect(raw.subarray(0, seen.length).equals(seen)).toBe(true)
    }

    const next = [await arena.pair(), await arena.pair()]
    for (const { matchId } of next) expect((await arena.ended(matchId)).cause).toBe('time')
  })
})
