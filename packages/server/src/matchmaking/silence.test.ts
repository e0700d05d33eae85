import { expect, test } from 'vitest'
import { SILENT_MS } from '../db/arena-reports.ts'
import { SilenceWatch } from './silence.ts'

const TICK_MS = 5_000
const HOUR_MS = 3_600_000
const START = Date.UTC(2026, 2, 1)

/** Listens every tick for a time; answers which arenas were silent at each. */
function listen(watch: SilenceWatch, from: number, forMs: number, seenAt: (now: number) => number): string[][] {
  const heard = []
  for (let now = from; now <= from + forMs; now += TICK_MS)
    heard.push(watch.listen(new Map([['other', seenAt(now)]]), now))
  return heard
}

test('an arena whose report has not changed for a minute is silent, and not a tick sooner', () => {
  const heard = listen(new SilenceWatch(), START, SILENT_MS, () => START)
  expect(heard.slice(0, -1).flat()).toEqual([])
  expect(heard.at(-1)).toEqual(['other'])
})

test.each([
  ['behind', -HOUR_MS],
  ['ahead', HOUR_MS],
])('one that reports itself is not, though its clock is an hour %s', (_how, offMs) => {
  expect(listen(new SilenceWatch(), START, 2 * HOUR_MS, (now) => now + offMs).flat()).toEqual([])
})

test('one that died before this clock was set back is silent a minute later, not when the clock is where it was', () => {
  const watch = new SilenceWatch()
  listen(watch, START, TICK_MS, () => START)
  const heard = listen(watch, START - HOUR_MS, SILENT_MS, () => START)
  expect(heard.slice(0, -1).flat()).toEqual([])
  expect(heard.at(-1)).toEqual(['other'])
})

test('an arena that did not listen for half a minute starts counting again', () => {
  const watch = new SilenceWatch()
  listen(watch, START, SILENT_MS - TICK_MS, () => START)
  expect(listen(watch, START + HOUR_MS, SILENT_MS - TICK_MS, () => START).flat()).toEqual([])
})
