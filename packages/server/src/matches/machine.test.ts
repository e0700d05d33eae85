import { expect, test } from 'vitest'
import type { HostListener } from './host-pool.ts'
import { Machine } from './machine.ts'
import type { HostLoad, MatchResult } from './order.ts'

const silent: HostListener = {
  started: () => {},
  progress: () => {},
  finished: () => {},
  load: () => {},
  died: () => {},
  notStarted: () => {},
}
const lost: MatchResult = {
  matchId: 'match_01k9y40r6yes3v1c5hzq8p2n7t',
  status: 'aborted',
  cause: 'engine-lag',
  detail: '',
  summary: null,
  played: true,
  answered: [true, true],
  replayBytes: null,
}
const load: HostLoad = {
  latenessMs: { p50: 0, p99: 0, p999: 0, max: 0 },
  histogram: [],
  polls: 0,
  missed: 0,
  matches: 4,
  forgiven: 0,
}

function machine(most: number, first = most) {
  const lines: string[] = []
  return { lines, machine: new Machine({ most, first, log: { warn: (_, line) => lines.push(line) }, now: () => 0 }) }
}

test('matches that engine lag ends lower the limit, are told to the operator once, and in words to everyone', () => {
  const { lines, machine: busy } = machine(8)
  let running = 8
  const listener = busy.listeningTo(silent, () => running)
  expect([busy.limit, busy.notice]).toEqual([8, undefined])
  for (; running > 5;) {
    running--
    listener.finished(lost)
  }
  expect(busy.limit).toBe(4)
  expect(lines).toHaveLength(1)
  expect(busy.notice).toBe(
    'This machine is too busy with other work: 3 matches fell behind the clock. It plays at most 4 at a time until it keeps up again.',
  )
  expect([busy.mayPlay(3), busy.mayPlay(4)]).toEqual([true, false])
})

test('so do matches that were forgiven', () => {
  const { machine: busy } = machine(2)
  busy.listeningTo(silent, () => 2).load({ ...load, forgiven: 1 }, 0)
  expect(busy.notice).toBe(
    'This machine is too busy with other work: a match fell behind the clock. It plays one at a time until it keeps up again.',
  )
})

test('other ends and ordinary reports change nothing', () => {
  const { lines, machine: calm } = machine(4)
  const listener = calm.listeningTo(silent, () => 4)
  listener.finished({ ...lost, cause: 'engine-failed' })
  listener.load(load, 0)
  expect([calm.limit, calm.notice, lines.length]).toEqual([4, undefined, 0])
})
