/** Rehearsals that a whole arena plays. */
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Rehearsal } from '@arena/protocol'
import { readReplay } from '@arena/slp'
import { expect, test } from 'vitest'
import { HouseServer } from '../../src/rehearsals/house-server.ts'
import { createTestArena, stillEngine } from './kit.ts'
import type { Player, TestArena } from './kit.ts'
import { padBytes, pickText, WALKS_OFF } from './spec-bot.ts'
import type { BotOptions } from './spec-bot.ts'

const ask = async (arena: TestArena, { key, record }: Player, method = 'GET', path = '') =>
  fetch(`${arena.url}/bots/${record.id}/rehearsal${path}`, { method, headers: { authorization: `Bearer ${key}` } })

async function rehearsalOf(arena: TestArena, player: Player, method = 'GET'): Promise<Rehearsal> {
  const answer = await ask(arena, player, method)
  expect(answer.status).toBe(200)
  return Rehearsal.parse(await answer.json())
}

async function ended(arena: TestArena, player: Player): Promise<Rehearsal> {
  const { id } = await rehearsalOf(arena, player)
  await arena.log.line((line) => line.msg === 'rehearsal ended' && line['rehearsal'] === id)
  return rehearsalOf(arena, player)
}

async function paused(arena: TestArena, options: BotOptions): Promise<Player> {
  const player = await arena.player(options)
  await arena.setStatus(player, 'paused')
  return player
}

const replays = (arena: TestArena) => readdir(join(arena.dataDir, 'replays'))

test('a paused bot plays a whole game against a house bot; nothing of it is in matches, ratings or the folder of replays', async () => {
  await using arena = await createTestArena()
  const player = await paused(arena, WALKS_OFF)
  const asked = await rehearsalOf(arena, player, 'POST')
  expect(asked).toMatchObject({ status: 'waiting', ahead: 0, port: null, opponent: null, summary: null })
  const rehearsal = await ended(arena, player)
  expect(rehearsal).toMatchObject({ id: asked.id, status: 'completed', detail: null })
  const { summary, port, stage, replayBytes } = rehearsal
  expect(summary).toMatchObject({ stage, endReason: 'stocks', winner: port === 0 ? 1 : 0 })
  // The bot sees a match like any other.
  const [seat] = player.bot.seats.filter(({ texts }) => texts.length > 0)
  expect(seat!.matchId).toBe(rehearsal.matchId)
  expect(seat!.request).toMatchObject({ matchId: rehearsal.matchId, port, opponent: rehearsal.opponent })

  const replay = await ask(arena, player, 'GET', '/replay.slp')
  const bytes = new Uint8Array(await replay.arrayBuffer())
  expect(bytes.length).toBe(replayBytes)
  expect(readReplay(bytes)).toMatchObject({ isComplete: true })
  expect(await replays(arena)).toEqual([])
  expect(await arena.get('/matches')).toEqual({ matches: [] })
  expect(await arena.leaderboardRow(player)).toBeUndefined()
  expect(arena.log.lines.filter(({ level }) => Number(level) >= 40)).toEqual([])
}, 90_000)

test('the ladder has its seat at once: the rehearsal on it is broken off, waits, and begins anew once there is room', async () => {
  await using arena = await createTestArena({
    env: { ARENA_MAX_MATCHES: '1', ARENA_ENGINE: stillEngine('ends=200') },
  })
  let answer: () => void
  const isHeld = new Promise<void>((resolve) => (answer = resolve))
  const player = await paused(arena, { thinks: () => isHeld })
  await rehearsalOf(arena, player, 'POST')
  await player.bot.seat()
  await expect.poll(async () => (await rehearsalOf(arena, player)).stage, { timeout: 30_000 }).not.toBeNull()
  expect(await arena.get('/live?mode=live')).toMatchObject({ matches: [] })

  const { matchId } = await arena.pair()
  await arena.log.line(({ msg }) => msg === 'rehearsal broken off; it waits again')
  expect((await arena.ended(matchId)).match).toMatchObject({ status: 'completed' })
  answer!()
  expect(await ended(arena, player)).toMatchObject({ status: 'completed', detail: null })
  const seats = player.bot.seats.filter(({ texts }) => texts.length > 0)
  expect(seats).toHaveLength(2)
  expect(await replays(arena)).toEqual([`${matchId}.slp`])
}, 90_000)

test('a house bot whose process dies in mid-game gives no win: the rehearsal waits again, and another process serves the next', async () => {
  const house = new HouseServer()
  await using arena = await createTestArena({
    env: { ARENA_ENGINE: stillEngine() },
    pace: { openHouse: () => house },
  })
  const player = await paused(arena, {})
  await rehearsalOf(arena, player, 'POST')
  const seat = await player.bot.seat()
  await seat.received(100)
  const { pid } = house
  process.kill(pid!, 'SIGKILL')
  await arena.log.line(({ msg }) => msg === 'rehearsal broken off; it waits again')
  const detail = 'The house bot did not play: it begins anew.'
  expect(await rehearsalOf(arena, player)).toMatchObject({ status: 'waiting', detail, summary: null, receipt: null })
  await expect.poll(() => replays(arena)).toEqual([])
  expect(await house.address()).not.toBe('')
  expect(house.pid).not.toBe(pid)
}, 90_000)

test('one that is called off, or whose bot is unpaused, ends at once, and its bot is let go', async () => {
  await using arena = await createTestArena({ env: { ARENA_ENGINE: stillEngine() } })
  for (const [call, detail] of [
    [(player: Player) => ask(arena, player, 'DELETE'), 'Its owner has called it off.'],
    [(player: Player) => arena.setStatus(player, 'active'), 'The bot was unpaused: it plays on the ladder.'],
  ] as const) {
    const player = await paused(arena, {})
    await rehearsalOf(arena, player, 'POST')
    const seat = await player.bot.seat()
    await call(player)
    expect(await rehearsalOf(arena, player)).toMatchObject({ status: 'aborted', detail })
    await seat.closed
    await expect.poll(() => replays(arena)).toEqual([])
  }
}, 90_000)

test('an arena that drains gives its rehearsals back, and the next start plays them; what a crash left of one is removed', async () => {
  const first = await createTestArena({ env: { ARENA_ENGINE: stillEngine() } })
  const player = await paused(first, {})
  await rehearsalOf(first, player, 'POST')
  await player.bot.seat()
  await first.machine.drain()
  const { rehearsals, bots } = first.parts
  const { ownerId, id } = player.record
  expect((await bots.find(ownerId, id))!.status).toBe('paused')
  expect(await rehearsals.find(ownerId, id)).toMatchObject({
    status: 'waiting',
    detail: 'The machine that played it ended or lost it: it begins anew.',
  })
  await first.machine.close()
  await writeFile(join(first.dataDir, 'replays', 'rehearsal_01k9y40r6yes3v1c5hzq8p2n7t.slp.part'), 'frames')
  await using second = await createTestArena({
    dataDir: first.dataDir,
    env: { ARENA_ENGINE: stillEngine('ends=100') },
  })
  player.bot.arenaUrl = null
  await second.log.line(({ msg }) => msg === 'rehearsal ended')
  expect(await second.parts.rehearsals.find(ownerId, id)).toMatchObject({ status: 'completed' })
  await expect.poll(() => replays(second)).toEqual([])
  await player.bot.close()
}, 90_000)

/** A bot that answers each frame with what it is told to; its pick and its socket are in order. */
const answering = (reply: (frame: number) => Buffer | string | null): BotOptions => ({
  pad: null,
  received(seat, message) {
    const bookend = message.length - 9
    if (bookend <= 0 || message[bookend] !== 0x3c) return
    const answer = reply(message.readInt32BE(bookend + 1))
    if (answer !== null) seat.socket.send(answer)
  },
})
const reversed = (bytes: Buffer): Buffer => {
  bytes.subarray(0, 4).reverse()
  return bytes
}

/** Faults that do not depend on how busy the machine is, by the code that a receipt has for them. */
const FAULTS: Readonly<Record<string, BotOptions>> = {
  'never-connected': { refuses: () => true },
  silent: { pick: () => null, pad: null },
  'text-pads': answering((frame) => JSON.stringify({ frame })),
  'pad-length': answering((frame) => padBytes(frame + 3).subarray(1)),
  'byte-order': answering((frame) => reversed(padBytes(frame + 3))),
  'frame-numbers': answering(() => padBytes(0)),
  'first-frames': answering((frame) => padBytes(frame + 126)),
  'seen-frames': answering((frame) => padBytes(frame)),
  stopped: { pad: (frame) => (frame < 20 ? {} : null) },
  'socket-closed': {
    pick: () => pickText(2),
    opened: (seat, index) => (index > 0 ? seat.socket.close(1011, 'index out of range') : undefined),
    received: (seat, message) =>
      message.length > 9 &&
      message.readInt32BE(message.length - 8) === 0 &&
      seat.socket.close(1011, 'index out of range'),
  },
}

test('a rehearsal of each of ten broken bots names the fault as a receipt does', async () => {
  await using arena = await createTestArena({
    env: { ARENA_MAX_MATCHES: '3', ARENA_ENGINE: stillEngine('ends=400'), ARENA_PICK_MS: '2000' },
    pace: { clock: 'live', timing: { dialMs: 2000 } },
  })
  const named = await Promise.all(
    Object.entries(FAULTS).map(async ([code, options]) => {
      const player = await paused(arena, options)
      await rehearsalOf(arena, player, 'POST')
      const { receipt } = await ended(arena, player)
      return [code, receipt?.causes.map((cause) => cause.code)]
    }),
  )
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(Object.keys(FAULTS).map((code) => [code, [code]])))
}, 240_000)
