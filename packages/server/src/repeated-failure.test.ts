import { expect, test } from 'vitest'
import { RepeatedFailure } from './repeated-failure.ts'

test('what fails again and again is logged at once, and then once a minute with how often it failed', () => {
  let now = 0
  const said: object[] = []
  const failure = new RepeatedFailure(
    (fields) => said.push(fields),
    () => now,
  )
  for (now = 0; now <= 60_000; now += 500) failure.add(now)
  expect(said).toEqual([
    { err: 0, times: 1 },
    { err: 60_000, times: 120 },
  ])
})

test('what fails after it went well is logged at once', () => {
  const said: object[] = []
  const failure = new RepeatedFailure(
    (fields) => said.push(fields),
    () => 0,
  )
  for (const what of ['a', 'b']) failure.add(what)
  failure.clear()
  failure.add('c')
  expect(said).toEqual([
    { err: 'a', times: 1 },
    { err: 'c', times: 1 },
  ])
})
