import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contestantOf, readMatchFile, reasonToRefuse, writeMatchFile, type MatchFile } from './match-file.ts'

let folder: string
let bot: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'arena-kit-match-file-'))
  bot = join(folder, 'bot.ts')
  writeFileSync(bot, 'first')
})
afterAll(() => rmSync(folder, { recursive: true }))

const TEST = { elo0: 0, elo1: 50, alpha: 0.05, beta: 0.05 }

async function series(): Promise<MatchFile> {
  const own = { kind: 'own', name: 'ember' } as const
  return {
    format: 'arena-kit match 1',
    bots: [await contestantOf({ kind: 'program', path: bot }, 'bot'), await contestantOf(own, 'ember')],
    seed: '5f'.repeat(32),
    test: TEST,
    pairs: [{ number: 1, between: [0, 1], games: [], why: 'The engine failed.' }],
  }
}

describe('the file of a series', () => {
  test('reads back; where there is none, there is nothing to continue', async () => {
    const path = join(folder, 'kept.json')
    expect(await readMatchFile(path)).toBeNull()
    const written = await series()
    await writeMatchFile(path, written)
    expect(await readMatchFile(path)).toEqual(written)
  })

  test.each([
    ['no JSON', 'notes', ''],
    ['another document', '{"format": "arena-kit match 2"}', '(format: '],
    [
      'a pair of three games',
      '{"format": "arena-kit match 1", "pairs": [{"number": 1, "games": [1, 2, 3]}]}',
      '(bots: ',
    ],
  ])('that holds %s is refused, with what to do', async (_what, text, place) => {
    const path = join(folder, 'wrong.json')
    writeFileSync(path, text)
    const message = await readMatchFile(path).then(String, String)
    expect(message).toContain('does not hold a series that could be continued')
    expect(message).toContain(place)
    expect(message).toContain('Name another file with --state, or begin anew with --restart.')
  })
})

describe('a series goes on', () => {
  test('with the same bots, seed and test', async () => {
    const file = await series()
    expect(reasonToRefuse(file, file, null)).toBeNull()
    expect(reasonToRefuse(file, file, file.seed)).toBeNull()
  })

  test('and not with others, nor where a bot’s file has changed', async () => {
    const file = await series()
    expect(reasonToRefuse(file, { ...file, bots: file.bots.toReversed() }, null)).toBe(
      `it was begun with ${bot}, and not with ember`,
    )
    expect(reasonToRefuse(file, { ...file, bots: [...file.bots, file.bots[0]!] }, null)).toBe(
      'it was begun with 2 bots',
    )
    expect(reasonToRefuse(file, file, 'a'.repeat(64))).toBe(`it was begun with --seed ${file.seed}`)
    expect(reasonToRefuse(file, { ...file, test: null }, null)).toBe(
      'it was begun with --sprt --elo0 0 --elo1 50 --alpha 0.05 --beta 0.05',
    )
    expect(reasonToRefuse({ ...file, test: null }, file, null)).toBe('it was begun without --sprt')
    writeFileSync(bot, 'second')
    expect(reasonToRefuse(file, await series(), null)).toBe(`${bot} has changed since it was begun`)
  })
})
