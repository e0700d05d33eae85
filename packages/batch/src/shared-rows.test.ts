/** Rows in memory that two programs share: those of a step lie where they are asked for, and nothing else is written. */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { HEADER_BYTES } from './batch.ts'
import { GAMESTATE, TERMINAL } from './layout.ts'
import { SharedRows } from './shared-rows.ts'

const ROWS = 4
const UNTOUCHED = 0xee

/** A batch of `all` lanes, of which this program has `lanes` from number `first` on. */
function shared(lanes: number, { all = lanes, first = 0 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'arena-rows-'))
  const path = join(folder, 'rows')
  const statesAt = ROWS * all * TERMINAL.bytes
  writeFileSync(path, new Uint8Array(statesAt + (ROWS + 1) * all * GAMESTATE.bytes).fill(UNTOUCHED))
  const fd = openSync(path, 'r+')
  onTestFinished(() => {
    closeSync(fd)
    rmSync(folder, { recursive: true })
  })
  const rows = new SharedRows(
    {
      fd,
      rows: ROWS,
      terminals: { at: first * TERMINAL.bytes, stride: all * TERMINAL.bytes },
      states: { at: statesAt + first * GAMESTATE.bytes, stride: all * GAMESTATE.bytes },
    },
    lanes,
  )
  /** The first byte of each record: of ends by row and lane, then of states. */
  const firstBytes = () => {
    const bytes = readFileSync(path)
    const of = (at: number, count: number, size: number) =>
      Array.from({ length: count }, (_, row) =>
        Array.from({ length: all }, (_unused, lane) => bytes[at + (row * all + lane) * size]),
      )
    return { ends: of(0, ROWS, TERMINAL.bytes), states: of(statesAt, ROWS + 1, GAMESTATE.bytes) }
  }
  return { rows, firstBytes }
}

/** An answer to a step whose records are filled with numbers from 1 on. */
function answer(lanes: number, count: number): Uint8Array {
  const sizes = [TERMINAL.bytes, GAMESTATE.bytes].flatMap((size) => Array.from({ length: count * lanes }, () => size))
  return Buffer.concat([new Uint8Array(HEADER_BYTES), ...sizes.map((size, i) => new Uint8Array(size).fill(i + 1))])
}

const _ = UNTOUCHED

test('ends go to the rows of a step, states to the rows after them', () => {
  const { rows, firstBytes } = shared(2)
  rows.write(answer(2, 2), 1, 2)
  expect(firstBytes()).toEqual({
    ends: [
      [_, _],
      [1, 2],
      [3, 4],
      [_, _],
    ],
    states: [
      [_, _],
      [_, _],
      [5, 6],
      [7, 8],
      [_, _],
    ],
  })
})

test('lanes of other programs are left alone', () => {
  const { rows, firstBytes } = shared(1, { all: 3, first: 1 })
  rows.write(answer(1, 2), 2, 2)
  expect(firstBytes()).toEqual({
    ends: [
      [_, _, _],
      [_, _, _],
      [_, 1, _],
      [_, 2, _],
    ],
    states: [
      [_, _, _],
      [_, _, _],
      [_, _, _],
      [_, 3, _],
      [_, 4, _],
    ],
  })
})

test('rows that there are not are refused, and nothing is written', () => {
  const { rows, firstBytes } = shared(1)
  expect(() => rows.write(answer(1, 2), 3, 2)).toThrow('there are 4 rows, not 5')
  expect(new Set(Object.values(firstBytes()).flat(2))).toEqual(new Set([UNTOUCHED]))
})

test.for([
  [{ fd: 1 }, 'the file of shared rows'],
  [{ rows: 0 }, 'the number of shared rows'],
  [{ terminals: { at: -1, stride: 1 } }, 'the place of shared rows'],
  [{ states: { at: 0, stride: 0 } }, 'their stride'],
] as const)('a description with %j is refused', ([wrong, words]) => {
  const place = { at: 0, stride: 1 }
  const described = { fd: 3, rows: 1, terminals: place, states: place }
  expect(() => new SharedRows({ ...described, ...wrong }, 1)).toThrow(words)
})
