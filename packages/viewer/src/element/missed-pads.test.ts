import { expect, test } from 'vitest'
import { MissedPads } from './missed-pads.ts'

test('the attribute has the missed pads of each port: late ones, and those that never came', () => {
  const missed = new MissedPads('0+4,176+1l;20+2')
  const pads = [-123, -120, -119, 56, 57, 58].map((frame) => missed.at(0, frame))
  expect(pads).toEqual(['missed', 'missed', 'landed', 'landed', 'late', 'landed'])
  expect([-104, -103, -102, -101].map((frame) => missed.at(1, frame))).toEqual(['landed', 'missed', 'missed', 'landed'])
  expect(missed.count(0, -121, 60)).toBe(3)
  expect(missed.count(0, -119, 57)).toBe(0)
})

test('without the attribute, or with one that is none, no pad is missed', () => {
  for (const list of [null, '', ';', 'x;y', ';;;1+1']) {
    const missed = new MissedPads(list)
    expect([missed.at(0, -123), missed.at(1, 0), missed.count(0, -123, 1000)], String(list)).toEqual([
      'landed',
      'landed',
      0,
    ])
  }
})
