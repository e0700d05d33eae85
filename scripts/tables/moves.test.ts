import { expect, test } from 'vitest'
import { readMoves } from './moves.ts'

const LINES = [
  'move jab1 actions=44 total=17',
  '  window 2-3',
  '    hit 0 4 70 100 0 0 normal 0 3.3 ga 3 0 25 0 0 4.6',
  '  at 44',
  '    2 0 5.4 5.9 3.3',
  '    depth 0 2 4.9',
]

test('a move file is read', () => {
  const [move] = readMoves('fox/moves.txt', LINES)
  expect(move!.windows).toMatchObject([{ first: 2, last: 3, hits: [{ damage: 4, radius: 3.3, offset: [0, 0, 4.6] }] }])
  expect(move!.places.get(44)!.get(2)!.get(0)).toEqual({ x: 5.4, y: 5.9, z: 4.9, radius: 3.3 })
})

test.each([
  ['hit 0 4', 'hit 0 4..', '"4.." is not a number'],
  ['normal', 'normall', '"normall" is no element'],
  ['0 0 4.6', '0 0', '"" is not a number'],
  ['2 0 5.4 5.9', '2 0 5.4 5,9', '"5,9" is not a number'],
  ['window 2-3', 'window 2-x', '"x" is not a number'],
])('%j mistyped as %j is an error that names the line', (right, wrong, message) => {
  const at = LINES.findIndex((line) => line.includes(right))
  const lines = LINES.with(at, LINES[at]!.replace(right, wrong))
  expect(() => readMoves('fox/moves.txt', lines)).toThrow(`fox/moves.txt: ${message}, in "${lines[at]!.trim()}"`)
})
