import { readDebugFile } from '@arena/slp'
import { expect, test } from 'vitest'
import { DebugMarks, NO_MARKS } from './debug-marks.ts'

function marksOf(...lines: readonly string[]): DebugMarks {
  const marks = new DebugMarks()
  marks.add(readDebugFile(lines.join('\n')))
  return marks
}

const line = (frame: number, text: string): string => JSON.stringify({ frame, kind: 'log', text })

test('the marks of a frame are found among many, in the order in which they were made', () => {
  const marks = marksOf(...[...Array(1000).keys()].flatMap((i) => [line(999 - i, 'a'), line(999 - i, 'b')]))
  expect(marks.count).toBe(2000)
  for (const frame of [0, 1, 500, 999])
    expect(marks.at(frame)).toEqual(['a', 'b'].map((text) => ({ frame, kind: 'log', text })))
  for (const frame of [-1, 1000]) expect(marks.at(frame)).toEqual([])
})

test('what is no mark is counted and not shown', () => {
  const marks = marksOf(line(1, 'a'), 'hello', '{"frame":1}')
  expect([marks.count, marks.skipped]).toEqual([1, 2])
  expect(NO_MARKS.at(1)).toEqual([])
})

test('marks that are added later, as a match is played, stand among the others by their frames', () => {
  const marks = marksOf(line(3, 'a'))
  marks.add(readDebugFile([line(2, 'b'), line(3, 'c'), 'hello'].join('\n')))
  expect([marks.count, marks.skipped]).toEqual([3, 1])
  expect(marks.at(2)).toEqual([{ frame: 2, kind: 'log', text: 'b' }])
  expect(marks.at(3)).toEqual(['a', 'c'].map((text) => ({ frame: 3, kind: 'log', text })))
})

test('the chances that a bot gives itself are found by port: on a frame holds the last one before', () => {
  const told = (frame: number, port: number, chance: number) => JSON.stringify({ frame, port, kind: 'chance', chance })
  const marks = marksOf(told(200, 1, 0.7), told(100, 1, 0.4), told(100, 0, 0.5), line(100, 'a'))
  expect(marks.chances(1)).toEqual([
    { frame: 100, chance: 0.4 },
    { frame: 200, chance: 0.7 },
  ])
  expect([99, 100, 199, 200, 900].map((frame) => marks.chance(1, frame))).toEqual([null, 0.4, 0.4, 0.7, 0.7])
  expect(marks.chance(0, 150)).toBe(0.5)
})
