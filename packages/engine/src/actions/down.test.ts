import { expect, test } from 'vitest'
import { BATTLEFIELD, FOX, ICE_CLIMBERS, Scene, stick } from '../../tests/scene.ts'
import { ACTION } from '../action-ids.ts'
import type { Fighter } from '../fighter.ts'
import { EXTERNAL_ID } from '../tables/ids.ts'
import { downDamageOf } from './down.ts'

const CAPTAIN_FALCON = EXTERNAL_ID['captain-falcon']

const after = (action: number, damage: number): number => downDamageOf({ action } as Fighter, damage)

test('a light hit on a fighter that lies or bounces on the floor tosses it up lying: face up only out of DownWaitU (8 recorded)', () => {
  expect(after(ACTION.DownWaitU, 4)).toBe(ACTION.DownDamageU)
  for (const action of [ACTION.DownBoundU, ACTION.DownDamageU, ACTION.DownBoundD, ACTION.DownWaitD]) {
    expect(after(action, 4)).toBe(ACTION.DownDamageD)
  }
  expect(after(ACTION.DownBoundU, 12)).toBe(-1)
  expect(after(ACTION.Wait, 4)).toBe(-1)
})

test.each([
  ['DownDamage on the floor with hitstun left lies on for as long', 20, ACTION.DownWaitD],
  ['DownDamage on the floor without gets up', 3, ACTION.DownStandD],
] as const)('%s', (_, hitstunLeft, next) => {
  const scene = new Scene().stand().put({ action: ACTION.DownDamageD, animationFrame: 1, hitstunLeft })
  scene.until((post) => post.actionStateId !== ACTION.DownDamageD)
  expect(scene.post.actionStateId).toBe(next)
})

test.each([
  ['down', -60, ACTION.DownFowardD],
  ['level', 0, ACTION.DownFowardD],
] as const)(
  'the bounce on the floor ends in a roll with the stick sideways and %s (ftCo_Down_CheckInput)',
  (_, y, roll) => {
    const scene = new Scene().stand()
    scene.put({ action: ACTION.DownBoundD, actionFrame: 1, animationFrame: 0, aTimer: 254, bTimer: 254 })
    const side = 50 * scene.post.facingDirection
    scene.until((post) => post.actionStateId !== ACTION.DownBoundD, stick(side, y))
    expect(scene.post.actionStateId).toBe(roll)
  },
)

test.each([
  ['on its back late', 20, ACTION.DownBoundU],
  ['on its face at first', 1, ACTION.DownBoundD],
] as const)('a tumble comes down %s (doldecomp/melee ftCo_DownBound: by the pose)', (_, at, bound) => {
  const scene = new Scene().stand()
  const { y } = scene.state
  scene.put({ action: ACTION.DamageFall, animationFrame: at, isAirborne: true, y: y + 0.5, selfVy: -2 })
  scene.until((post) => post.actionStateId !== ACTION.DamageFall)
  expect(scene.post.actionStateId).toBe(bound)
})

test.each([
  ['its back at first', 1, ACTION.DownBoundU],
  ['its face for a moment (3 of 3 recorded)', 5, ACTION.DownBoundD],
  ['its back again', 12, ACTION.DownBoundU],
  ['its face late', 26, ACTION.DownBoundD],
] as const)('a launch after a low hit comes down on %s (13 of 14 recorded late)', (_, at, bound) => {
  const scene = new Scene().stand()
  const { y } = scene.state
  scene.put({ action: ACTION.DamageFlyLw, animationFrame: at, isAirborne: true, y: y + 0.5, kbVy: -2, hitstunLeft: 30 })
  scene.until((post) => post.actionStateId !== ACTION.DamageFlyLw)
  expect(scene.post.actionStateId).toBe(bound)
})

test.each([
  ['onto the face half of its way (15 of 22 recorded)', FOX, ACTION.DamageFlyN, 24, 0.5],
  ['onto the back all of it (36 of 36 recorded)', FOX, ACTION.DamageFlyN, 1, 1],
  ['onto the back half of it out of an upward launch (10 of 11 recorded)', FOX, ACTION.DamageFlyTop, 1, 0.5],
  ['onto the back half of it for Captain Falcon (7 of 7 recorded)', CAPTAIN_FALCON, ACTION.DamageFlyN, 1, 0.5],
] as const)(
  'a fighter that slides off an edge right after a touch-down goes %s (mpColl_80043754)',
  (_, character, action, at, share) => {
    const scene = new Scene({ stage: BATTLEFIELD, character }).stand()
    const x = 57.5
    scene.put({ action, animationFrame: at, isAirborne: true, x: 40, y: 27.7, kbVx: 2.5, kbVy: -2, hitstunLeft: 30 })
    scene.until(({ actionStateId }) => actionStateId === ACTION.DownBoundU || actionStateId === ACTION.DownBoundD)
    const { actionStateId, positionX, speedAttackX } = scene.put({ x }).step()
    expect(actionStateId).toBe(ACTION.Fall)
    expect((positionX - x) / speedAttackX).toBeCloseTo(share, 1)
  },
)

test('so does a landing that flattens a fighter, depending on the height of its top before: Fox (2 of 2 recorded, and one lower)', () => {
  const slid = (previousEcbTop: number): number => {
    const scene = new Scene({ stage: BATTLEFIELD }).stand()
    const x = 57.5
    const landing = { action: ACTION.LandingAirHi, actionFrame: 1, animationFrame: 0, facing: -1, previousEcbTop }
    scene.put({ x, y: 27.2001, floorLine: 4, groundVelocity: 0.8, ...landing })
    expect(scene.step().actionStateId).toBe(ACTION.Fall)
    return scene.post.positionX - x
  }
  expect(slid(12.5)).toBeCloseTo(slid(9.5) / 2, 3)
})

test('Captain Falcon’s arm comes in within one frame: a landing on that frame of the back air moves half as far (3 of 3 recorded)', () => {
  const moved = (at: number): number => {
    const scene = new Scene({ character: 0 }).stand()
    const { x, y } = scene.state
    scene.put({ action: ACTION.AttackAirB, animationFrame: at, isAirborne: true, y: y - 1.5, previousEcbBottom: 2.9 })
    scene.put({ selfVx: 0.8, selfVy: -3.5, isFastFalling: true, ecbLockLeft: 0 })
    scene.step()
    expect(scene.post.isAirborne).toBe(0)
    return scene.post.positionX - x
  }
  expect(moved(23)).toBeCloseTo(moved(21) / 2, 3)
})

test('the stretch into an upward launch cuts the first shift of its hitlag in two: past an edge the floor holds up one half (mpColl_80043754, 1 recorded)', () => {
  const scene = new Scene({ stage: BATTLEFIELD }).stand()
  const y = 27.2001
  scene.put({ x: 57.5, y, floorLine: 4, isAirborne: true, previousEcbBottom: 0, ecbLockLeft: 9 })
  scene.put({ action: ACTION.DamageFlyTop, actionFrame: 1, animationFrame: 1, hitlagLeft: 6, isHurt: true })
  const sunk = y - scene.step(stick(75, -27)).positionY
  expect(sunk).toBeCloseTo(1.0125, 3)
})

test.each([
  ['still seen on the frame of a tech roll, as of a landing', 1, stick(80), ACTION.PassiveStandF, true],
  ['not seen on that of a knock-down', 254, stick(80), ACTION.DownBoundU, false],
  ['not seen on that of a tech in place', 1, stick(0), ACTION.Passive, false],
] as const)('upward knockback is %s (450 recorded landings)', (_, techTimer, pad, next, isSeen) => {
  const scene = new Scene().stand()
  const { y } = scene.state
  const flight = { action: ACTION.DamageFlyTop, animationFrame: 20, isAirborne: true, hitstunLeft: 30 }
  scene.put({ ...flight, y: y + 0.5, selfVy: -4, kbVy: 1, techTimer, previousTechTimer: 254, facing: 1 })
  scene.until((post) => post.actionStateId !== ACTION.DamageFlyTop, pad)
  expect(scene.post.actionStateId).toBe(next)
  expect(scene.post.speedAttackY > 0).toBe(isSeen)
})

test.each([
  ['a rolling launch', ACTION.DamageFlyRoll, 2],
  ['a stumble off an edge', ACTION.MissFoot, 20],
] as const)('%s that falls fast tumbles on as fast (doldecomp/melee ftCo_80090780)', (_, action, at) => {
  const scene = new Scene().stand()
  scene.put({ action, animationFrame: at, isAirborne: true, y: 60, selfVy: -3.4, isFastFalling: true, hitstunLeft: 0 })
  scene.until((post) => post.actionStateId !== action)
  expect([scene.post.actionStateId, scene.post.speedY]).toEqual([ACTION.DamageFall, Math.fround(-3.4)])
})

test('a fighter that leaves the floor right after the touch-down keeps the bottom of the pose it landed in for ten frames (12 recorded)', () => {
  const sunk = (character: number) => {
    const scene = new Scene({ character }).stand()
    const { y } = scene.state
    const at = { y: y - 0.5, previousY: y + 1.1, previousEcbBottom: 2.02 }
    scene.put({ action: ACTION.DamageFall, animationFrame: 6, isAirborne: true, selfVy: -1.6, ...at })
    scene.until(({ actionStateId }) => actionStateId === ACTION.DownBoundD || actionStateId === ACTION.DownBoundU)
    return Array.from({ length: 11 }, () => scene.step()).map((post) => y - post.positionY)
  }
  const climber = sunk(ICE_CLIMBERS)
  for (const depth of climber.slice(0, 9)) expect(depth).toBeCloseTo(1.9, 4)
  expect(climber[9]).toBeCloseTo(0, 4)
  for (const depth of sunk(FOX)) expect(depth).toBeCloseTo(0, 4)
})
