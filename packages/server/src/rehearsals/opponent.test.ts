import { houseBots } from '@arena/sdk'
import { BotId } from '@arena/protocol'
import { expect, test } from 'vitest'
import { opponentFor } from './opponent.ts'

const seeds = Array.from({ length: 200 }, (_, i) => new Uint8Array(32).fill(i))
const strengthsFor = (rating: number) =>
  new Set(seeds.map((seed) => houseBots().find(({ name }) => name === opponentFor(rating, seed).name)!.strength))

test.each([
  [-4, 'walker'],
  [0, 'walker'],
  [6, 'jumper'],
  [17.9, 'striker'],
  [30, 'sound'],
  [70, 'sound'],
])('a bot of rating %d meets a house bot of the strength %s', (rating, strength) => {
  expect([...strengthsFor(rating)]).toEqual([strength])
})

test('the seed decides which of them it is; each has the id of a bot, which is smaller than that of any other', () => {
  const opponents = seeds.map((seed) => opponentFor(0, seed))
  expect(new Set(opponents.map(({ name }) => name)).size).toBeGreaterThan(2)
  for (const { id } of opponents) {
    expect(BotId.parse(id)).toBe(id)
    expect(id < 'bot_01').toBe(true)
  }
})
