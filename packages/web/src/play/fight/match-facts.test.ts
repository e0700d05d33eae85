import { MatchId } from '@arena/protocol'
import { expect, test } from 'vitest'
import { fileNameOf, hexOf, newMatchId, newSeed } from './match-facts.ts'

test('a match has an id of the form of the interface, and each its own', () => {
  const ids = Array.from({ length: 200 }, newMatchId)
  for (const id of ids) expect(MatchId.parse(id)).toBe(id)
  expect(new Set(ids).size).toBe(200)
})

test('a seed is 32 bytes, shown as 64 hexadecimal digits, and each is another', () => {
  const seeds = Array.from({ length: 200 }, () => hexOf(newSeed()))
  for (const seed of seeds) expect(seed).toMatch(/^[0-9a-f]{64}$/)
  expect(new Set(seeds).size).toBe(200)
  expect(hexOf(Uint8Array.of(0, 10, 255))).toBe('000aff')
})

test('a file is named by the time of the person, the fighter and the bot, in letters that every file system takes', () => {
  const at = new Date(2026, 10, 7, 9, 5, 3)
  const person = { kind: 'person', name: 'You', character: 2 } as const
  const bot = { kind: 'house', name: 'Ember', character: 2 } as const
  expect(fileNameOf([person, bot], at)).toBe('2026-11-07-090503-fox-vs-ember.slp')
  expect(
    fileNameOf(
      [
        { ...person, character: 3 },
        { ...bot, name: 'A/b: c' },
      ],
      at,
    ),
  ).toBe('2026-11-07-090503-mr-game-watch-vs-a-b-c.slp')
  const names = fileNameOf([{ ...bot, kind: 'recorded', name: 'Waveland' }, person], at)
  expect(names).toBe('2026-11-07-090503-waveland-vs-fox.slp')
})
