import { expect, test } from 'vitest'
import type { HostListener } from '../../../../host/src/hosts/host-pool.ts'
import { Capacity } from './capacity.ts'
import { abortedOf } from '../../../tests/storage/fixture.ts'

const silent: HostListener = {
  started: () => {},
  progress: () => {},
  finished: () => {},
  forgiven: () => {},
  load: () => {},
  died: () => {},
  notStarted: () => {},
}
const lost = abortedOf('match_01k9y40r6yes3v1c5hzq8p2n7t', { cause: 'engine-lag', played: true })
function machine(most: number, first = most, isNoticePublic = true) {
  const lines: string[] = []
  const clock = { now: 0 }
  const log = { warn: (_: object, line: string) => void lines.push(line) }
  return { lines, clock, machine: new Capacity({ most, first, isNoticePublic, log, now: () => clock.now }) }
}

test('matches that engine lag ends lower the limit, are reported to the operator once, and in words to everyone', () => {
  const { lines, machine: busy } = machine(8)
  let running = 8
  const listener = busy.listeningTo(silent, () => running)
  expect([busy.limit, busy.notice]).toEqual([8, undefined])
  for (; running > 5;) {
    running--
    listener.finished({ ...lost, matchId: `match_${running}` })
  }
  expect(busy.limit).toBe(4)
  expect(lines).toHaveLength(1)
  expect(busy.notice).toBe(
    'This machine is too busy with other work: 3 matches fell behind the clock. It plays at most 4 at a time until it keeps up again.',
  )
  expect([busy.mayPlay(3), busy.mayPlay(4)]).toEqual([true, false])
})

test('so do matches that were forgiven, each counted once however often', () => {
  const { machine: busy } = machine(2)
  const listener = busy.listeningTo(silent, () => 2)
  for (let i = 0; i < 3; i++) listener.forgiven(lost.matchId, 0)
  expect(busy.notice).toBe(
    'This machine is too busy with other work: a match fell behind the clock. It plays one at a time until it keeps up again.',
  )
})

test('in production the limit falls and the operator gets a notice, but the page says nothing', () => {
  const { lines, machine: busy } = machine(8, 8, false)
  busy.listeningTo(silent, () => 7).finished(lost)
  expect([busy.limit, busy.notice, lines.length]).toEqual([4, undefined, 1])
})

test('the notice changes its revision, and goes once the machine keeps up', () => {
  // As in development: two house matches on a machine that may be given many more.
  const { clock, machine: busy } = machine(50, 4)
  busy.listeningTo(silent, () => 2).forgiven(lost.matchId, 0)
  const { revision } = busy
  expect(busy.notice).toContain('one at a time')
  for (let running = 2; clock.now < 120_000; clock.now += 5_000) {
    if (running > 1 && clock.now === 20_000) running--
    if (busy.mayPlay(running) && running < 2) running++
  }
  expect([busy.notice, busy.revision > revision]).toEqual([undefined, true])
})

test('other ends change nothing', () => {
  const { lines, machine: calm } = machine(4)
  calm.listeningTo(silent, () => 4).finished({ ...lost, cause: 'engine-failed' })
  expect([calm.limit, calm.notice, lines.length]).toEqual([4, undefined, 0])
})
