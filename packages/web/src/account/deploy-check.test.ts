import type { DeployStep } from '@arena/protocol'
import { expect, test } from 'vitest'
import { adviceFor, progressOf, shownSteps } from './deploy-check.ts'

const step = (name: DeployStep['name'], ok = true): DeployStep => ({
  name,
  ok,
  sent: '',
  received: 'an answer',
  ms: 12.3,
})
const states = (taken: readonly DeployStep[], isRunning: boolean) =>
  shownSteps(taken, isRunning).map(({ state }) => state)

test('every step is listed from the beginning: what has been taken, the one that runs, and those to come', () => {
  expect(states([], true)).toEqual(['running', 'waiting', 'waiting', 'waiting'])
  expect(states([step('resolve'), step('address')], true)).toEqual(['passed', 'passed', 'running', 'waiting'])
  expect(shownSteps([step('resolve')], true)[0]).toMatchObject({
    title: 'Look up the host',
    detail: 'an answer (12 ms)',
  })
})

test('after a failed step none runs, and the page says what to do', () => {
  const taken = [step('resolve'), step('address'), step('ping', false)]
  expect(states(taken, true)).toEqual(['passed', 'passed', 'failed', 'waiting'])
  expect(adviceFor(taken)).toContain('the body pong')
  expect(adviceFor(taken.slice(0, 2))).toBe('')
  const received = 'answered 200 OK with a body in gzip compression; the body "pong" is expected'
  expect(adviceFor([...taken.slice(0, 2), { ...taken[2]!, received }])).toContain('turn compression off')
})

test('who hears the page learns which step runs, and nothing when none does', () => {
  expect(progressOf([step('resolve')])).toBe('Step 2 of 4: Check its addresses…')
  expect(progressOf([step('resolve', false)])).toBe('')
  expect(progressOf(['resolve', 'address', 'ping', 'upgrade'].map((name) => step(name as DeployStep['name'])))).toBe('')
})
