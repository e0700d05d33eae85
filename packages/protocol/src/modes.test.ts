import { expect, it } from 'vitest'
import { Mode, MODES } from './index.ts'

it('Modes: `live` is the only mode, 16.7 ms a frame, lead 2, forfeit after 5 s of game time, rest 2 min, wall clock 12 min', () => {
  expect(Mode.options).toEqual(['live'])
  expect(Object.keys(MODES)).toEqual(['live'])
  const { frameMs, inputDelayFrames, forfeitPolls, restMs, wallClockMs } = MODES.live
  expect(frameMs.toFixed(1)).toBe('16.7')
  expect(inputDelayFrames).toBe(2)
  expect(forfeitPolls).toBe(300)
  expect(forfeitPolls * frameMs).toBeCloseTo(5_000)
  expect(restMs).toBe(2 * 60_000)
  expect(wallClockMs).toBe(12 * 60_000)
})

it('Limits: pads up to 600 frames ahead, engine lag of more than 1 second for 5 seconds', () => {
  expect(MODES.live.padWindow).toBe(600)
  expect(MODES.live.lagMs).toBe(1_000)
  expect(MODES.live.lagForMs).toBe(5_000)
})
