/** Hitboxes in their places, and what they meet. */
import { describe, expect, test } from 'vitest'
import { changeAction } from '../actions/change.ts'
import { EventRecorder } from '../events/recorder.ts'
import type { Fighter } from '../fighter.ts'
import { EXTERNAL_ID, type ExternalId, INTERNAL_ID } from '../tables/ids.ts'
import { Match } from '../match.ts'
import { blendFramesOf } from '../tables/blends.ts'
import { moveByName } from '../tables/moves.ts'
import { HURTBOX_WORDS, hurtboxesOf, MAX_HURTBOX_WORDS, placeHurtboxes } from '../tables/hurtboxes.ts'
import { growthsOf } from '../tables/shapes.ts'
import { outlineAt } from './body.ts'
import { meetsBody, meetsBubble, meetsShield } from './contact.ts'
import { HEIGHT, heightOf } from './height.ts'
import { placeHitboxes } from './hitboxes.ts'
import type { Capsule } from './space.ts'

/** External ids for the match, the internal id for the table. */
const FOX = EXTERNAL_ID.fox
const MARTH = EXTERNAL_ID.marth
const ICE_CLIMBERS = EXTERNAL_ID.popo
const SHEIK = EXTERNAL_ID.sheik
const JIGGLYPUFF = EXTERNAL_ID.jigglypuff
const KIRBY = EXTERNAL_ID.kirby
const YOSHI = EXTERNAL_ID.yoshi
const FOX_INTERNAL = INTERNAL_ID.fox
const FALL = 29
const SQUAT_WAIT = 40
const GUARD_ON = 178
const CLIFF_CATCH = 252
const AIR_UP = 68
const LOW_KICK = 57
const WAIT = 14
const FIRST_AIR_JUMP = 341
/** The number of one of Marth's hurt capsules. */
const FAR_ARM = 4

const jab = moveByName(FOX_INTERNAL, 'jab1')!
const window = jab.windows[0]!

type Pose = Partial<
  Pick<
    Fighter,
    'x' | 'y' | 'z' | 'action' | 'animationFrame' | 'facing' | 'facingAtStart' | 'isAirborne' | 'posedAs' | 'posedAt'
  >
>
type ShieldPose = Partial<Pick<Fighter, 'facing' | 'shieldHealth' | 'shieldHardness' | 'shieldX' | 'shieldY'>>

const matchOf = (...characters: [ExternalId, ExternalId]) =>
  new Match({ seed: new Uint8Array(32), stage: 32, characters }, new EventRecorder()).fighters as [Fighter, Fighter]
const [fox, marth] = matchOf(FOX, MARTH)

const AT_REST = {
  x: 0,
  y: 0,
  z: 0,
  action: 14,
  animationFrame: 0,
  facing: 1,
  facingAtStart: 1,
  isAirborne: false,
  posedAs: 0,
}

/** No hurt capsules of Sheik are public. */
function sheikStanding(): Fighter {
  return Object.assign(matchOf(SHEIK, SHEIK)[0], AT_REST)
}

/** The hitboxes of a jab on its first frame, by default. */
function jabbing(pose: Pose = {}, isFirst = true): Capsule[] {
  const first = { x: 0, y: 0, z: 0, action: jab.actions[0]!, animationFrame: window.first, facing: 1, facingAtStart: 1 }
  Object.assign(fox, first, isFirst ? { hitboxesOut: 0 } : {}, pose)
  placeHitboxes(fox)
  return fox.hitboxes.capsules.slice(0, fox.hitboxes.count).map((capsule) => ({ ...capsule }))
}

function standing(pose: Pose & ShieldPose): Fighter {
  const shield = { shieldHealth: 60, shieldHardness: 1, shieldX: marth.kind.shield.x, shieldY: marth.kind.shield.y }
  return Object.assign(marth, AT_REST, shield, pose)
}

const ball = (x: number, y: number, z: number, radius: number): Capsule => ({
  x1: x,
  y1: y,
  z1: z,
  x2: x,
  y2: y,
  z2: z,
  radius,
})

/**
 * The second end of one of a fighter's hurt capsules (forward, up and depth), for a fighter that stands at 0 and faces
 * right.
 */
function hurtEnd(victim: Fighter, capsule: number): [number, number, number] {
  const out = new Float32Array(MAX_HURTBOX_WORDS)
  placeHurtboxes(hurtboxesOf(victim.kind.internalId)!, victim, out)
  const [, , , x, y, z] = out.subarray(capsule * HURTBOX_WORDS)
  return [x!, y!, z!]
}

const hitsBody = (boxes: Capsule[], pose: Pose): boolean => {
  const victim = standing(pose)
  return boxes.some((box) => meetsBody(box, victim))
}

describe('a hitbox', () => {
  test('meets a body in front of it, and none out of reach or behind', () => {
    expect(hitsBody(jabbing(), { x: 8, facing: -1 })).toBe(true)
    expect(hitsBody(jabbing(), { x: 40 })).toBe(false)
    expect(hitsBody(jabbing(), { x: -14 })).toBe(false)
  })

  test('lies on the side that the fighter faced when the action began, even if it has turned since', () => {
    expect(hitsBody(jabbing({ facing: -1, facingAtStart: 1 }), { x: 8 })).toBe(true)
    expect(hitsBody(jabbing({ facingAtStart: -1 }), { x: 8 })).toBe(false)
  })

  test('does not exist before and after its frames', () => {
    expect(jabbing({ animationFrame: window.first - 1 })).toEqual([])
    expect(jabbing({ animationFrame: window.last + 1 })).toEqual([])
  })

  test('is swept from its place on the frame before, but not on its first frame', () => {
    jabbing({ x: 0 })
    expect(hitsBody(jabbing({ x: 60, animationFrame: window.first + 1 }, false), { x: 30 })).toBe(true)
    expect(hitsBody(jabbing({ x: 60 }), { x: 30 })).toBe(false)
  })

  test('hits the first of the hurt capsules, in their order, that it meets: trunk, then head, arms, legs', () => {
    const victim = standing({})
    const heightAt = (x: number, y: number, z: number, radius: number) => heightOf(ball(x, y, z, radius), victim)
    const [headX, headY, headZ] = hurtEnd(victim, 2)
    const shin = hurtEnd(victim, hurtboxesOf(victim.kind.internalId)!.heights.lastIndexOf(HEIGHT.low))
    expect(heightAt(headX, headY + 1.5, headZ, 0.4)).toBe(HEIGHT.high)
    expect(heightAt(...shin, 0.5)).toBe(HEIGHT.low)
    expect(heightAt(0, 7, 0, 20)).toBe(HEIGHT.middle)
  })

  test('hits the legs far below the core, the trunk where it reaches the core, where hurt capsules are not public (recorded hits)', () => {
    const heightAt = (x: number, y: number, radius: number) => heightOf(ball(x, y, 0, radius), sheikStanding())
    expect(heightAt(2, 1, 0.5)).toBe(HEIGHT.low)
    expect(heightAt(0, 9, 0.5)).toBe(HEIGHT.middle)
    expect(heightAt(0, 7, 6)).toBe(HEIGHT.middle)
    expect(heightAt(9, 17, 3)).toBe(HEIGHT.high)
  })

  test('counts as a hit on the head for Kirby wherever it meets him from beside or above (5 of 5 recorded)', () => {
    const kirby = Object.assign(matchOf(KIRBY, KIRBY)[0], AT_REST)
    const heightAt = (x: number, y: number, radius: number) => heightOf(ball(x, y, 0, radius), kirby)
    expect(heightAt(-4.5, 5.7, 4.7)).toBe(HEIGHT.high)
    expect(heightAt(4.5, 5.7, 4.7)).toBe(HEIGHT.high)
    expect(heightAt(-2.4, 8.9, 4.7)).toBe(HEIGHT.high)
  })

  test('meets a tumbling Marth between two poses of his outline as well (3 recorded attacks within 0.3 of it)', () => {
    const LAUNCHED_UP = 90
    const tumbling = Object.assign(matchOf(MARTH, MARTH)[0], AT_REST, {
      action: LAUNCHED_UP,
      animationFrame: 44,
      isAirborne: true,
      facing: 1,
      facingAtStart: -1,
    })
    expect(meetsBody(ball(2.61, 2.16, -1, 3.875), tumbling)).toBe(true)
    expect(meetsBody(ball(-1.2, -1.03, -1.75, 3.875), tumbling)).toBe(false)
  })

  describe('on a rolling launch meets a body that lies in its way (doldecomp/melee ftCo_DamageFly_Phys; 5 recorded attacks)', () => {
    const ROLLING = 91
    const marthGoing = (kbVx: number, kbVy: number): Fighter =>
      Object.assign(matchOf(MARTH, MARTH)[0], AT_REST, { action: ROLLING, isAirborne: true, kbVx, kbVy })

    test('falling it is upside down, far above the position, head first', () => {
      const low = ball(0.8, 7.4, 0, 5.125)
      expect(meetsBody(low, marthGoing(0, 1))).toBe(true)
      expect(meetsBody(low, marthGoing(0.5, -1))).toBe(false)
      expect(heightOf(ball(-1, 36, 0, 3), marthGoing(0, -1))).toBe(HEIGHT.low)
    })

    test('it leans in its direction of flight', () => {
      const ahead = ball(14, 16, 0, 3)
      expect([1, -1].map((side) => meetsBody(ahead, marthGoing(side, -0.2)))).toEqual([false, true])
    })

    test('it stands upright while hitlag freezes it', () => {
      const frozen = Object.assign(marthGoing(0.5, -1), { hitlagLeft: 3 })
      expect(meetsBody(ball(0.8, 7.4, 0, 5.125), frozen)).toBe(true)
    })
  })

  test('of a grab does not seize forearms and shins', () => {
    const victim = standing({})
    const { grabbable } = hurtboxesOf(victim.kind.internalId)!
    const [x, y, z] = hurtEnd(victim, grabbable.lastIndexOf(false))
    const foot = ball(x, y - 1, z, 0.5)
    expect([meetsBody(foot, victim), meetsBody(foot, victim, true)]).toEqual([true, false])
  })

  test('misses a limb that it lies beside in depth', () => {
    const victim = standing({})
    const shin = hurtboxesOf(victim.kind.internalId)!.heights.lastIndexOf(HEIGHT.low)
    const [x, y, z] = hurtEnd(victim, shin)
    expect(meetsBody(ball(x, y, z, 1), victim)).toBe(true)
    expect(meetsBody(ball(x, y, z + 8 * Math.sign(z), 1), victim)).toBe(false)
  })

  test('is as deep as its attacker; bodies, outlines, shields and bubbles are as deep as their fighter', () => {
    const depthOf = (z: number) => Math.min(...jabbing({ z }).map(({ z2 }) => z2))
    expect(depthOf(-1.4) - depthOf(0)).toBeCloseTo(-1.4)

    const victim = standing({ z: 10 })
    const sheik = Object.assign(sheikStanding(), { z: 10 })
    const bubble = { x: 0, y: 8, radius: 4 }
    const meets = (z: number) => [
      meetsBody(ball(0, 8, z, 1), victim),
      meetsBody(ball(0, 8, z, 1), sheik),
      meetsShield(ball(0, 8, z, 1), victim),
      meetsBubble(ball(0, 8, z, 1), victim, bubble),
    ]
    expect(meets(10)).toEqual([true, true, true, true])
    expect(meets(-10)).toEqual([false, false, false, false])
  })

  test('has its depth on the other side where the attacker faces the other way; hurt capsules do where the victim does', () => {
    const sweep = { action: LOW_KICK, animationFrame: 9 }
    const depths = (facingAtStart: number) => jabbing({ ...sweep, facingAtStart }).map(({ z2 }) => z2)
    expect(Math.min(...depths(1))).toBeCloseTo(-11.25)
    expect(depths(-1)).toEqual(depths(1).map((z) => -z))

    const depth = 2.5
    const [x, y] = hurtEnd(standing({}), FAR_ARM)
    const meets = (facing: number, z: number) =>
      meetsBody(ball(facing * x, y, z, 0.4), standing({ facing, facingAtStart: facing }))
    expect([meets(1, depth), meets(1, -depth)]).toEqual([false, true])
    expect([meets(-1, depth), meets(-1, -depth)]).toEqual([true, false])
  })

  test("finds a hurt capsule as thick as the list says, times the model's scale", () => {
    const HEAD = 2
    const victim = standing({})
    const [x, y, z] = hurtEnd(victim, HEAD)
    const reach = hurtboxesOf(victim.kind.internalId)!.radii[HEAD]! * victim.kind.attributes.modelScaling
    const above = (gap: number) => meetsBody(ball(x, y + reach + gap, z, 0.1), victim)
    expect(reach).toBeCloseTo(1.5 * 1.15)
    expect([above(0.05), above(0.15)]).toEqual([true, false])
  })

  test('finds a swollen body wider and a squashed one lower, as the game measures radii in the space of their bone', () => {
    const [puff] = matchOf(JIGGLYPUFF, JIGGLYPUFF)
    const meets = (action: number, animationFrame: number, x: number, y: number) =>
      meetsBody(ball(x, y, 0, 1), Object.assign(puff, AT_REST, { action, animationFrame }))
    const beside = [8, 5] as const
    expect([meets(WAIT, 0, ...beside), meets(FIRST_AIR_JUMP, 20, ...beside)]).toEqual([false, true])
    const above = [0, 8] as const
    expect([meets(WAIT, 0, ...above), meets(SQUAT_WAIT, 0, ...above)]).toEqual([true, false])
  })

  test('misses a body with only an outline when it is far beside the plane (kicks 8 to 11 units off it, 3 recorded)', () => {
    const sheik = sheikStanding()
    expect([0, 2, -2, 11, -11].map((z) => meetsBody(ball(0, 8, z, 1), sheik))).toEqual([true, true, true, false, false])
  })

  test('misses the hammers of the Ice Climbers (attacks pass through them 12 times in a game without a hit)', () => {
    const [popo] = matchOf(ICE_CLIMBERS, ICE_CLIMBERS)
    Object.assign(popo, AT_REST, { action: GUARD_ON, animationFrame: -1 })
    expect([meetsBody(ball(6, 13.5, 0, 1), popo), meetsBody(ball(1, 6, 0, 1), popo)]).toEqual([false, true])
  })

  test('misses a tail, which outlines show and hits do not find', () => {
    const TAIL = 0
    expect(growthsOf(FOX_INTERNAL)[TAIL]).toBeLessThan(0)
    const victim = Object.assign(fox, AT_REST, { action: CLIFF_CATCH })
    const { x1, x2, y1, y2, radius } = outlineAt(victim).capsules[TAIL]!
    const [x, y] = x1 < x2 ? [x1 - radius, y1] : [x2 - radius, y2]
    expect(meetsBody(ball(x, y, 0, 0.2), victim)).toBe(false)
  })

  test('finds falling bodies by their present facing, attacking ones by the facing at the start', () => {
    const boxes = jabbing()
    const meets = (action: number, facing: number, facingAtStart: number) =>
      Array.from({ length: 60 }, (_, i) =>
        hitsBody(boxes, { x: i / 2 - 4, action, facing, facingAtStart, isAirborne: true }),
      )
    expect(meets(FALL, -1, 1)).toEqual(meets(FALL, -1, -1))
    expect(meets(AIR_UP, -1, 1)).toEqual(meets(AIR_UP, 1, 1))
  })
})

describe('a body behind a shield that goes up (doldecomp/melee ftCo_80091E78)', () => {
  test('keeps the pose of the action before', () => {
    const highest = (pose: Pose): number => {
      const victim = standing(pose)
      let y = 30
      while (!meetsBody(ball(0, y, 0, 0.5), victim)) y -= 0.25
      return y
    }
    const shielding = { action: GUARD_ON, animationFrame: -1 }
    expect(highest({ ...shielding, posedAs: SQUAT_WAIT, posedAt: 0 })).toBe(highest({ action: SQUAT_WAIT }))
    expect(highest(shielding)).toBeGreaterThan(highest({ action: SQUAT_WAIT }) + 2)
  })
})

describe('a body that blends out of the pose before (doldecomp/melee ftAnim_8006E9B4)', () => {
  const KNEE_BEND = 24
  const DASH = 20
  const RUN = 21
  const UP_SMASH = 63

  const headsUp = (frame: number, posedAs: number): boolean =>
    meetsBody(
      ball(3, 13, 0, 1),
      Object.assign(fox, AT_REST, { action: UP_SMASH, animationFrame: frame, posedAs, posedAt: 3 }),
    )

  test('crouches less and less as an up smash begins out of a jump squat (26 of 174 recorded frames misclassified, 36 without)', () => {
    expect([1, 4, 8].map((frame) => headsUp(frame, KNEE_BEND))).toEqual([false, false, true])
    expect([1, 4, 8].map((frame) => headsUp(frame, 0))).toEqual([true, true, true])
  })

  test('blends for eight frames of an up smash and six of a run, which remember the pose; other actions show their own at once', () => {
    Object.assign(fox, AT_REST, { action: KNEE_BEND, animationFrame: 2 })
    changeAction(fox, UP_SMASH)
    expect([fox.posedAs, fox.posedAt]).toEqual([KNEE_BEND, 2])
    changeAction(fox, WAIT)
    expect(fox.posedAs).toBe(0)
    expect([UP_SMASH, RUN, DASH].map(blendFramesOf)).toEqual([8, 6, 0])
  })
})

describe('a shield', () => {
  /** Furthest distance at which the jab meets it. */
  function reach(pose: ShieldPose): number {
    const boxes = jabbing()
    let furthest = 0
    for (let x = 0; x < 60; x += 0.25) {
      const victim = standing({ x, ...pose })
      if (boxes.some((box) => meetsShield(box, victim))) furthest = x
    }
    return furthest
  }

  test('is larger when light, smaller when worn', () => {
    const { size } = marth.kind.shield
    expect(reach({ shieldHardness: 0 })).toBeGreaterThan(reach({ shieldHardness: 1 }) + 0.3 * size)
    expect(reach({ shieldHealth: 20 })).toBeLessThan(reach({ shieldHealth: 60 }))
  })

  test('stands about its middle, on the side that is faced', () => {
    expect(reach({ shieldX: -2 })).toBe(reach({ shieldX: 2 }) + 4)
    expect(reach({ shieldX: -2, facing: -1 })).toBe(reach({ shieldX: 2 }))
  })

  test('of an egg keeps its size, worn or light (doldecomp/melee ftCo_80091D58)', () => {
    const [yoshi] = matchOf(YOSHI, YOSHI)
    const point = ball(6.2, yoshi.kind.shield.y, 0, 0)
    const meets = (shieldHealth: number): boolean =>
      meetsShield(point, Object.assign(yoshi, AT_REST, { shieldHealth, shieldX: 0, shieldY: yoshi.kind.shield.y }))
    expect([meets(60), meets(1)]).toEqual([true, true])
  })
})
