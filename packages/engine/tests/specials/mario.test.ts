/** Rules of Mario's and Dr. Mario's specials. Source: doldecomp/melee (ftMr_Special*, itmariofireball). */
import { EventReader, type ItemUpdate } from '@arena/slp'
import { describe, expect, test } from 'vitest'
import { EXTERNAL_ID } from '../../src/tables/ids.ts'
import { Duel } from '../duel.ts'
import { ACTION, BUTTON, FOX, NEUTRAL, press, stick } from '../scene.ts'

const MARIO = EXTERNAL_ID.mario
const DR_MARIO = EXTERNAL_ID['dr-mario']
const CATCH = 212
const FIRE_FOX_HOLD = 354
const FIRE_FOX_FALL = 358
const B = press(BUTTON.B)
const pointing = (x: number, y: number) => ({ ...stick(x, y), buttons: BUTTON.B })
const UP_B = pointing(0, 80)
const DOWN_B = pointing(0, -80)
const SIDE_B = pointing(80, 0)

/** The articles of one more frame. */
function itemsOf(duel: Duel, pad = NEUTRAL): ItemUpdate[] {
  const items: ItemUpdate[] = []
  const reader = new EventReader((event) => {
    if (event.name === 'itemUpdate') items.push(event.record)
  })
  reader.push(duel.game.start())
  reader.push(duel.game.step(pad, NEUTRAL))
  return items
}

describe('Fireball', () => {
  test.each([
    [MARIO, 48, 1.5],
    [DR_MARIO, 49, 1.4],
  ])('character %i throws article %i on frame 14, at %d', (character, type, speed) => {
    const duel = new Duel(80, character)
    duel.step(B)
    const frames = Array.from({ length: 20 }, () => itemsOf(duel))
    const first = frames.findIndex((items) => items.length > 0)
    expect(first).toBe(12)
    const [item] = frames[first]!
    expect(item!.typeId).toBe(type)
    expect(Math.hypot(item!.velocityX, item!.velocityY)).toBeCloseTo(speed, 4)
  })

  test('it bounces off the floor and does 6 % to a fighter that it hits', () => {
    const duel = new Duel(60, MARIO)
    duel.step(B)
    const [, fox] = duel.until(([, { percent }]) => percent > 0)
    expect(fox.percent).toBe(6)
  })
})

describe('Cape', () => {
  test("what it reflects is Mario's and does half as much again", () => {
    const duel = new Duel(70, FOX, MARIO)
    duel.step(B)
    for (let i = 0; i < 8; i++) duel.step()
    duel.step(NEUTRAL, pointing(-80, 0))
    const [fox, mario] = duel.until(([{ percent }]) => percent > 0)
    expect([fox.percent, mario.percent]).toEqual([5, 0])
  })

  test('the first one in the air lifts, a second one only stops the fall', () => {
    const duel = new Duel(80, MARIO)
    duel.put(0, { y: 60, isAirborne: true, action: ACTION.Fall })
    duel.step(SIDE_B)
    const rise = duel.until(([{ actionStateCounter }]) => actionStateCounter === 12)[0].speedY
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Fall)
    duel.step(SIDE_B)
    const again = duel.until(([{ actionStateCounter }]) => actionStateCounter === 12)[0].speedY
    expect([rise > 0.6, again < 0]).toEqual([true, true])
  })
})

describe('the cape turns round a fighter that it hits', () => {
  test('in the midst of what it does: hurt and held for ten frames, at the end of which it faces the other way', () => {
    const duel = new Duel(12, MARIO)
    duel.step(SIDE_B)
    const [, victim] = duel.until(([, { percent }]) => percent > 0)
    expect([victim.percent, victim.facingDirection, victim.actionStateId]).toEqual([10, -1, ACTION.Wait])
    for (let i = 0; i < 9; i++) expect(duel.step()[1]).toMatchObject({ facingDirection: -1, positionX: 12 })
    const freed = duel.step()[1]
    expect([freed.actionStateId, freed.facingDirection, freed.hitlagRemaining]).toEqual([ACTION.Wait, 1, 0])
    expect(freed.positionX).not.toBe(12)
  })

  test.each([
    ['the fall after Fire Fox back', FIRE_FOX_FALL, 1],
    ['no other special, such as its start', FIRE_FOX_HOLD, -1],
  ])('it sends %s (ftCo_800C37A0, x21F8)', (_, action, way) => {
    const duel = new Duel(20, MARIO)
    duel.put(1, { y: 4, isAirborne: true, action: ACTION.Fall, jumpsUsed: 1 })
    duel.step(SIDE_B)
    duel.put(1, { x: 12, y: 4, isAirborne: true, action, animationFrame: 1, selfVx: -2, selfVy: 0 })
    for (let i = 0; duel.pair[1].percent === 0 && i < 12; i++) {
      duel.step()
      if (duel.pair[1].percent === 0) duel.put(1, { x: 12, y: 4, selfVx: -2, selfVy: 0 })
    }
    const [, { speedAirX }] = duel.until(([, { facingDirection }]) => facingDirection === 1)
    expect(speedAirX * way).toBeGreaterThan(1)
  })
})

describe('the cape launches as well (ftCo_800C3538)', () => {
  test.each([
    ['a fighter that grabs', CATCH, true],
    ['Illusion at its end', 349, true],
    ['no other', 347, false],
  ])('%s', (_, action, isLaunched) => {
    const duel = new Duel(12, MARIO)
    duel.step(SIDE_B)
    duel.until(([{ actionStateCounter }]) => actionStateCounter >= 9)
    duel.put(1, { action, animationFrame: 12, actionFrame: 12, x: 12 })
    const [, hit] = duel.until(([, { percent }]) => percent > 0)
    expect([hit.actionStateId !== action, hit.facingDirection]).toEqual([isLaunched, -1])
    expect(duel.until(([, { facingDirection }]) => facingDirection === 1)[1].positionX).toBeGreaterThan(0)
  })
})

describe('Super Jump Punch', () => {
  test('hits again and again on its way up, and leaves Mario helpless', () => {
    const duel = new Duel(4, MARIO)
    duel.step(UP_B)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.FallSpecial)
    expect(duel.pair[1].percent).toBeGreaterThan(8)
    const lag = duel.until(([{ actionStateId }]) => actionStateId === ACTION.LandingFallSpecial)[0]
    expect(lag.jumpsRemaining).toBe(2)
  })

  test('a stick held back turns him round as he leaves the ground, and tilts the path', () => {
    const duel = new Duel(80, MARIO)
    duel.step(UP_B)
    const [mario] = duel.until(([{ isAirborne }]) => isAirborne === 1, stick(-80, 0))
    expect(mario.facingDirection).toBe(-1)
    expect(duel.step(stick(-80, 0))[0].speedAirX).toBeLessThan(-1)
  })
})

describe('Tornado', () => {
  test('B pressed again and again lifts it, once an airtime', () => {
    const duel = new Duel(80, MARIO)
    duel.step(DOWN_B)
    for (let i = 0; i < 30; i++) duel.step(i % 2 ? B : NEUTRAL)
    const height = duel.pair[0].positionY
    expect(height).toBeGreaterThan(5)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait)
  })
})

describe('what recordings show of them', () => {
  const inAir = (character: number) => new Duel(80, character).put(0, { y: 60, isAirborne: true, action: ACTION.Fall })

  test.each([
    [MARIO, 34],
    [DR_MARIO, 15],
  ])(
    'character %i falls as usual until the cape lifts on frame 11, and again from %i on (17 recorded)',
    (character, frame) => {
      const duel = inAir(character).put(0, { selfVy: -1 })
      const speeds = [duel.step(SIDE_B)[0].speedY]
      for (let i = 0; i < 34; i++) speeds.push(duel.step()[0].speedY)
      expect(speeds[0]).toBeCloseTo(-1.095, 4)
      expect(speeds[10]).toBeCloseTo(0.675, 4)
      expect(speeds[frame - 2]! - speeds[frame - 3]!).toBeCloseTo(-0.025, 4)
      expect(speeds[frame - 1]! - speeds[frame - 2]!).toBeCloseTo(-0.095, 4)
    },
  )

  test('Dr. Mario is off the floor on the fourth frame of his jump punch (6 of 6), Mario later', () => {
    const airborneOn = (character: number) => {
      const duel = new Duel(80, character)
      duel.step(UP_B)
      return duel.until(([{ isAirborne }]) => isAirborne === 1)[0].actionStateCounter
    }
    expect([airborneOn(DR_MARIO), airborneOn(MARIO)]).toEqual([4, 7])
  })

  test('a tornado follows the stick up to its share of the speed, and stands at once without it (ftCommon_8007CA80)', () => {
    const duel = new Duel(80, MARIO)
    duel.step(DOWN_B)
    duel.until(([{ isAirborne }]) => isAirborne === 0)
    for (let i = 0; i < 8; i++) duel.step(stick(40, 0))
    expect(duel.pair[0].speedGroundX).toBeCloseTo(0.5, 4)
    expect(duel.step()[0].speedGroundX).toBe(0)
  })
})
