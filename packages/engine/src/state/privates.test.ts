/** Private variables of action states. */
import { expect, test } from 'vitest'
import { EventRecorder } from '../events/recorder.ts'
import { EXTERNAL_ID } from '../tables/ids.ts'
import { Match } from '../match.ts'
import { clearPrivates, privates } from './privates.ts'

const { fighters } = new Match(
  { seed: new Uint8Array(32), stage: 32, characters: [EXTERNAL_ID.fox, EXTERNAL_ID.marth] },
  new EventRecorder(),
)
const [fox, marth] = fighters as [(typeof fighters)[0], (typeof fighters)[0]]
const Swing = privates({ left: 'int', speed: 'float', isOpen: 'flag', height: 'float' })

test('lie in the words of the state, each kind from the first word on', () => {
  Object.assign(Swing.of(fox), { left: 3, speed: 0.5, isOpen: true, height: -2 })
  expect([...fox.stateInts.subarray(0, 2)]).toEqual([3, 1])
  expect([...fox.stateFloats.subarray(0, 2)]).toEqual([0.5, -2])
})

test('of two fighters are separate, also when both are accessed', () => {
  const [one, other] = [Swing.of(fox), Swing.of(marth)]
  one.left = 5
  other.left = 8
  expect([one.left, other.left]).toEqual([5, 8])
  expect(Swing.of(fox)).toBe(one)
})

test('store floats as the console does, and flags as 0 and 1', () => {
  const swing = Swing.of(fox)
  swing.speed = 0.1
  swing.isOpen = false
  expect(swing.speed).toBe(Math.fround(0.1))
  expect(fox.stateInts[1]).toBe(0)
})

test("of actions with a common table come after that table's", () => {
  const Struggle = privates({ pressed: 'int', left: 'float' })
  const Held = privates({ frames: 'int', isAsleep: 'flag', away: 'float' }, Struggle)
  clearPrivates(fox)
  Object.assign(Held.of(fox), { frames: 7, isAsleep: true, away: 4 })
  Object.assign(Struggle.of(fox), { pressed: 2, left: 90 })
  expect([...fox.stateInts.subarray(0, 4)]).toEqual([2, 7, 1, 0])
  expect([...fox.stateFloats.subarray(0, 3)]).toEqual([90, 4, 0])
})

test('have names and kinds that the compiler checks', () => {
  const swing = Swing.of(fox)
  // @ts-expect-error: a flag is no number
  swing.isOpen = 2
  // @ts-expect-error: there is no such variable
  expect(swing.sped).toBeUndefined()
})
