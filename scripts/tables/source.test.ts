import { expect, test } from 'vitest'
import { Row } from './source.ts'

test('a cell that is not a number, or not a list of them, is an error that names its row and column', () => {
  const row = new Row({ one: '1.5', none: '', word: 'x', list: '1 -2 .5', typo: '1 2..5', gap: '1  2' }, 'a.csv, row 3')
  expect([row.number('one'), row.numberOr('none', 7), row.numbers('list'), row.numbers('none')]).toEqual([
    1.5,
    7,
    [1, -2, 0.5],
    [],
  ])
  expect(() => row.number('word')).toThrow('a.csv, row 3: "x" in word is not a number')
  expect(() => row.number('none')).toThrow('a.csv, row 3: "" in none is not a number')
  expect(() => row.numbers('typo')).toThrow('a.csv, row 3: "2..5" in typo is not a number')
  expect(() => row.numbers('gap')).toThrow('a.csv, row 3: "" in gap is not a number')
})
