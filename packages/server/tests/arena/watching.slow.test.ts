/** Whole matches as spectators see them: over HTTP, while they are played on the live clock. */
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { readReplay } from '@arena/slp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { canSeeProcesses, childrenOf } from '../../../host/tests/processes.ts'
import { createTestArena, stillEngine } from './kit.ts'
import type { Player, TestArena } from './kit.ts'
import { eventsOf, gameEndOf, rawOf } from './slp-by-hand.ts'
import { pickText } from './spec-bot.ts'
import type { BotOptions } from './spec-bot.ts'

/** Four seconds of play. */
const LAST_FRAME = 120
const RAW_OFFSET = 15

let arena: TestArena

/** Two bots that meet. */
async function pair(one?: BotOptions, other?: BotOptions): Promise<readonly [Player, Player]> {
  return (await arena.pair(one, other)).players
}

beforeAll(async () => {
  arena = await createTestArena({
    env: { ARENA_ENGINE: stillEngine(`ends=${LAST_FRAME}`), ARENA_HOSTS: '2' },
    pace: { clock: 'live' },
  })
})
afterAll(() => arena[Symbol.asyncDispose]())

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

test.concurrent('every spectator gets the stored replay byte for byte: one who waits for the game, and one who joins in the middle', async () => {
  const [player] = await pair()
  const seat = await player.bot.seat()
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

test.concurrent('Picks: blind: a spectator gets nothing before Game Start, and then what both bots have', async () => {
  const [quick, slow] = await pair({ pick: () => pickText(20, 3) }, { pick: () => null })
  const [quickSeat, slowSeat] = [await quick.bot.seat(), await slow.bot.seat()]
  const view = new View(quickSeat.matchId)
  await slowSeat.asked()
  quickSeat.socket.ping()
  await new Promise((resolve) => quickSeat.socket.once('pong', resolve))
  expect([view.status, view.bytes.length]).toEqual([0, 0])
  slow.bot.answer(slowSeat, pickText(9, 5))
  await view.received(RAW_OFFSET + 800)
  expect(slowSeat.messages.length).toBeGreaterThan(0)
  const start = slowSeat.messages[0]!
  expect(view.bytes.subarray(RAW_OFFSET, RAW_OFFSET + start.length).equals(start)).toBe(true)
  await arena.ended(quickSeat.matchId)
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

// Alone: they kill hosts and engines of this process, whosever they are.
describe.runIf(canSeeProcesses)('a match that is aborted', { retry: 2 }, () => {
  let players: readonly Player[] = []
  // They do not rest, and would play again.
  afterEach(async () => {
    for (const player of players) await arena.remove(player)
  })

  async function watchedMatch() {
    players = await pair()
    const [player] = players as [Player, Player]
    const { matchId } = await player.bot.seat()
    const view = new View(matchId)
    await view.received(5_000)
    return { matchId, view }
  }

  test('its engine is killed: the stream ends as the replay does, with Game End, method 7', async () => {
    const { matchId, view } = await watchedMatch()
    const [victim] = childrenOf(process.pid, 'host-main').flatMap((host) => childrenOf(host, 'still.mjs'))
    process.kill(victim!, 'SIGKILL')
    expect((await arena.ended(matchId)).cause).toBe('engine-failed')
    expect(await view.over).toBe('whole')
    view.expectToBe(await arena.replay(matchId))
    expect(gameEndOf(eventsOf(Buffer.from(readReplay(view.bytes).raw)))).toMatchObject({ method: 7, lras: -1 })
  })
})
