import { ColumnReader, EventWriter } from '@arena/slp'
import { expect, test } from 'vitest'
import { foreignGame, FOX } from '../../../slp/tests/foreign-game.ts'
import { inFormat } from '../../../slp/tests/formats.ts'
import { replayEndOf } from './replay-end.ts'

interface Shown {
  readonly stocks: readonly number[]
  readonly percent?: readonly number[]
}

/** A game that ends so, in a format without placements; `end` is its Game End. */
function read({ stocks, percent = [] }: Shown, end: { method: number; quitter?: number }, start = {}): ColumnReader {
  const game = foreignGame({
    frames: 2,
    start,
    fighters: stocks.map((_, port) => ({ ...FOX, port })),
    post: (_, { port }) => ({ stocksRemaining: stocks[port]!, percent: percent[port] ?? 0 }),
  })
  const writer = new EventWriter()
  writer.gameEnd({ gameEndMethod: end.method, lrasInitiatorIndex: end.quitter ?? -1, placements: [1, 0, -1, -1] })
  const raw = Buffer.concat([game.subarray(0, -writer.bytes().length), writer.bytes()])
  const reader = new ColumnReader()
  reader.push(inFormat(raw, '3.12.0'))
  reader.end()
  return reader
}

test.each([
  ['a game by stocks', { stocks: [0, 2] }, { method: 2, quitter: -1 }, 1],
  ['one of four', { stocks: [0, 0, 1, 0] }, { method: 2, quitter: -1 }, 2],
  ['a game on time, by stocks', { stocks: [2, 1], percent: [90, 0] }, { method: 1, quitter: -1 }, 0],
  ['a game on time, by percent', { stocks: [2, 2], percent: [90.5, 12] }, { method: 1, quitter: -1 }, 1],
  ['nobody where both are alike', { stocks: [2, 2], percent: [12.2, 12.8] }, { method: 1, quitter: -1 }, null],
  ['nobody where a player quits', { stocks: [4, 1] }, { method: 7, quitter: 0 }, null],
  ['nobody of a game that is not decided', { stocks: [4, 1] }, { method: 0, quitter: -1 }, null],
])('without placements the last frame tells the winner: %s', (_, shown, end, winner) => {
  expect(replayEndOf(read(shown, end))).toEqual({ method: end.method, quitter: end.quitter, winner })
})

test('and nobody of teams, or of a mode that does not count stocks', () => {
  expect(replayEndOf(read({ stocks: [0, 2] }, { method: 2 }, { isTeams: 1 }))?.winner).toBeNull()
  expect(replayEndOf(read({ stocks: [0, 2] }, { method: 2 }, { gameBitfield1: 0x02 }))?.winner).toBeNull()
})

test('placements tell it where they are', () => {
  const reader = new ColumnReader()
  reader.push(foreignGame({ frames: 1, fighters: [0, 1].map((port) => ({ ...FOX, port })) }))
  expect(replayEndOf(reader)?.winner).toBe(0)
})
