import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { Rounds } from './rounds.ts'

const HOUR_MS = 3_600_000

afterEach(() => void vi.useRealTimers())

test('maintenance runs at once and at intervals, also after a round that failed, and ends when it is stopped', async () => {
  vi.useFakeTimers()
  const sink = new PassThrough()
  const logged = once(sink, 'data')
  let rounds = 0
  const work = async () => {
    if (++rounds === 1) throw new Error('the disk is full')
  }
  const upkeep = new Rounds({ failure: 'nothing was kept up', everyMs: HOUR_MS, work, log: pino(sink) })
  expect(String(await logged)).toMatch(/the disk is full.*nothing was kept up; the next round tries again/s)
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS)
  expect(rounds).toBe(3)
  await upkeep.stop()
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS)
  expect(rounds).toBe(3)
})

test('stopping waits for the round under way', async () => {
  let finish!: () => void
  const done: string[] = []
  const work = () => new Promise<void>((resolve) => (finish = resolve)).then(() => void done.push('round'))
  const upkeep = new Rounds({ failure: '', everyMs: HOUR_MS, work, log: pino({ level: 'silent' }) })
  const stopped = upkeep.stop().then(() => done.push('stopped'))
  finish()
  await stopped
  expect(done).toEqual(['round', 'stopped'])
})

test('an interval that comes while a round is under way is left out: stopping waits for that round alone', async () => {
  vi.useFakeTimers()
  let finish!: () => void
  let rounds = 0
  const work = () => {
    rounds++
    return new Promise<void>((resolve) => (finish = resolve))
  }
  const upkeep = new Rounds({ failure: '', everyMs: HOUR_MS, work, log: pino({ level: 'silent' }) })
  await vi.advanceTimersByTimeAsync(20 * HOUR_MS)
  finish()
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(rounds).toBe(2)
  await vi.advanceTimersByTimeAsync(20 * HOUR_MS)
  const stopped = upkeep.stop()
  finish()
  await stopped
  expect(rounds).toBe(2)
})
