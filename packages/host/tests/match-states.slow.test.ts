/** Spec: States and transitions, Match `status`, as far as a host decides them; Winning and scoring 1 and 2. */
import { setTimeout as sleep } from 'node:timers/promises'
import { readReplay } from '@arena/slp'
import { describe, expect, test } from 'vitest'
import { builtInEngine } from '../src/engine/engine-process.ts'
import { IS_LONG } from '../../../scripts/tests/series.ts'
import { ManualClock, stillEngine, Table } from './play-kit.ts'

const WALL_CLOCK_MS = 12 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000

describe('running to completed', () => {
  test('by stocks: the last bot with a stock wins; GameSummary `frames`: from frame 0 to the last, on which that was', async () => {
    await using table = await Table.open({ engine: stillEngine('ends=333', 'by=stocks', 'winner=0') })
    expect(await table.play([await table.bot(), await table.bot()])).toMatchObject({
      status: 'completed',
      cause: 'stocks',
      summary: { endReason: 'stocks', winner: 0, frames: 334, players: [{ stocks: 4 }, { stocks: 0 }] },
    })
  })

  test('by time: the winner is the one that the engine reports; GameSummary `winner`: null on a draw', async () => {
    await using table = await Table.open({ engine: stillEngine('ends=5', 'by=time', 'winner=1') })
    expect(await table.play([await table.bot(), await table.bot()])).toMatchObject({
      status: 'completed',
      cause: 'time',
      summary: { endReason: 'time', winner: 1, players: [{ percent: 0 }, { percent: 10 }] },
    })
    await using draw = await Table.open({ engine: stillEngine('ends=5', 'by=time') })
    expect(await draw.play([await draw.bot(), await draw.bot()])).toMatchObject({
      status: 'completed',
      summary: { endReason: 'time', winner: null },
    })
  })

  test.runIf(IS_LONG)(
    'Game rules: Time limit: a game in which nobody is touched ends after 8 minutes, on equal stocks and percent a draw',
    async () => {
      await using table = await Table.open({ engine: builtInEngine('fast') })
      const { summary, cause } = await table.play([await table.bot(), await table.bot()])
      expect(cause).toBe('time')
      expect(summary).toMatchObject({ endReason: 'time', winner: null, players: [{ stocks: 4 }, { stocks: 4 }] })
      expect(summary!.frames).toBeGreaterThanOrEqual(8 * 60 * 60)
      expect(summary!.frames).toBeLessThanOrEqual(8 * 60 * 60 + 2)
    },
    300_000,
  )
})

describe('running to aborted', () => {
  test('wall clock: 12 minutes after its start a match that still plays is aborted, with the summary of that moment', async () => {
    const clock = new ManualClock()
    await using table = await Table.open({ clock })
    const bots = [await table.bot(), await table.bot()] as const
    const id = table.seat(bots, { ranMs: WALL_CLOCK_MS - 2_000 })
    await clock.poll(130)
    const result = await table.result(id)
    expect(result).toMatchObject({
      status: 'aborted',
      cause: 'wall-clock',
      played: true,
      summary: { endReason: 'engine', winner: null, frames: 7, players: [{ stocks: 4 }, { stocks: 4 }] },
    })
    expect(readReplay(await table.replay(id)).metadata).toMatchObject({ lastFrame: 6 })
    expect(bots[0].stream.equals(await table.raw(id))).toBe(true)
  })

  test('wall clock before Game Start: aborted without a summary', async () => {
    await using table = await Table.open()
    const silent = await table.bot({ pick: () => null })
    expect(await table.play([silent, await table.bot()], { ranMs: WALL_CLOCK_MS - 300 })).toMatchObject({
      status: 'aborted',
      cause: 'wall-clock',
      played: false,
      summary: null,
      replayBytes: null,
    })
    expect(await (await silent.socket()).closed).toBe(1000)
  })

  test('wall clock: the clock that the order is from need not agree with that of the host', async () => {
    await using table = await Table.open()
    const silent = await table.bot({ pick: () => null })
    const id = table.seat([silent, await table.bot()], { startedAt: Date.now() - 11 * HOUR_MS })
    // The host looks ten times a second.
    await sleep(500)
    table.abort(id, 'operator')
    expect(await table.result(id)).toMatchObject({ cause: 'operator' })
  })

  test('by the arena, in every phase', async () => {
    const clock = new ManualClock()
    await using table = await Table.open({ clock })
    const dialling = table.seat(['http://127.0.0.1:1/', 'http://127.0.0.1:1/'])
    table.abort(dialling, 'shutdown')
    expect(await table.result(dialling)).toMatchObject({ status: 'aborted', cause: 'shutdown', summary: null })

    const bot = await table.bot({ pick: () => null })
    const picking = table.seat([bot, await table.bot()])
    await bot.socket()
    table.abort(picking, 'shutdown')
    expect(await table.result(picking)).toMatchObject({ status: 'aborted', cause: 'shutdown', summary: null })

    const playing = table.seat([await table.bot(), await table.bot()])
    await clock.poll(3)
    table.abort(playing, 'shutdown')
    expect(await table.result(playing)).toMatchObject({ status: 'aborted', played: true, summary: { frames: 0 } })
  })

  test('a game that is over is not behind its clock, however long it takes to store its end', async () => {
    const clock = new ManualClock()
    const engine = stillEngine('ends=-120', 'fault=hang', 'at=99999')
    await using table = await Table.open({ clock, engine, timing: { stepMs: 500 } })
    const id = table.seat([await table.bot(), await table.bot()])
    await clock.poll(4)
    expect(clock.isOver).toBe(true)
    clock.lag = 400
    await table.result(id)
    expect(table.events.filter(({ type }) => type === 'overload')).toEqual([])
  })

  test('a result is reported once, whatever comes after it', async () => {
    await using table = await Table.open({ engine: stillEngine('ends=0') })
    const id = table.seat([await table.bot(), await table.bot()])
    await table.result(id)
    table.abort(id, 'shutdown')
    await table.host.stop()
    expect(table.events.filter(({ type }) => type === 'finished')).toHaveLength(1)
  })
})
