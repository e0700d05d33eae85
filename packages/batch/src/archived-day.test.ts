import { writeDay, type ArchivedMatch } from '@arena/protocol/archive'
import { beforeAll, expect, test } from 'vitest'
import { archivedGame, DAY, type ArchivedGame } from '../../../scripts/tests/archived-day.ts'
import { ArchivedDay } from './archived-day.ts'
import { BatchError } from './batch-error.ts'

let game: ArchivedGame
beforeAll(async () => {
  game = await archivedGame(1, ['Ann', 'Bess'])
})

const day = (changes: Partial<ArchivedMatch> = {}) => ArchivedDay.read(writeDay(DAY, [{ ...game.match, ...changes }]))

test('a match of a day is played again to the bytes that were recorded', async () => {
  const archived = await day()
  expect(archived.listed).toMatchObject([
    { id: game.match.matchId, number: 1, stage: 2, ending: 'aborted', hasGame: true },
  ])
  expect(Buffer.from(await archived.play(0)).equals(game.replay)).toBe(true)
  await expect(archived.play(1)).rejects.toThrow(/^the day has 1 matches, and no row 1$/)
})

test('one that another engine played is said to be, and not shown', async () => {
  const replay = { bytes: 1, sha256: '0'.repeat(64) }
  await expect((await day({ replay })).play(0)).rejects.toThrow(/^match_\w+, played again, is not what was recorded$/)
  const other = await day({ replay, engine: '00000000' })
  await expect(other.play(0)).rejects.toThrow(
    /is not what was recorded: it was played on the engine 00000000, and this one/,
  )
  await expect((await day({ replay: null, engine: null })).play(0)).rejects.toThrow(
    /cannot be known: .* of another maker/,
  )
})

test('a name that is gone with its account leaves the game', async () => {
  const { ports } = game.match
  const archived = await day({ ports: [{ ...ports[0], name: null }, ports[1]] })
  const file = Buffer.from(await archived.play(0))
  expect(file.includes('Bess')).toBe(true)
  expect(file.includes('Ann')).toBe(false)
})

test('a match without a game, and a file that is no day, are refused in words', async () => {
  const none = await day({ game: null })
  expect(none.listed).toMatchObject([{ hasGame: false }])
  await expect(none.play(0)).rejects.toThrow(/^The archive has no pads of match_/)
  await expect(ArchivedDay.read(new Uint8Array(100))).rejects.toThrow(BatchError)
})
