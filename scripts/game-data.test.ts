import { readFileSync } from 'node:fs'
import { STAGES } from '@arena/sdk'
import { expect, test } from 'vitest'
import { GAME_DATA_PAGE, renderGameData } from './game-data.ts'

const page = readFileSync(GAME_DATA_PAGE, 'utf8')
const rows = page.split('\n').filter((line) => /^\| \d/.test(line))
const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()))

test('docs/characters-and-stages.md is what the engine plays with', async () => {
  expect(page).toBe(await renderGameData())
})

test('Characters: 26 playable, external ids 0 to 25, with 4 to 6 costumes each', () => {
  const characters = cells.slice(0, 26)
  expect(characters.map(([, id]) => Number(id))).toEqual(Array.from({ length: 26 }, (_, id) => id))
  for (const [, , name, costumes] of characters) {
    expect(name).toMatch(/^[A-Z]/)
    expect(Number(costumes)).toSatisfy((count: number) => count >= 4 && count <= 6)
  }
  expect(characters[2]).toEqual(['', '2', 'Fox', '4', '1', ''])
  expect(characters[14]).toEqual(['', '14', 'Ice Climbers', '4', '10, and 11 for Nana', ''])
})

test('Legal stages: 31, 32, 28, 8, 2, 3, with the platforms that the SDK knows', () => {
  const stages = cells.slice(26)
  expect(stages.map(([, id]) => Number(id))).toEqual([31, 32, 28, 8, 2, 3])
  for (const [, id, , ledges, platforms] of stages) {
    const known = STAGES[Number(id) as keyof typeof STAGES]
    expect(platforms === 'none' ? 0 : platforms!.split('; ').length).toBe(known.platforms.length)
    expect(ledges).toMatch(/^\(-[\d.]+, [-\d.]+\) \([\d.]+, [-\d.]+\)$/)
  }
})
