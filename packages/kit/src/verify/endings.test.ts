import type { EndCause } from '@arena/engine'
import type { KeptMatch } from '@arena/engine/kept-match'
import type { MissedRun } from '@arena/protocol/pad-columns'
import { FIRST_FRAME } from '@arena/slp'
import { expect, test } from 'vitest'
import { landedFaultOf } from './endings.ts'

type Pads = Pick<KeptMatch, 'frames' | 'pads'>

/** The game has frames up to 999. */
const padsOf = (...missed: MissedRun[][]): Pads => {
  const port = (at: number) => ({ missed: missed[at] ?? [], pads: new Uint8Array(0) })
  return { frames: 1000 - FIRST_FRAME, pads: [port(0), port(1)] }
}
const OUT: MissedRun[] = [
  { frame: 20, count: 299 },
  { frame: 700, count: 300 },
]
const forfeit = (port: 0 | 1 | null): EndCause => ({ kind: 'forfeit', port })
const NATURAL: EndCause = { kind: 'natural' }

test.each<[string, Pads, EndCause]>([
  ['a bot that misses the last 300 polls forfeits', padsOf([], OUT), forfeit(1)],
  ['two bots that miss them together both do', padsOf(OUT, OUT), forfeit(null)],
  ['a bot that misses 299 polls in a row plays on', padsOf([{ frame: 0, count: 299 }]), NATURAL],
  ['a game that is decided on the 300th is decided', padsOf(OUT), NATURAL],
  ['a game that is broken off may end at any frame', padsOf(OUT), { kind: 'aborted' }],
])('%s', (_rule, pads, end) => {
  expect(landedFaultOf({ ...pads, end })).toBeNull()
})

test.each<[string, Pads, EndCause, string]>([
  [
    'a bot whose pads land to the end',
    padsOf(),
    forfeit(0),
    'Port 0 is said to have forfeited, and a pad of it was played on frame 999',
  ],
  ['one poll less', padsOf([{ frame: 701, count: 299 }]), forfeit(0), 'a pad of it was played on frame 700'],
  [
    '300 polls, and a pad after them',
    padsOf([{ frame: 699, count: 300 }]),
    NATURAL,
    'Port 0 had missed 300 polls in a row on frame 998',
  ],
  ['the other bot', padsOf(OUT), forfeit(1), 'Port 1 is said to have forfeited'],
  [
    'one of two that miss the same polls',
    padsOf(OUT, OUT),
    forfeit(1),
    'which is a draw; the forfeit is said to be of port 1',
  ],
  ['a game of fewer than 300 frames', { ...padsOf(), frames: 120 }, forfeit(1), 'it has 120 frames'],
])('a forfeit is contradicted by the landed pads: %s', (_case, pads, end, words) => {
  expect(landedFaultOf({ ...pads, end })).toContain(words)
})
