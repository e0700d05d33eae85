import { expect, test } from 'vitest'
import { MissedFrames } from './missed-frames.ts'

function polled(landed: (frame: number) => boolean, to: number): MissedFrames {
  const missed = new MissedFrames(-123)
  for (let frame = -123; frame <= to; frame++) missed.poll(frame, landed(frame))
  return missed
}

test('frames polled without a pad are ranges of frames', () => {
  expect(polled(() => true, 500).text()).toBe('')
  expect(polled((frame) => frame > -120 && frame !== 57, 500).text()).toBe('0+4,176+1')
  expect(polled(() => false, 28_800).text()).toBe('0+28924')
})

test('a pad that comes for a frame that was played neutral makes it late; one for a frame that had a pad does not', () => {
  const missed = polled((frame) => frame < 10 || frame > 13, 500)
  for (const frame of [11, 12, 12, 400, 501, -124, -(2 ** 31), 2 ** 31 - 1]) missed.late(frame)
  expect(missed.text()).toBe('133+1,0+2l,0+1')
})

test('a bot that misses every other frame of eight minutes takes no more than some 60 kB', () => {
  const text = polled((frame) => frame % 2 === 0, 28_800).text()
  expect(text.split(',')).toHaveLength(14_462)
  expect(text.length).toBeLessThan(60_000)
})
