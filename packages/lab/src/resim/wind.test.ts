import { describe, expect, test } from 'vitest'
import { asVersion, recordGame } from '../../tests/recorded.ts'
import { FOX, MARTH, NEUTRAL } from '../../../engine/tests/scene.ts'
import { measure, WINDOW_FILTERS } from './index.ts'
import { Tracker } from './tracker.ts'
import { gustsOf, recordedWinds } from './wind.ts'

const LEFT = 1
const RIGHT = 2

function pushesOf(length: number, frames: Readonly<Record<number, number>>): Int32Array {
  const pushes = new Int32Array(length)
  for (const [frame, direction] of Object.entries(frames)) pushes[Number(frame)] = direction
  return pushes
}

describe('gusts', () => {
  test('reach from the first push to the last, also over frames on which no fighter was there to be pushed', () => {
    const winds = gustsOf(pushesOf(40, { 10: LEFT, 11: LEFT, 12: LEFT, 20: LEFT, 30: LEFT }))
    expect(winds).toEqual(new Int32Array(40).fill(LEFT, 10, 31))
  })

  test('are not made of a few chance pushes', () => {
    expect(gustsOf(pushesOf(40, { 3: RIGHT, 10: LEFT, 11: LEFT }))).toEqual(new Int32Array(40))
  })

  test('end after 274 frames, where the next may begin', () => {
    const winds = gustsOf(new Int32Array(600).fill(LEFT, 5, 279).fill(RIGHT, 290, 564))
    expect(winds).toEqual(new Int32Array(600).fill(LEFT, 5, 279).fill(RIGHT, 290, 564))
  })
})

describe('a windy game on Dream Land', () => {
  const { recording } = recordGame(28, [FOX, MARTH], 1400, () => [NEUTRAL, NEUTRAL])
  const old = asVersion(recording, [3, 17, 0, 0])

  test('holds its wind; in a recording that is too old for that, the wind is inferred', () => {
    const recorded = recordedWinds(recording)!
    expect(recorded.filter((direction) => direction !== 0).length).toBeGreaterThan(100)
    expect(recordedWinds(old)).toBeNull()
    const tracker = new Tracker(old)
    while (tracker.index < old.frames.length - 1) tracker.advance()
    const felt = tracker.winds
    const from = recorded.findIndex((direction) => direction !== 0)
    const to = felt.findLastIndex((direction) => direction !== 0)
    // It is inferred as long as a fighter is there: the first player is blown off its platform.
    expect(to - from).toBeGreaterThan(100)
    expect(felt.slice(0, to + 1)).toEqual(recorded.slice(0, to + 1))
  })

  test('agrees either way', () => {
    for (const each of [recording, old]) {
      const { windows, free } = measure(each, WINDOW_FILTERS.all)
      expect(windows.losses).toEqual([])
      expect(free.losses).toEqual([])
    }
  })
})
