/** Host processes: given matches, killed, replaced, drained and stopped. */
import { execFileSync } from 'node:child_process'
import { Game, loadFighters } from '@arena/engine'
import { NEUTRAL } from '@arena/protocol'
import { readReplay } from '@arena/slp'
import { describe, expect, test, vi } from 'vitest'
import { standingOf } from '../src/match/standing.ts'
import { Rehearsal, stopFor } from './rehearsal.ts'

const STARTED = {
  seed: new Uint8Array(32),
  stage: 8,
  players: [
    { character: 9, costume: 2, name: 'Tide' },
    { character: 14, costume: 1, name: 'Twins' },
  ],
} as const

test.concurrent('a host with more games than it can play in time has no room, and is given a match only if none has', async () => {
  await using rehearsal = await Rehearsal.open(2, 'slow=150')
  const { pool } = rehearsal
  expect(pool.hasRoom).toBe(true)
  const [first, second] = [await rehearsal.play(), await rehearsal.play()]
  await vi.waitFor(() => expect(pool.hasRoom).toBe(false), { timeout: 20_000 })
  expect(pool.isUp).toBe(true)
  pool.abort(second.matchId, 'shutdown')
  await rehearsal.result(second)
  await vi.waitFor(() => expect(pool.hasRoom).toBe(true), { timeout: 20_000 })
  const third = await rehearsal.play()
  // The first host plays as many as the second now, but is behind.
  const fourth = await rehearsal.play()
  await rehearsal.until(() => rehearsal.loads.some(({ matches }) => matches === 2))
  for (const { matchId } of [first, third, fourth]) pool.abort(matchId, 'shutdown')
})

describe.concurrent('a process that is stopped and continued', () => {
  test('a host that stands still for good is given up, and another takes its place', async () => {
    await using rehearsal = await Rehearsal.watched({ silentMs: 3_000 }, 1)
    const [pid] = rehearsal.pool.pids
    process.kill(pid!, 'SIGSTOP')
    await rehearsal.until(() => rehearsal.deaths.length > 0)
    expect(rehearsal.deaths).toEqual(['0 SIGKILL 0'])
    await vi.waitFor(() => expect(rehearsal.pool.pids.length).toBe(1), { timeout: 20_000 })
    expect(rehearsal.pool.pids).not.toEqual([pid])
  })

  /** The engine of a host that plays one match. */
  const engineOf = (host: number) => Number(execFileSync('ps', ['-o', 'pid=', '--ppid', String(host)]))
  /** How far a loaded machine catches up is for others to test; here lag ends no match. */
  const timing = { stepMs: 1_500, whenBehind: 'forgive' } as const

  test('a host that was stopped gives up no healthy engine and no healthy bot, and its match continues', async () => {
    await using rehearsal = await Rehearsal.watched({ timing: { ...timing, pingMs: 500 } }, 1, 'ends=60')
    const order = await rehearsal.play()
    await rehearsal.until(() => (rehearsal.frames.get(order.matchId) ?? -124) > -110)
    await stopFor(rehearsal.pool.pids[0]!, 3)
    expect(await rehearsal.result(order)).toMatchObject({ status: 'completed', cause: 'time' })
    expect([rehearsal.deaths, rehearsal.sockets]).toEqual([[], [1, 1]])
  })

  test(
    'whose host, by the rule of the interface, was stopped for two seconds: its match continues',
    { retry: 2 },
    async () => {
      // Where a machine has too much else to do, the live clock ends a match by the rules, whatever the host does.
      await using rehearsal = await Rehearsal.watched({}, 1, 'ends=300')
      const order = await rehearsal.play()
      await rehearsal.until(() => (rehearsal.frames.get(order.matchId) ?? -124) > -110)
      await stopFor(rehearsal.pool.pids[0]!, 2)
      const { cause, summary } = await rehearsal.result(order)
      expect([cause, rehearsal.sockets]).toEqual(['time', [1, 1]])
      expect(summary!.endReason).toBe('time')
    },
  )

  test('more than a second behind for five seconds is aborted, and nothing else is blamed for it', async () => {
    await using rehearsal = await Rehearsal.watched({}, 1)
    const order = await rehearsal.play()
    await rehearsal.until(() => (rehearsal.frames.get(order.matchId) ?? -124) > -110)
    await stopFor(rehearsal.pool.pids[0]!, 8)
    expect(await rehearsal.result(order)).toMatchObject({ status: 'aborted', cause: 'engine-lag' })
    expect([rehearsal.deaths, rehearsal.sockets]).toEqual([[], [1, 1]])
  })

  test('a match continues when its engine is stopped for less than the limit, and not when it is frozen for ever', async () => {
    await using rehearsal = await Rehearsal.watched({ timing: { ...timing, stepMs: 4_000 } }, 1, 'ends=600')
    const order = await rehearsal.play()
    await rehearsal.until(() => (rehearsal.frames.get(order.matchId) ?? -124) > -110)
    const engine = engineOf(rehearsal.pool.pids[0]!)
    await stopFor(engine, 1)
    const frame = rehearsal.frames.get(order.matchId)!
    await rehearsal.until(() => rehearsal.frames.get(order.matchId)! > frame + 20)
    process.kill(engine, 'SIGSTOP')
    expect(await rehearsal.result(order)).toMatchObject({
      status: 'aborted',
      cause: 'engine-failed',
      detail: 'The engine did not answer within 4000 ms',
    })
  })
})

test.concurrent('matches are played on the live clock by host processes, spread over them, and their load is reported', async () => {
  await using rehearsal = await Rehearsal.open(2, 'ends=-60')
  const orders = [await rehearsal.play(), await rehearsal.play(), await rehearsal.play(), await rehearsal.play()]
  expect(rehearsal.pool.running).toBe(4)
  await rehearsal.until(() => rehearsal.loads.some(({ matches, polls }) => matches === 2 && polls > 0))
  for (const order of orders) {
    expect(await rehearsal.result(order)).toMatchObject({
      status: 'completed',
      cause: 'time',
      answered: [true, true],
    })
  }
  // Four matches over two hosts: no host has had more than two.
  expect(Math.max(...rehearsal.loads.map(({ matches }) => matches))).toBe(2)
  expect(rehearsal.pool.running).toBe(0)
})

test.concurrent('a host that is killed loses its matches as host-lost, with replays complete, and is replaced; others play on', async () => {
  await using rehearsal = await Rehearsal.open(2, 'ends=30')
  const [first, second] = [await rehearsal.play(), await rehearsal.play()]
  await rehearsal.until(() => (rehearsal.frames.get(first.matchId) ?? -124) > -60)
  const [pid] = rehearsal.pool.pids
  process.kill(pid!, 'SIGKILL')
  const lost = await rehearsal.result(first)
  expect(lost).toMatchObject({
    status: 'aborted',
    cause: 'host-lost',
    played: true,
    summary: { stage: 8, endReason: 'engine', winner: null, players: [{ character: 2, costume: 1, stocks: 4 }, {}] },
  })
  const replay = readReplay(await rehearsal.replay(first))
  expect(replay.gameEnd).toMatchObject({ gameEndMethod: 7 })
  expect(replay.metadata!.lastFrame).toBeGreaterThanOrEqual(-60)
  expect(lost.replayBytes).toBe((await rehearsal.replay(first)).length)
  expect(rehearsal.deaths).toEqual(['0 SIGKILL 1'])
  expect(await rehearsal.result(second)).toMatchObject({ status: 'completed', cause: 'time' })

  await rehearsal.until(() => rehearsal.pool.pids.length === 2)
  const again = await rehearsal.play()
  expect(await rehearsal.result(again)).toMatchObject({ status: 'completed' })
})

test.concurrent('a host that is killed before it has reported the start of a game: stage and fighters are those of the replay', async () => {
  await loadFighters([9, 14])
  const start = new Game(STARTED).start()
  await using rehearsal = await Rehearsal.open(1)
  const order = await rehearsal.play({ pick: () => null })
  await vi.waitFor(() => expect(rehearsal.sockets).toEqual([1, 1]))
  await rehearsal.beginReplay(order, start)
  process.kill(rehearsal.pool.pids[0]!, 'SIGKILL')
  const lost = await rehearsal.result(order)
  expect(lost).toMatchObject({ status: 'aborted', cause: 'host-lost', played: true, answered: [false, false] })
  expect(lost.summary).toMatchObject({
    stage: 8,
    frames: 0,
    players: [{ character: 9, costume: 2 }, { character: 14 }],
  })
  expect(lost.replayBytes).toBe((await rehearsal.replay(order)).length)
})

test.concurrent('GameSummary: of a lost match it is the state that the replay ends with, however much later than the last report', async () => {
  await loadFighters([9, 14])
  const game = new Game(STARTED)
  const events = [game.start().slice()]
  while (game.frame < 240) events.push(game.step(NEUTRAL, NEUTRAL).slice())
  await using rehearsal = await Rehearsal.open(1)
  const order = await rehearsal.play({ input: null })
  await rehearsal.until(() => (rehearsal.frames.get(order.matchId) ?? -124) > -90)
  const [pid] = rehearsal.pool.pids
  process.kill(pid!, 'SIGSTOP')
  // A match that the host has played and could not report.
  await rehearsal.beginReplay(order, Buffer.concat(events))
  process.kill(pid!, 'SIGKILL')
  const { summary } = await rehearsal.result(order)
  const { players, ...standing } = standingOf(await rehearsal.replay(order))!
  expect(standing.frames).toBe(241)
  // Missed polls are in no replay.
  expect(summary).toMatchObject({ ...standing, players: players.map(({ missed: _missed, ...player }) => player) })
  expect(summary!.players[0].missed).toBeGreaterThan(20)
})

test.concurrent('Missed-game rule 1: of a lost match it stands who had sent anything by then, and how many polls each had missed', async () => {
  await using rehearsal = await Rehearsal.open(1)
  const order = await rehearsal.play({ pick: () => null, input: null })
  await rehearsal.until(() => (rehearsal.frames.get(order.matchId) ?? -124) > -90)
  process.kill(rehearsal.pool.pids[0]!, 'SIGKILL')
  const { answered, summary } = await rehearsal.result(order)
  expect(answered).toEqual([false, true])
  expect(summary!.players[0].missed).toBeGreaterThan(20)
  expect(summary!.players[1].missed).toBeLessThan(summary!.players[0].missed)
})

test.concurrent('draining waits for running matches; stopping breaks them off at once, with their replays complete', async () => {
  await using rehearsal = await Rehearsal.open(1, 'ends=-90')
  await rehearsal.play()
  await rehearsal.pool.drain()
  expect(rehearsal.results).toMatchObject([{ status: 'completed' }])

  await using stopped = await Rehearsal.open(1)
  const order = await stopped.play()
  await stopped.until(() => stopped.frames.has(order.matchId))
  await stopped.pool.stop()
  expect(stopped.results).toMatchObject([
    { status: 'aborted', cause: 'shutdown', played: true, summary: { endReason: 'engine' } },
  ])
  expect(readReplay(await stopped.replay(order)).isComplete).toBe(true)
  expect(() => stopped.pool.play(order)).toThrow('No host is up')
})

test.concurrent('the wall clock of a match counts from its beginning, not from when its host has it', async () => {
  await using rehearsal = await Rehearsal.open(1)
  const order = await rehearsal.play({}, 12 * 60_000 - 2_000)
  expect(await rehearsal.result(order)).toMatchObject({ status: 'aborted', cause: 'wall-clock' })
})

test.concurrent('a match can be broken off by its id, wherever it runs', async () => {
  await using rehearsal = await Rehearsal.open(2)
  const [hit, other] = [await rehearsal.play(), await rehearsal.play()]
  rehearsal.pool.abort(hit.matchId, 'shutdown')
  expect(await rehearsal.result(hit)).toMatchObject({ status: 'aborted', cause: 'shutdown' })
  expect(rehearsal.pool.running).toBe(1)
  expect(rehearsal.results).toHaveLength(1)
  rehearsal.pool.abort(other.matchId, 'shutdown')
})
