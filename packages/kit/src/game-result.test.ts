import type { MatchResult } from '@arena/host'
import { expect, test } from 'vitest'
import { documentOf, lineOf, outcomeFor, tableOf, type PlayedGame } from './game-result.ts'
import { orderOf } from './order.ts'
import { RaisedErrors } from './raised/raised-errors.ts'

const seat = (name: string, n: number) => ({ botId: `bot_${n}`, name, url: `http://127.0.0.1:${n}` })
const [FOX, TIDE] = [seat('fox', 1), seat('tide', 2)]
const ORDER = orderOf(new Uint8Array(32).fill(7), 31, [FOX, TIDE])
const PORT = ORDER.bots[0] === FOX ? 0 : 1

/** A game that the bot ended with so many stocks. */
function played(number: number, mine: number, others: number): PlayedGame {
  const player = (stocks: number) => ({ character: 2, costume: 0, stocks, percent: 12, missed: 3 })
  const players = PORT === 0 ? [player(mine), player(others)] : [player(others), player(mine)]
  const winner = mine === others ? null : mine > others ? PORT : 1 - PORT
  const summary = { stage: 31, players, frames: 5_520, endReason: 'stocks', winner }
  const result = { matchId: ORDER.matchId, status: 'completed', cause: 'stocks', detail: '', summary } as unknown
  const raised = [new RaisedErrors(), new RaisedErrors()] as const
  return { number, order: ORDER, result: result as MatchResult, raised, replay: `game-${number}.slp`, debug: null }
}

const broken: PlayedGame = {
  ...played(4, 2, 2),
  result: { ...played(4, 2, 2).result, status: 'aborted', cause: 'engine-lag', summary: null },
  replay: null,
}

test('a game is a line, from the view of the bot', () => {
  expect(lineOf(FOX, played(3, 0, 4))).toBe(
    'Game  3  lost 0-4 against tide on Battlefield: stocks after 1:32, 3 pads missed',
  )
  expect(lineOf(TIDE, played(12, 0, 4))).toBe(
    'Game 12  won 4-0 against fox on Battlefield: stocks after 1:32, 3 pads missed',
  )
  expect(lineOf(FOX, broken)).toBe('Game  4  broken off against tide on Battlefield: engine-lag')
})

test('several are a table', () => {
  expect(tableOf(FOX, [played(1, 2, 0), played(2, 1, 1), broken])).toEqual([
    '  game  result      stocks  end         length  pads missed  opponent  stage        replay',
    '  1     won         2-0     stocks      1:32    3            tide      Battlefield  game-1.slp',
    '  2     drawn       1-1     stocks      1:32    3            tide      Battlefield  game-2.slp',
    '  4     broken off  -       engine-lag  -       -            tide      Battlefield  -',
  ])
})

test('what the bot raised is said of a game, and has a column where there was something', () => {
  const game = played(1, 0, 4)
  for (const frame of [1, 2])
    game.raised[PORT].take({ frame, in: 'frame', error: 'TypeError: boom', place: 'fox.js:1:2' })
  expect(lineOf(FOX, game)).toBe(
    'Game  1  lost 0-4 against tide on Battlefield: stocks after 1:32, 3 pads missed, raised 2 times',
  )
  expect(tableOf(FOX, [game, played(2, 2, 0)])).toEqual([
    '  game  result  stocks  end     length  pads missed  raised  opponent  stage        replay',
    '  1     lost    0-4     stocks  1:32    3            2       tide      Battlefield  game-1.slp',
    '  2     won     2-0     stocks  1:32    3            0       tide      Battlefield  game-2.slp',
  ])
  expect(documentOf(game)).toMatchObject({
    raised: expect.arrayContaining(
      [[], [{ error: 'TypeError: boom', times: 2 }]].map((each) =>
        expect.arrayContaining(each.map((e) => expect.objectContaining(e))),
      ),
    ),
  })
})

test('and a document for programs, with what plays it again', () => {
  expect(outcomeFor(FOX, played(1, 4, 0))).toBe('won')
  expect(documentOf(played(1, 4, 0))).toMatchObject({
    game: 1,
    seed: ORDER.seed,
    stage: 31,
    bots: ORDER.bots.map(({ name }) => name),
    status: 'completed',
    replay: 'game-1.slp',
    debug: null,
  })
})
