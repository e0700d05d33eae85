import { expect, test } from 'vitest'
import { pickRequest } from '../../tests/fake-arena.ts'
import { houseBots } from './house-bot.ts'
import { STYLES } from './styles.ts'

test('any number of house bots have names and paths of their own', () => {
  const bots = houseBots(20)
  expect(new Set(bots.map((bot) => bot.name)).size).toBe(20)
  expect(new Set(bots.map((bot) => bot.path)).size).toBe(20)
  expect(bots[STYLES.length]).toMatchObject({ name: 'Ember 2', path: '/ember-2' })
})

test('a house bot picks the character of its style', async () => {
  for (const [i, bot] of houseBots(STYLES.length).entries()) {
    const { character, costume } = STYLES[i]!
    expect(await bot.play().pick(pickRequest())).toEqual({ character, costume })
  }
})
