import { expect, test, vi } from 'vitest'
import type { MatchStarted } from '../../../../host/src/order.ts'
import { abortedOf } from '../../../tests/storage/fixture.ts'
import { EngineStarts } from './engine-starts.ts'

const detail = 'The engine could not be started: ENOENT'
const failed = abortedOf('match_01k9y40r6yes3v1c5hzq8p2n7t', { cause: 'engine-failed', detail })
const pick = { character: 2, costume: 0 }
const started: MatchStarted = {
  matchId: failed.matchId,
  stage: 31,
  picks: [pick, pick],
  drawn: [null, null],
  versions: [null, null],
}

/** Starts whose trials end when the test says so. */
function engine() {
  const told: string[] = []
  const trials: { readonly begin: () => void; readonly fail: (error: Error) => void }[] = []
  const tell = (_fields: object, message: string) => void told.push(message)
  const starts = new EngineStarts({
    tryEngine: (signal) =>
      new Promise((begin, fail) => {
        trials.push({ begin, fail })
        signal.addEventListener('abort', () => fail(new Error('the engine was stopped')))
      }),
    log: { warn: tell, info: tell },
  })
  const passedOn: string[] = []
  const listener = starts.listeningTo({
    started: () => void passedOn.push('started'),
    progress() {},
    finished: ({ cause }) => void passedOn.push(cause),
    forgiven() {},
    load() {},
    died() {},
    notStarted() {},
  })
  return { starts, listener, trials, told, passedOn }
}

test('after three failed starts in a row no match is to be seated, which is told once, until one start succeeds', async () => {
  const { starts, listener, trials, told } = engine()
  listener.finished(failed)
  trials[0]!.fail(new Error('The engine could not be started: ENOENT'))
  await vi.waitFor(() => expect(trials).toHaveLength(2))
  expect([starts.problem, told]).toEqual([null, []])
  listener.finished(failed)
  listener.finished(failed)
  expect(starts.problem).toBe('The last 4 starts of the engine have failed. The engine could not be started: ENOENT.')
  expect(told).toEqual(['the engine cannot be started: no match is seated until it can'])
  trials[1]!.begin()
  await vi.waitFor(() => expect(starts.problem).toBeNull())
  expect(told.slice(1)).toEqual(['the engine can be started again'])
})

test('a game that begins counts as well, and one that its engine breaks later has begun', async () => {
  const { starts, listener, trials, passedOn } = engine()
  for (let i = 0; i < 3; i++) listener.finished(failed)
  expect(starts.problem).not.toBeNull()
  listener.started(started)
  expect(starts.problem).toBeNull()
  for (let i = 0; i < 3; i++) listener.finished({ ...failed, played: true })
  for (let i = 0; i < 3; i++) listener.finished({ ...failed, cause: 'nobody-connected' })
  expect(starts.problem).toBeNull()
  expect(trials).toHaveLength(1)
  expect(passedOn).toHaveLength(10)
})

test('a trial under way ends with the arena', async () => {
  const { starts, listener, trials } = engine()
  listener.finished(failed)
  await starts.stop()
  expect(trials).toHaveLength(1)
})
