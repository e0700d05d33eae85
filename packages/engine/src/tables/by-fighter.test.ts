import { describe, expect, it } from 'vitest'
import { Game } from '../game.ts'
import { byFighter, forgetFighters } from './by-fighter.ts'

const pad = { buttons: 0, stickX: 255, stickY: 128, cstickX: 128, cstickY: 128, l: 0, r: 0 }
const SHEIK_PICK = 19

function play(forgetAt: number): number {
  const game = new Game({
    seed: new Uint8Array(32).fill(3),
    stage: 31,
    players: [
      { character: SHEIK_PICK, costume: 0, name: 'One' },
      { character: 14, costume: 0, name: 'Two' },
    ],
  })
  for (let i = 0; i < 400; i++) {
    if (i === forgetAt) forgetFighters()
    pad.buttons = i % 50 < 3 ? 0x0100 : 0
    game.step(pad, pad)
  }
  return game.hash()
}

describe('tables by fighter', () => {
  it('are read once, and again after they were forgotten', () => {
    const read: number[] = []
    const table = byFighter((internalId) => read.push(internalId))
    expect([table(1), table(26), table(1)]).toEqual([1, 2, 1])
    forgetFighters()
    expect([table(1), table(1)]).toEqual([3, 3])
    expect(read).toEqual([1, 26, 1])
  })

  it('of those who play, other forms and followers included, are read before a game begins; a null is read once, too', () => {
    const read: number[] = []
    const table = byFighter((internalId) => {
      read.push(internalId)
      return null
    })
    const [SHEIK, ZELDA, POPO, NANA] = [7, 19, 10, 11]
    const player = (character: number) => ({ character, costume: 0, name: 'Player' })
    const game = new Game({ seed: new Uint8Array(32), stage: 31, players: [player(SHEIK_PICK), player(14)] })
    expect(game.frame).toBe(-124)
    expect(read.toSorted((a, b) => a - b)).toEqual([SHEIK, POPO, NANA, ZELDA])
    table(SHEIK)
    expect(read).toHaveLength(4)
  })

  it('may be forgotten in the middle of a game: it plays on the same', () => {
    expect(play(200)).toBe(play(-1))
  })
})
