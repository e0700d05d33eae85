import { describe, expect, test } from 'vitest'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { dayFileOf, findArchived, readDay, writeDay, type ArchivedMatch, type DayFile } from './index.ts'

const DAY = '2026-11-24'
const id = (kind: string, number: number) => `${kind}_01k9y40r6yes3v1c5hzq8p${String(number).padStart(4, '0')}`
const hash = (number: number) => number.toString(16).padStart(64, '0')

/** Its pads differ in length and content. */
function played(number: number): ArchivedMatch {
  return {
    matchId: id('match', number),
    day: DAY,
    number,
    startedAt: '2026-11-24T10:00:00.000Z',
    endedAt: '2026-11-24T10:03:10.412Z',
    build: 'builtin-0123456789ab',
    engine: '9f091acc',
    seed: hash(number),
    stage: 31,
    ports: [
      { botId: id('bot', 1), name: 'Waveland 波', character: 2, costume: 0, pads: { landed: 9990, sha256: hash(1) } },
      { botId: id('bot', 2), name: null, character: 20, costume: 3, pads: { landed: 0, sha256: hash(2) } },
    ],
    replay: { bytes: 3_604_118, sha256: hash(3) },
    end: { status: 'completed', reason: 'stocks' },
    result: { winner: 0, frames: 9871, stocks: [2, 0], percent: [33, 80.5], score: [2, 0], placement: [1, 2] },
    game: { startAt: '2026-11-24T10:00:09.001Z', pads: Uint8Array.from({ length: number }, (_, i) => i * number) },
  }
}

const EMPTY_PORT = { character: null, costume: null, pads: null }
/** Everything that may be null is. */
const NOT_PLAYED: ArchivedMatch = {
  ...played(3),
  engine: null,
  stage: null,
  ports: [
    { ...EMPTY_PORT, botId: id('bot', 1), name: 'Waveland' },
    { ...EMPTY_PORT, botId: id('bot', 2), name: 'Edgeguard' },
  ],
  replay: null,
  end: { status: 'aborted', cause: 'nobody-connected' },
  result: null,
  game: null,
}

async function all(bytes: Uint8Array): Promise<ArchivedMatch[]> {
  const matches: ArchivedMatch[] = []
  for await (const match of readDay(dayFileOf(bytes))) matches.push(match)
  return matches
}

const day = (count: number) => Array.from({ length: count }, (_, i) => played(i + 1))

describe('a day file', () => {
  test.each([0, 1, 127, 128, 129, 300])('gives back its %i matches, in the order of their numbers', async (count) => {
    expect(await all(writeDay(DAY, day(count)))).toEqual(day(count))
  })

  test('holds a match without a game, a draw, and a forfeit', async () => {
    const draw = { ...played(4).result!, winner: null, placement: [1, 1] as const }
    const matches: ArchivedMatch[] = [
      NOT_PLAYED,
      { ...played(4), result: draw, end: { status: 'completed', reason: 'time' } },
      { ...played(9), end: { status: 'completed', reason: 'forfeit' }, replay: null, game: null },
    ]
    expect(await all(writeDay(DAY, matches))).toEqual(matches)
  })

  test('is the same bytes for the same matches', () => {
    expect(writeDay(DAY, day(200))).toEqual(writeDay(DAY, day(200)))
  })

  test('finds one match and reads few of the others', async () => {
    const bytes = writeDay(
      DAY,
      Array.from({ length: 1000 }, (_, i) => ({
        ...played(i + 1),
        game: { startAt: played(1).startedAt, pads: new Uint8Array(3000).fill(i) },
      })),
    )
    let read = 0
    const file: DayFile = {
      byteLength: bytes.length,
      slice: (start, end) => {
        const part = bytes.slice(start, end)
        read += part.length
        return part.buffer
      },
    }
    expect(await findArchived(file, id('match', 700))).toMatchObject({ number: 700, game: { pads: { length: 3000 } } })
    expect(await findArchived(file, id('match', 1001))).toBeNull()
    expect(bytes.length).toBeGreaterThan(3_000_000)
    // Two feet of the file, of 512 KiB at most, and one group of rows at most for each.
    expect(read).toBeLessThan(2 * (524_288 + 500_000))
  })
})

describe('what is no day file is refused with a sentence', () => {
  const whole = writeDay(DAY, day(3))

  test('where it is cut off, at any length', async () => {
    for (let length = 0; length < whole.length; length += 101) {
      await expect(all(whole.slice(0, length)), `${length} bytes`).rejects.toMatchObject({ name: 'ArchiveError' })
    }
  })

  test('where it is another Parquet file', async () => {
    const other = parquetWriteBuffer({ columnData: [{ name: 'match_id', data: ['one'], type: 'STRING' }] })
    await expect(all(new Uint8Array(other))).rejects.toThrow('no day file of an arena')
  })

  test.each<[string, ArchivedMatch[]]>([
    ['match_01k9y40r6yes3v1c5hzq8p0002 has number 2, behind number 2.', [played(2), played(2)]],
    [
      'match_01k9y40r6yes3v1c5hzq8p0001 is of 2026-11-23, the file of 2026-11-24.',
      [{ ...played(1), day: '2026-11-23' }],
    ],
    ['The column `seed` of a match has a wrong value', [{ ...played(1), seed: 'ABC' }]],
    ['The column `stage` of a match has a wrong value', [{ ...played(1), stage: 4 }]],
    ['The column `match_id` of a match has a wrong value', [{ ...played(1), matchId: 'match_1' }]],
  ])('%s', (sentence, matches) => {
    expect(() => writeDay(DAY, matches)).toThrow(sentence)
  })

  test('but a file that cannot be read is not said to be wrong', async () => {
    const failing: DayFile = { byteLength: whole.length, slice: () => Promise.reject(new Error('the disk is gone')) }
    await expect(readDay(failing).next()).rejects.toThrow('the disk is gone')
    await expect(readDay(failing).next()).rejects.toMatchObject({ name: 'Error' })
  })
})
