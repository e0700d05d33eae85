/** Rules of Zelda's specials. Source: doldecomp/melee (ftZd_SpecialN, S, Hi, Lw; itzeldadinfire and its explosion). */
import { describe, expect, test } from 'vitest'
import { EXTERNAL_ID } from '../../src/tables/ids.ts'
import { besideWall } from '../beside-wall.ts'
import { Duel } from '../duel.ts'
import { ArticleRecord, MatchRecord } from '../../src/state/fields.ts'
import { articleAt, STATE_AT } from '../../src/state/state.ts'
import { ACTION, BUTTON, FALCO, FOX, NEUTRAL, press, stick, UP } from '../scene.ts'

const ZELDA = EXTERNAL_ID.zelda
const SHEIK = EXTERNAL_ID.sheik
const B = press(BUTTON.B)
const SIDE_B = stick(80, 0, BUTTON.B)

function articlesOf(duel: Duel): ArticleRecord[] {
  const buffer = duel.game.save().buffer as ArrayBuffer
  const { articleCount } = new MatchRecord(buffer, STATE_AT.match)
  return Array.from({ length: articleCount }, (_, i) => new ArticleRecord(buffer, articleAt(i)))
}

/** High above the stage. */
function inAir(duel: Duel): Duel {
  return duel.put(0, { action: ACTION.Fall, isAirborne: true, y: 60, selfVy: 0, jumpsUsed: 1 })
}

describe("Nayru's Love", () => {
  test('its ring hits five times, then once more', () => {
    const duel = new Duel(8, ZELDA, FOX)
    duel.step(B)
    const percents = new Set<number>()
    for (let i = 0; i < 60; i++) percents.add(duel.step()[1].percent)
    expect(Math.max(...percents)).toBeGreaterThan(5)
    expect(percents.size).toBeGreaterThan(3)
  })

  test('in the air it holds her for four frames, then she sinks slowly', () => {
    const duel = inAir(new Duel(150, ZELDA, FOX))
    const [first] = duel.step(B)
    expect(first.speedY).toBe(0)
    for (let i = 0; i < 3; i++) expect(duel.step()[0].speedY).toBe(0)
    expect(duel.step()[0].speedY).toBeCloseTo(-0.8 / 30, 5)
  })

  test('it reflects articles', () => {
    const duel = new Duel(60, ZELDA, FALCO)
    duel.step(NEUTRAL, B)
    duel.until(() => articlesOf(duel).some(({ type }) => type === 55), NEUTRAL, NEUTRAL, 60)
    duel.step(B)
    duel.until(() => articlesOf(duel).some(({ type, owner }) => type === 55 && owner === 0), NEUTRAL, NEUTRAL, 60)
    // A ray is seen to turn round a frame later.
    duel.step()
    expect(articlesOf(duel).find(({ type }) => type === 55)!.vx).toBeGreaterThan(0)
  })
})

describe("Din's Fire", () => {
  const SPARK = 108
  const BURST = 109

  function spark(duel: Duel): ArticleRecord {
    return articlesOf(duel).find(({ type }) => type === SPARK)!
  }

  test('it accelerates while B is held, and bursts some frames after its release', () => {
    const duel = new Duel(160, ZELDA, FOX)
    for (let i = 0; i < 30; i++) duel.step(SIDE_B)
    const slow = spark(duel).vx
    for (let i = 0; i < 20; i++) duel.step(SIDE_B)
    expect(spark(duel).vx).toBeCloseTo(slow + 20 * 0.06, 4)
    duel.step()
    expect(duel.pair[0].actionStateId).toBe(345)
    for (let i = 0; i < 22; i++) duel.step()
    expect(spark(duel).state).toBe(1)
    duel.step()
    expect(articlesOf(duel).map(({ type }) => type)).toEqual([BURST])
  })

  test('the stick steers it', () => {
    const duel = new Duel(160, ZELDA, FOX)
    for (let i = 0; i < 25; i++) duel.step(SIDE_B)
    for (let i = 0; i < 10; i++) duel.step({ ...UP, buttons: BUTTON.B })
    expect(spark(duel).vy).toBeGreaterThan(0.2)
  })

  test('a hit on her lets it go out', () => {
    const duel = new Duel(14, ZELDA, FOX)
    for (let i = 0; i < 40; i++) duel.step(SIDE_B)
    duel.put(1, { x: 8, y: 0 })
    duel.until(([{ percent }]) => percent > 0, SIDE_B, press(BUTTON.A))
    for (let i = 0; i < 120; i++) {
      duel.step()
      expect(articlesOf(duel).some(({ type }) => type === BURST)).toBe(false)
    }
    expect(articlesOf(duel)).toEqual([])
  })

  test('in the air it ends helpless', () => {
    const duel = inAir(new Duel(160, ZELDA, FOX))
    duel.put(0, { y: 100 })
    duel.step(SIDE_B)
    expect(duel.until(([{ actionStateId }]) => actionStateId < 341)[0].actionStateId).toBe(ACTION.FallSpecial)
  })
})

test.each([
  ["Farore's Wind", ZELDA, 349],
  ['Vanish', SHEIK, 355],
  ['Teleport', EXTERNAL_ID.mewtwo, 353],
])('%s along the floor ends at a wall on either side (ftZd_SpecialHi)', (_, character, first) => {
  for (const facing of [1, -1]) expect(besideWall(character, first + 1, facing).action).toBe(first + 2)
})

describe("Farore's Wind", () => {
  test('a full tilt carries her 4.2 a frame for twenty frames', () => {
    const duel = inAir(new Duel(150, ZELDA, FOX))
    duel.step(stick(0, 80, BUTTON.B))
    const [begun] = duel.until(([{ actionStateId }]) => actionStateId === 353, UP)
    expect([begun.speedY, begun.hurtboxCollisionState]).toEqual([expect.closeTo(4.2, 5), 2])
    for (let i = 0; i < 19; i++) expect(duel.step(UP)[0].actionStateId).toBe(353)
    const [back] = duel.step()
    expect([back.actionStateId, back.hurtboxCollisionState]).toEqual([354, 0])
    expect(back.speedY).toBeCloseTo(0.756, 4)
  })
})

describe('the transformation', () => {
  test.each([
    ['Zelda', ZELDA, 19, 43, 7, 362],
    ['Sheik', SHEIK, 7, 36, 19, 356],
  ])('%s turns into the other where she stands, and back', (_, picked, internal, frames, other, out) => {
    const duel = new Duel(150, picked, FOX)
    duel.put(0, { percent: 42 })
    duel.step(stick(0, -80, BUTTON.B))
    for (let i = 1; i < frames; i++) expect(duel.step()[0].internalCharacterId).toBe(internal)
    const { x: before } = { x: duel.pair[0].positionX }
    const [turned] = duel.step()
    expect([turned.internalCharacterId, turned.actionStateId]).toEqual([other, out])
    expect([turned.positionX, turned.percent, turned.stocksRemaining]).toEqual([before, 42, 4])
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait)
    duel.step(stick(0, -80, BUTTON.B))
    expect(duel.until(([{ internalCharacterId }]) => internalCharacterId === internal)[0].percent).toBe(42)
  })

  test('in the air the other form keeps falling', () => {
    const duel = inAir(new Duel(150, ZELDA, FOX))
    duel.step(stick(0, -80, BUTTON.B))
    expect(duel.until(([{ internalCharacterId }]) => internalCharacterId === 7)[0].actionStateId).toBe(364)
    expect(duel.until(([{ actionStateId }]) => actionStateId < 341)[0].actionStateId).toBe(ACTION.Fall)
  })
})
