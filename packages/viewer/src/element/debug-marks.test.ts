import { expect, test } from 'vitest'
import { DebugMarks, NO_MARKS } from './debug-marks.ts'

const line = (frame: number, text: string): string => JSON.stringify({ frame, kind: 'log', text })

test('the marks of a frame are found among many, in the order in which they were made', () => {
  const marks = new DebugMarks(
    [...Array(1000).keys()].flatMap((i) => [line(999 - i, 'a'), line(999 - i, 'b')]).join('\n'),
  )
  expect(marks.count).toBe(2000)
  for (const frame of [0, 1, 500, 999])
    expect(marks.at(frame)).toEqual(['a', 'b'].map((text) => ({ frame, kind: 'log', text })))
  for (const frame of [-1, 1000]) expect(marks.at(frame)).toEqual([])
})

test('what is no mark is counted and not shown', () => {
  const marks = new DebugMarks([line(1, 'a'), 'hello', '{"frame":1}'].join('\n'))
  expect([marks.count, marks.skipped]).toEqual([1, 2])
  expect(NO_MARKS.at(1)).toEqual([])
})

test('marks that are added later, as a match is played, stand among the others by their frames', () => {
  const marks = new DebugMarks(line(3, 'a'))
  marks.add([line(2, 'b'), line(3, 'c'), 'hello'].join('\n'))
  expect([marks.count, marks.skipped]).toEqual([3, 1])
  expect(marks.at(2)).toEqual([{ frame: 2, kind: 'log', text: 'b' }])
  expect(marks.at(3)).toEqual(['a', 'c'].map((text) => ({ frame: 3, kind: 'log', text })))
})
