import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commitmentOf, seedOf } from './day-secret.ts'
import { entryText, readEntry, type Entry } from './entry.ts'
import { NoteError } from './note-error.ts'
import { readResult, resultText, type ResultNote } from './result-note.ts'
import { leafHash } from './tree.ts'

const LOG = 'arena.example/log/1'
const HEX = '5f0c1d7e92ab3468c0ffee00112233445566778899aabbccddeeff0123456789'

const PLAYED: ResultNote = {
  log: LOG,
  matchId: 'match_01k9y40r6yes3v1c5hzq8p2n7t',
  day: '2026-11-24',
  number: 17,
  startedAt: '2026-11-24T10:00:00.000Z',
  endedAt: '2026-11-24T10:03:10.412Z',
  build: 'builtin-0123456789ab',
  engine: '9f091acc',
  seed: HEX,
  stage: 31,
  ports: [
    {
      botId: 'bot_01k9y3x5q7f0ktn2b8s4v6w9ed',
      character: 2,
      costume: 0,
      pads: { landed: 9870, sha256: HEX },
    },
    { botId: 'bot_01k9y3y1c9e5vr7m2h6t0q4xkb', character: 20, costume: 3, pads: { landed: 9871, sha256: HEX } },
  ],
  replay: { bytes: 3_604_118, sha256: HEX },
  end: { status: 'completed', reason: 'stocks' },
  result: { winner: 0, frames: 9871, stocks: [2, 0], percent: [33, 80], score: [2, 0], placement: [1, 2] },
  ratings: [
    { before: { mu: 25, sigma: 25 / 3 }, after: { mu: 27.5, sigma: 8.1 } },
    { before: { mu: -0.5, sigma: 8.3 }, after: { mu: -2, sigma: 8.1 } },
  ],
}

/** Nobody played, and nothing was rated. */
const ABORTED: ResultNote = {
  ...PLAYED,
  engine: null,
  stage: null,
  ports: [
    { ...PLAYED.ports[0], character: null, costume: null, pads: null },
    { ...PLAYED.ports[1], character: null, costume: null, pads: null },
  ],
  replay: null,
  end: { status: 'aborted', cause: 'machine-silent' },
  result: null,
  ratings: [
    { ...PLAYED.ratings[0], after: null },
    { ...PLAYED.ratings[1], after: null },
  ],
}

test('the text of a result, line by line', () => {
  expect(resultText(PLAYED)).toBe(`arena result v1
log arena.example/log/1
match match_01k9y40r6yes3v1c5hzq8p2n7t
number 2026-11-24 17
started 2026-11-24T10:00:00.000Z
ended 2026-11-24T10:03:10.412Z
build builtin-0123456789ab
engine 9f091acc
seed ${HEX}
stage 31
port 0 bot_01k9y3x5q7f0ktn2b8s4v6w9ed character 2 costume 0 pads 9870 ${HEX}
port 1 bot_01k9y3y1c9e5vr7m2h6t0q4xkb character 20 costume 3 pads 9871 ${HEX}
replay 3604118 ${HEX}
end completed stocks
result winner 0 frames 9871 stocks 2 0 percent 33 80 score 2 0 placement 1 2
rating 0 25 8.333333333333334 27.5 8.1
rating 1 -0.5 8.3 -2 8.1
`)
  expect(resultText(ABORTED).split('\n').slice(7)).toEqual([
    'engine -',
    `seed ${HEX}`,
    'stage -',
    'port 0 bot_01k9y3x5q7f0ktn2b8s4v6w9ed character - costume - pads -',
    'port 1 bot_01k9y3y1c9e5vr7m2h6t0q4xkb character - costume - pads -',
    'replay -',
    'end aborted machine-silent',
    'result -',
    'rating 0 25 8.333333333333334 -',
    'rating 1 -0.5 8.3 -',
    '',
  ])
})

test('numbers are written without an exponent', () => {
  const text = resultText({ ...PLAYED, result: { ...PLAYED.result!, percent: [1e-7, 0.1] } })
  expect(/percent (\S+)/.exec(text)![1]).toBe('0.0000001')
  expect(readResult(text).result!.percent).toEqual([1e-7, 0.1])
})

const ENTRIES: Entry[] = [
  { kind: 'key', log: LOG, publicKey: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=', since: PLAYED.startedAt },
  { kind: 'day', log: LOG, day: '2026-11-24', first: 1, commitment: commitmentOf(HEX) },
  { kind: 'secret', log: LOG, day: '2026-11-24', secret: HEX },
  { kind: 'result', log: LOG, result: PLAYED },
  { kind: 'result', log: LOG, result: ABORTED },
  { kind: 'result', log: LOG, result: { ...PLAYED, result: { ...PLAYED.result!, winner: null, placement: [1, 1] } } },
  { kind: 'restored', log: LOG, former: { origin: 'arena.example/log/0', size: 12, root: leafHash('') } },
  { kind: 'restored', log: LOG, former: null },
]

test.each(ENTRIES)('an entry reads back as what was written: $kind', (entry) => {
  expect(readEntry(entryText(entry))).toEqual(entry)
})

test('an entry says its kind, its version and its log first', () => {
  expect(entryText(ENTRIES[1]!)).toBe(
    `arena day v1\nlog arena.example/log/1\nday 2026-11-24 first 1\ncommitment ${commitmentOf(HEX)}\n`,
  )
  expect(entryText(ENTRIES[0]!)).toBe(
    'arena key v1\nlog arena.example/log/1\npublic 11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\nsince 2026-11-24T10:00:00.000Z\n',
  )
  expect(entryText(ENTRIES[7]!)).toBe('arena restored v1\nlog arena.example/log/1\nformer -\n')
})

test('whatever reads as an entry is written again as the same text', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ENTRIES),
      fc.nat(),
      fc.constantFrom('', ' ', '\n', '0', '.', '-', '1', 'A', '\r'),
      fc.nat(1),
      (entry, at, put, cut) => {
        const text = entryText(entry)
        const place = at % text.length
        const changed = text.slice(0, place) + put + text.slice(place + cut)
        let read: Entry
        try {
          read = readEntry(changed)
        } catch (error) {
          expect(error).toBeInstanceOf(NoteError)
          return
        }
        expect(entryText(read)).toBe(changed)
      },
    ),
    { numRuns: 400, seed: 49 },
  )
})

test.each([
  ['\n', '\r\n', 'in the place of'],
  ['stage 31', 'stage  31', 'in the place of a whole number'],
  ['stage 31', 'stage 031', '`stage 031` has `031` in the place of a whole number'],
  ['25 8.3', '25.0 8.3', 'a decimal number'],
  ['8.333333333333334', '8.33333333333333400001', 'another spelling'],
  ['number 2026-11-24', 'number 2026-13-24', 'a date'],
  ['completed stocks', 'completed well', 'stocks or time or forfeit'],
  ['end completed stocks\n', '', 'has to be `end`'],
  ['rating 1', 'rating 0', 'in the place of 1'],
  ['replay 3604118', 'replay - 3604118', 'the end of the line'],
])('a result with %j as %j is refused in words', (from, to, words) => {
  expect(() => readResult(resultText(PLAYED).replace(from, to))).toThrow(words)
})

test('a result that is cut off, or goes on, is refused', () => {
  expect(() => readResult(resultText(PLAYED).slice(0, -1))).toThrow('ends in a newline')
  expect(() => readResult(`${resultText(PLAYED)}more\n`)).toThrow('Nothing follows the last line')
  expect(() => readEntry('arena result v1\n')).toThrow('The line `log` is missing')
})

test('a result that could not be read again is not written', () => {
  const { ratings } = PLAYED
  expect(() => resultText({ ...PLAYED, build: 'two words' })).toThrow(NoteError)
  expect(() =>
    resultText({ ...PLAYED, ratings: [{ ...ratings[0], after: { mu: NaN, sigma: 1 } }, ratings[1]] }),
  ).toThrow(NoteError)
})

test('a commitment is the SHA-256 of the 32 bytes, and a seed the HMAC of `match <number>` under them', () => {
  const key = Buffer.from(HEX, 'hex')
  expect(commitmentOf(HEX)).toBe(createHash('sha256').update(key).digest('hex'))
  expect(Buffer.from(seedOf(HEX, 17))).toEqual(createHmac('sha256', key).update('match 17').digest())
  expect(() => seedOf(HEX, 0)).toThrow(RangeError)
  expect(() => commitmentOf(HEX.toUpperCase())).toThrow('lower-case')
})
