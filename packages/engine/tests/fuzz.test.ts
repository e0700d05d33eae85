/**
 * Whatever the pads: numbers stay numbers, fighters stay in bounds or die, the game ends by its clock, and no frame breaks what
 * the engine itself holds every frame to (`src/invariants.ts`).
 */
import { describe, expect, test } from 'vitest'
import { numbers, some } from '../../../scripts/tests/series.ts'
import { CHARACTER_COUNT, diffStates, Game, printState, STAGE_IDS, type StageId } from '../src/index.ts'
import { NEUTRAL } from './scene.ts'
import { RandomPads, SPECIALS } from './random-pads.ts'
import { Watch } from './watch.ts'

function newGame(seed: number, stage: StageId, first: number, second: number): Game {
  return new Game({
    seed: new Uint8Array(32).fill(seed),
    stage,
    players: [
      { character: first, costume: 0, name: '' },
      { character: second, costume: 0, name: '' },
    ],
  })
}

describe.each(some(numbers(CHARACTER_COUNT), 8))('character %i', (first) => {
  test.each([
    ['random pads', undefined, 0],
    ['pads that press B more than anything', SPECIALS, 0],
    ['the same from the other port', SPECIALS, 1],
  ])('%s play a game to its end', (_, habits, port) => {
    const second = (first * 7 + 3) % CHARACTER_COUNT
    const stage = STAGE_IDS[first % STAGE_IDS.length]!
    const game = port === 0 ? newGame(first, stage, first, second) : newGame(first, stage, second, first)
    const watch = new Watch(stage)
    const pads = [new RandomPads(first, habits), new RandomPads(first + 1000, habits)] as const
    watch.push(game.start())
    while (!game.ending) watch.push(game.step(pads[0].next(), pads[1].next()))
    expect(game.frame).toBeLessThanOrEqual(8 * 60 * 60)
    const stocks = game.players.map((player) => player.stocks)
    if (game.ending.method === 'stocks') expect(stocks).toContain(0)
    else expect(stocks).not.toContain(0)
  })

  test('saved while articles are out and restored, a game continues with equal bytes', () => {
    const stage = STAGE_IDS[(first + 1) % STAGE_IDS.length]!
    const second = (first * 5 + 1) % CHARACTER_COUNT
    const game = newGame(first, stage, first, second)
    const other = newGame(first, stage, first, second)
    const pads = [new RandomPads(first, SPECIALS), new RandomPads(-first, SPECIALS)] as const
    game.start()
    for (let frame = -123; frame < 1500 && !game.ending; frame++) {
      const [mine, theirs] = [pads[0].next(), pads[1].next()]
      const isChecked = frame % 11 === 0
      if (isChecked) other.restore(game.save())
      const bytes = game.step(mine, theirs)
      if (isChecked) expect(Buffer.compare(other.step(mine, theirs), bytes)).toBe(0)
    }
  })
})

describe.each(STAGE_IDS)('stage %i', (stage) => {
  test('saved at any frame and restored, a game continues with equal bytes', () => {
    const characters = [stage % CHARACTER_COUNT, (stage * 3 + 1) % CHARACTER_COUNT] as const
    const game = newGame(stage, stage, ...characters)
    const other = newGame(stage, stage, ...characters)
    const pads = [new RandomPads(stage), new RandomPads(stage + 1)] as const
    game.start()
    for (let frame = -123; frame < 1500 && !game.ending; frame++) {
      if (frame % 97 === 0) {
        const saved = game.save()
        other.restore(saved)
        expect(other.hash()).toBe(game.hash())
        const goOn = [new RandomPads(frame), new RandomPads(frame + 7)] as const
        const again = [new RandomPads(frame), new RandomPads(frame + 7)] as const
        for (let i = 0; i < 60; i++) {
          const bytes = game.step(goOn[0].next(), goOn[1].next()).slice()
          expect(Buffer.compare(other.step(again[0].next(), again[1].next()), bytes)).toBe(0)
        }
        expect(diffStates(game.save(), other.save())).toEqual([])
        game.restore(saved)
      }
      game.step(pads[0].next(), pads[1].next())
    }
  })
})

test('the same settings and pads give the same bytes', () => {
  const bytes = [0, 1].map(() => {
    const game = newGame(5, 8, 4, 15)
    const pads = [new RandomPads(1), new RandomPads(2)] as const
    const all = [...game.start()]
    for (let i = 0; i < 600; i++) all.push(...game.step(pads[0].next(), pads[1].next()))
    return all
  })
  expect(bytes[0]).toEqual(bytes[1])
})

test('a state prints and compares field by field', () => {
  const game = newGame(5, 31, 2, 9)
  const before = game.save()
  expect(printState(before)).toContain('fighter 0 stocks 4')
  expect(printState(before).split('\n')).toHaveLength(before.length / 4)
  game.step(NEUTRAL, NEUTRAL)
  const changes = diffStates(before, game.save())
  expect(changes).toContain('match frame: -124 -> -123')
  expect(changes.some((line) => line.startsWith('fighter 1 actionFrame'))).toBe(true)
  const hash = game.hash()
  game.restore(before)
  expect(game.hash()).not.toBe(hash)
  expect(() => game.restore(before.subarray(4))).toThrow(RangeError)
  expect(game.save(new Uint8Array(before.length))).toEqual(before)
})
