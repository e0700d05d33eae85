import { describe, expect, it } from 'vitest'
import { INTERNAL_ID } from './ids.ts'
import { Game } from '../game.ts'
import { readFighters } from '../../tests/all-fighters.ts'
import { loadFighters, unloadFighters } from '../load-fighters.ts'
import { byFighter } from './by-fighter.ts'

const FOX_PICK = 2
const ICE_CLIMBERS_PICK = 14
const SHEIK_PICK = 19
const [FOX, SHEIK, POPO, NANA, ZELDA] = [1, INTERNAL_ID.sheik, 10, 11, 19]

const player = (character: number) => ({ character, costume: 0, name: 'Player' })
const gameOf = (first: number, second: number) =>
  new Game({ seed: new Uint8Array(32), stage: 31, players: [player(first), player(second)] })

describe('tables by fighter', () => {
  it('are computed once, and again after the fighters were released', async () => {
    const workedOut: number[] = []
    const table = byFighter((internalId) => workedOut.push(internalId))
    expect([table(INTERNAL_ID.fox), table(INTERNAL_ID.roy), table(INTERNAL_ID.fox)]).toEqual([1, 2, 1])
    unloadFighters()
    expect([table(INTERNAL_ID.fox), table(INTERNAL_ID.fox)]).toEqual([3, 3])
    expect(workedOut).toEqual([1, 26, 1])
    await readFighters()
  })

  it('of the fighters in play, other forms and followers included, are computed before a game begins; a null is computed once, too', () => {
    const workedOut: number[] = []
    const table = byFighter((internalId) => {
      workedOut.push(internalId)
      return null
    })
    expect(gameOf(SHEIK_PICK, ICE_CLIMBERS_PICK).frame).toBe(-124)
    expect(workedOut.toSorted((a, b) => a - b)).toEqual([SHEIK, POPO, NANA, ZELDA])
    table(SHEIK)
    expect(workedOut).toHaveLength(4)
  })

  it('need the fighters in play to be loaded, and no others', async () => {
    unloadFighters()
    expect(() => gameOf(FOX_PICK, SHEIK_PICK)).toThrow('The figures of fox are not loaded: await loadFighters([...])')
    await loadFighters([FOX_PICK])
    expect(() => gameOf(FOX_PICK, FOX_PICK)).not.toThrow()
    expect(() => gameOf(FOX_PICK, SHEIK_PICK)).toThrow('The figures of sheik are not loaded')
    await loadFighters([FOX_PICK, SHEIK_PICK])
    expect(gameOf(FOX_PICK, SHEIK_PICK).players.map(({ character }) => character)).toEqual([FOX, SHEIK])
    await readFighters()
  })
})
