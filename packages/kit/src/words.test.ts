import type { GameSummary } from '@arena/protocol'
import { describe, expect, test } from 'vitest'
import type { MatchResult, NoPick } from '../../host/src/order.ts'
import {
  adviceOnPads,
  columns,
  describeDrawn,
  describeEnding,
  describeIgnored,
  describeMissedPads,
  describeProgress,
  describeSeries,
  describeSummary,
  duration,
} from './words.ts'

const NAMES = ['you', 'ember'] as const
const IDS = ['bot_0', 'bot_1'] as const

function summary(told: Partial<GameSummary> = {}, stocks: readonly [number, number] = [0, 3]): GameSummary {
  const player = (port: 0 | 1) => ({ character: 2, costume: port, stocks: stocks[port], percent: 40 + port, missed: 0 })
  return { stage: 31, players: [player(0), player(1)], frames: 7999, endReason: 'stocks', winner: 1, ...told }
}

function ending(told: Partial<MatchResult>): string {
  const result: MatchResult = {
    matchId: 'match_0',
    status: 'completed',
    cause: 'stocks',
    detail: '',
    summary: summary(),
    played: true,
    answered: [true, true],
    replayBytes: 1,
    ...told,
  }
  return describeEnding(result, NAMES, IDS)
}

describe('how a match ended', () => {
  test.each([
    ['ember wins by stocks after 2:13, 3 to 0.', {}],
    [
      'A draw after 2:13: both lost their last stock on the same frame.',
      { summary: summary({ winner: null }, [0, 0]) },
    ],
    ['ember wins on time, 3 stocks to 1.', { cause: 'time', summary: summary({ endReason: 'time' }, [1, 3]) }],
    [
      'you wins on time, with 40% against 41% and 1 stock each.',
      { cause: 'time', summary: summary({ endReason: 'time', winner: 0 }, [1, 1]) },
    ],
    [
      'A draw: time ran out with 2 stocks and 40% on both sides.',
      { cause: 'time', summary: summary({ endReason: 'time', winner: null }, [2, 2]) },
    ],
    [
      'ember wins by forfeit after 2:13. No pad of you landed for 300 polls. That is 5 seconds.',
      { cause: 'forfeit', detail: 'No pad of bot_0 landed for 300 polls.' },
    ],
    [
      'A draw after 2:13. No pad of either bot landed for 300 polls.',
      {
        cause: 'double-forfeit',
        detail: 'No pad of either bot landed for 300 polls.',
        summary: summary({ winner: null }),
      },
    ],
    [
      'ember wins by forfeit; no game was played. you never connected (upgrade: answered 500).',
      { cause: 'absent', detail: 'bot_0 never connected (upgrade: answered 500).' },
    ],
    [
      'The match was broken off. The engine ended with code 1',
      { status: 'aborted', cause: 'engine-failed', detail: 'The engine ended with code 1' },
    ],
    ['Broken off after 2:13.', { status: 'aborted', cause: 'shutdown' }],
    ['Broken off.', { status: 'aborted', cause: 'shutdown', summary: null }],
  ] as const)('%s', (sentence, told) => {
    expect(ending(told)).toBe(sentence)
  })
})

test('a summary is a table of both bots', () => {
  const told = summary({ frames: 60 })
  const players = [
    { ...told.players[0], missed: 7 },
    { ...told.players[1], lead: 2 },
  ] as const
  expect(describeSummary({ ...told, players: [...players] }, NAMES)).toEqual([
    '         port  character       stocks  percent  pads missed  lead',
    '  you    0     Fox             0       40%      7 of 183     -',
    '  ember  1     Fox, costume 1  3       41%      0 of 183     2',
    '',
    '  on Battlefield, 0:01 of play',
  ])
})

test('the kit reports late pads if they are more than a few', () => {
  const told = summary({ frames: 877 })
  const missing = (missed: number) =>
    adviceOnPads({ ...told, players: [{ ...told.players[0], missed }, told.players[1]] }, 0, 'you')
  expect(missing(10)).toEqual([])
  expect(missing(11)).toEqual([
    'you was played neutral for 1.1% of the frames, because no pad of its had come. Having seen frame F, it has 33 ms to send the pad for frame F + 3.',
  ])
  expect(missing(250)).toEqual([expect.stringContaining('for 25% of the frames')])
})

test('the kit reports where pads were missed, the longest stretches first', () => {
  expect(describeMissedPads([], 'you')).toEqual([])
  const ranges = [
    { frame: -123, count: 4, isLate: false },
    { frame: 600, count: 1, isLate: true },
    { frame: 4000, count: 12, isLate: true },
  ]
  expect(describeMissedPads(ranges, 'you')).toEqual([
    'Pads that you missed: 1:06 (frames 4000 to 4011, came too late), 0:00 (frames -123 to -120, never came), 0:10 (frame 600, came too late).',
  ])
  const many = Array.from({ length: 9 }, (_, i) => ({ frame: 100 * i, count: 9 - i, isLate: false }))
  expect(describeMissedPads(many, 'you')[0]).toMatch(
    /0:06 \(frames 400 to 404, never came\), and 4 shorter stretches\.$/,
  )
})

test('the kit reports what was sent without effect', () => {
  const none = { malformed: 0, lastLength: 0, late: 0, seen: 0, tooFar: 0, reversed: 0, texts: 0 }
  const said = (ignored: Partial<typeof none>, missedMany = true) =>
    describeIgnored({ ...none, ...ignored }, 'you', missedMany)
  expect(said({})).toEqual([])
  expect(said({ malformed: 4927, lastLength: 11 })).toEqual([
    'you sent 4927 binary messages that are not 12 bytes (the last one has 11). A pad is exactly 12 bytes; anything else is ignored.',
  ])
  expect(said({ malformed: 1, lastLength: 0 })).toEqual([
    'you sent 1 binary message that is not 12 bytes (it has 0). A pad is exactly 12 bytes; anything else is ignored.',
  ])
  expect(said({ texts: 2 })).toEqual([
    'you sent 2 text messages after its answer to the pick. Text is ignored then: pads are binary messages.',
  ])
  expect(said({ tooFar: 1 })).toEqual([
    'you sent 1 pad for a frame more than 600 past the last poll, which is ignored. The frame is a 32-bit integer in little-endian order.',
  ])
  expect(said({ late: 30 })).toEqual(['you sent 30 pads for a frame that had been polled.'])
  // Early pads that come late are corrections that were not needed.
  expect(said({ late: 30 }, false)).toEqual([])
})

test('the kit reports why a character was drawn, and what was received in place of a pick', () => {
  const said = (why: NoPick) => describeDrawn('you', why, 9)
  expect(said({ kind: 'late' })).toBe(
    'you plays Marth, drawn from the seed, because it sent no text in time. The pick is answered by the text ' +
      '{"id": 0, "action": {"character": 0 to 25, "costume": 0 to 5}} within 10 s.',
  )
  expect(said({ kind: 'dropped' })).toContain('because its socket closed before it had answered the pick.')
  expect(said({ kind: 'binary', length: 46 })).toContain('it sent no text in time, but a binary message of 46 bytes.')
  expect(said({ kind: 'invalid', received: '{"x": "\u001b"}', mistake: 'action: Required' })).toContain(
    String.raw`because it answered the pick with "{\"x\": \"\u001b\"}" (action: Required).`,
  )
})

test('small things', () => {
  expect([0, 59, 60, 7999, -5].map(duration)).toEqual(['0:00', '0:00', '0:01', '2:13', '0:00'])
  expect(
    columns([
      ['a', 'bb'],
      ['ccc', ''],
    ]),
  ).toEqual(['  a    bb', '  ccc'])
  const players = [
    { stocks: 1, percent: 80, x: 0, y: 0 },
    { stocks: 4, percent: 0, x: 0, y: 0 },
  ] as const
  const report = { matchId: '', frame: 600, players, answered: [true, true], missed: [0, 0] } as const
  expect(describeProgress(report, NAMES)).toBe('0:10  you 1 stock 80%, ember 4 stocks 0%')
  expect(describeSeries('you', { wins: 2, losses: 1, draws: 0 })).toBe('you won 2 of 3 games, lost 1.')
  expect(describeSeries('you', { wins: 0, losses: 1, draws: 2 })).toBe('you won 0 of 3 games, lost 1 and drew 2.')
})
