/** Rules of Sheik's specials. Source: doldecomp/melee (ftSk_SpecialN, S, Hi, Lw); compared with recordings. */
import { describe, expect, test } from 'vitest'
import { EventReader, type ItemUpdate } from '@arena/slp'
import { EXTERNAL_ID } from '../../src/tables/ids.ts'
import { Duel } from '../duel.ts'
import { ACTION, BUTTON, FOX, NEUTRAL, offStage, press, stick } from '../scene.ts'

const SHEIK = EXTERNAL_ID.sheik
const B = press(BUTTON.B)
const NEEDLE = 79
const NEEDLES_IN_HAND = 80

/** Plays on and gives the articles that are seen on the way. */
function articlesOf(duel: Duel, frames: number, pad = NEUTRAL): ItemUpdate[] {
  const seen: ItemUpdate[] = []
  const reader = new EventReader(({ name, record }) => {
    if (name === 'itemUpdate') seen.push(structuredClone(record))
  })
  reader.push(duel.game.start())
  for (let i = 0; i < frames; i++) reader.push(duel.game.step(pad, NEUTRAL))
  return seen
}

function countOf(articles: readonly ItemUpdate[], type: number): number {
  return new Set(articles.filter(({ typeId }) => typeId === type).map(({ spawnId }) => spawnId)).size
}

describe('needles', () => {
  test.each([
    [0, 1],
    [16, 1],
    [17, 2],
    [35, 3],
    [200, 6],
  ])('after %i frames of gathering %i are thrown: one more every eighteen frames, six at most', (frames, count) => {
    const duel = new Duel(150, SHEIK, FOX)
    for (let i = 0; i < 8 + frames; i++) duel.step(B)
    expect(countOf(articlesOf(duel, 40), NEEDLE)).toBe(count)
  })

  test('a trigger keeps them for later', () => {
    const duel = new Duel(150, SHEIK, FOX)
    for (let i = 0; i < 50; i++) duel.step(B)
    expect(duel.step(press(BUTTON.B | BUTTON.R))[0].actionStateId).toBe(343)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait)
    duel.step(B)
    expect(countOf(articlesOf(duel, 40), NEEDLE)).toBe(3)
  })

  test('those in the hand are seen until the first leaves', () => {
    const duel = new Duel(150, SHEIK, FOX)
    for (let i = 0; i < 20; i++) duel.step(B)
    const seen = articlesOf(duel, 10).filter(({ typeId }) => typeId === NEEDLES_IN_HAND)
    expect(seen).toHaveLength(3)
  })

  test('a landing cuts the throw short and loses the rest', () => {
    const duel = new Duel(150, SHEIK, FOX)
    for (let i = 0; i < 130; i++) duel.step(B)
    duel.step(press(BUTTON.B | BUTTON.R))
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait)
    duel.put(0, { action: ACTION.Fall, isAirborne: true, y: 60, selfVy: 0, jumpsUsed: 1 })
    duel.step(B)
    duel.until(([{ actionStateId }]) => actionStateId === 348)
    duel.put(0, { y: 6, selfVy: -1 })
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Landing)
    expect(duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait)[0].isAirborne).toBe(0)
    duel.step(B)
    const flying = articlesOf(duel, 40).filter(({ state }) => state === 0)
    expect(countOf(flying, NEEDLE)).toBe(1)
  })

  test('a hit while she gathers makes them fall', () => {
    const duel = new Duel(8, SHEIK, FOX)
    for (let i = 0; i < 50; i++) duel.step(B)
    duel.step(B, press(BUTTON.A))
    const seen = articlesOf(duel, 6, B)
    expect(countOf(seen, NEEDLE)).toBe(3)
    expect(seen.find(({ typeId }) => typeId === NEEDLE)!.state).toBe(1)
  })
})

describe('Vanish', () => {
  test('straight up without the stick, twenty frames, out of reach from the eighteenth on', () => {
    const duel = new Duel(150, SHEIK, FOX)
    duel.put(0, { action: ACTION.Fall, isAirborne: true, y: 30, selfVy: 0, jumpsUsed: 1 })
    duel.step(stick(0, 80, BUTTON.B))
    for (let i = 2; i <= 17; i++) expect(duel.step()[0].hurtboxCollisionState).toBe(0)
    expect(duel.step()[0].hurtboxCollisionState).toBe(2)
    const begun = duel.until(([{ actionStateId }]) => actionStateId === 359)[0]
    expect([begun.speedAirX, begun.speedY]).toEqual([expect.closeTo(0, 5), expect.closeTo(2, 5)])
    for (let i = 0; i < 19; i++) expect(duel.step()[0].actionStateId).toBe(359)
    const [back] = duel.step()
    expect([back.actionStateId, back.hurtboxCollisionState]).toEqual([360, 0])
    expect(back.speedY).toBeCloseTo(0.54, 5)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.FallSpecial)
  })

  test('a wall ends it that it meets at more than 45 degrees (doldecomp/melee ftSk_SpecialHi; 63 recorded meetings)', () => {
    const afterWall = (pad: typeof NEUTRAL): number => {
      const scene = offStage(SHEIK, 3.9, -8).put({ action: 358, animationFrame: 33, selfVy: 0 })
      scene.until(({ actionStateId }) => actionStateId === 359, pad)
      return scene.step().actionStateId
    }
    expect(afterWall(stick(55, 58))).toBe(359)
    expect(afterWall(stick(58, 55))).toBe(360)
  })

  test('its smoke hits fighters near', () => {
    const duel = new Duel(8, SHEIK, FOX)
    duel.step(stick(0, 80, BUTTON.B))
    expect(duel.until(([, { percent }]) => percent > 0)[1].percent).toBe(12)
  })
})

describe('the chain', () => {
  const CHAIN = 97
  const SIDE_B = stick(80, 0, BUTTON.B)

  test('swings as long as B is held, and hits along its length', () => {
    const duel = new Duel(32, SHEIK, FOX)
    duel.step(SIDE_B)
    for (let i = 0; i < 120; i++) duel.step(B)
    expect(duel.pair[0].actionStateId).toBe(350)
    expect(duel.pair[1].percent).toBeGreaterThan(2)
    expect(countOf(articlesOf(duel, 1, B), CHAIN)).toBe(1)
    duel.put(1, { x: 150 })
    duel.step()
    expect(duel.step()[0].actionStateId).toBe(351)
    expect(articlesOf(duel, 40).filter(({ typeId }) => typeId === CHAIN)).toHaveLength(27)
    expect(duel.step()[0].actionStateId).toBe(ACTION.Wait)
  })

  test('released at once it swings for ten frames and is drawn in', () => {
    const duel = new Duel(150, SHEIK, FOX)
    duel.step(SIDE_B)
    const swinging: number[] = []
    duel.until(([{ actionStateId }]) => {
      if (actionStateId === 350) swinging.push(actionStateId)
      return actionStateId === 351
    })
    expect(swinging).toHaveLength(11)
  })
})

describe('ledges in Vanish', () => {
  /** The action on the frame after falling beside the ledge, a unit and a half further out than an upright body reaches. */
  function actionAfter(action: number, animationFrame: number): number {
    const scene = offStage(SHEIK, REACH + 1.5, -12).put({ action, animationFrame, selfVy: -0.2 })
    return scene.step().actionStateId
  }
  const REACH = 2.5 + 10.75

  test('a ledge is reached for from the side that the pose has: curled up she catches what she falls past upright', () => {
    expect(actionAfter(ACTION.Fall, 2)).toBe(ACTION.Fall)
    expect(actionAfter(358, 20)).toBe(ACTION.CliffCatch)
  })
})
