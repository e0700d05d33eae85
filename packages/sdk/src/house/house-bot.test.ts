import { expect, test } from 'vitest'
import { pickRequest } from '../../tests/fake-arena.ts'
import { Character } from '../characters.ts'
import { houseBot, houseBots } from './house-bot.ts'
import { STRENGTHS } from './ladder/index.ts'
import { STYLES } from './styles.ts'

test('any number of house bots have names and paths of their own', () => {
  const bots = houseBots(30)
  expect(new Set(bots.map((bot) => bot.name)).size).toBe(30)
  expect(new Set(bots.map((bot) => bot.path)).size).toBe(30)
  expect(bots[STYLES.length]).toMatchObject({ name: 'Ember 2', path: '/ember-2' })
})

test('a house bot picks the character of its style', async () => {
  for (const [i, bot] of houseBots(STYLES.length).entries()) {
    const { character, costume } = STYLES[i]!
    expect(await bot.play().pick(pickRequest())).toEqual({ character, costume })
  }
})

test('any strength plays any character', async () => {
  for (const strength of STRENGTHS) {
    for (const character of Object.values(Character))
      expect(await houseBot({ strength, character }).pick(pickRequest())).toEqual({ character, costume: 0 })
  }
})

test('every strength is among the house bots, each says which it is, and the first four differ', () => {
  expect(new Set(STYLES.map(({ strength }) => strength))).toEqual(new Set(STRENGTHS))
  for (const { strength, about } of STYLES)
    expect(about).toMatch(new RegExp(`^Strength ${STRENGTHS.indexOf(strength) + 1} of ${STRENGTHS.length}: `))
  expect(new Set(STYLES.slice(0, 4).map(({ strength }) => strength)).size).toBe(4)
  expect(new Set(STYLES.map(({ character }) => character)).size).toBe(STYLES.length)
})
