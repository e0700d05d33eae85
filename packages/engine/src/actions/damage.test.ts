/** Launches off the floor, into it and in ice (doldecomp/melee ftCo_8008DCE0, Fighter_procUpdate). */
import { describe, expect, test } from 'vitest'
import { Duel } from '../../tests/duel.ts'
import { ACTION, FOX, NEUTRAL, PEACH } from '../../tests/scene.ts'
import { articleHitbox } from '../articles/hitbox.ts'
import { LoggedHit } from '../combat/scratch.ts'
import { EventRecorder } from '../events/recorder.ts'
import type { Fighter } from '../fighter.ts'
import { Match } from '../match.ts'
import { randomFloat, randomInteger } from '../random.ts'
import type { ExternalId } from '../tables/ids.ts'
import type { Element } from '../tables/moves.ts'
import { enterDamage } from './damage.ts'

const YOSHIS_STORY = 8
const DAMAGE_ICE = 325
const DAMAGE_FLY_ROLL = 91

/** A fighter that stands on the left end of the main floor of Yoshi's Story, which slopes up to the right. */
function onSlope(): Fighter {
  const { fighters, terrain } = new Match(
    { seed: new Uint8Array(32), stage: YOSHIS_STORY, characters: [FOX, FOX] },
    new EventRecorder(),
  )
  const floorLine = terrain.normalX.findIndex((x, line) => x < -0.05 && terrain.normalY[line]! > 0.9)
  return Object.assign(fighters[0]!, { action: ACTION.Wait, isAirborne: false, floorLine })
}

function onFlat(character: ExternalId = FOX): Fighter {
  const { fighters, terrain } = new Match(
    { seed: new Uint8Array(32), stage: 32, characters: [character, FOX] },
    new EventRecorder(),
  )
  const floorLine = terrain.normalY.findIndex((y) => y === 1)
  return Object.assign(fighters[0]!, { action: ACTION.Wait, isAirborne: false, floorLine, percent: 30 })
}

/** Launched to the right. */
function hit(fighter: Fighter, angle: number, knockback: number, element: Element = 'normal'): Fighter {
  const hitbox = articleHitbox({ damage: 9, angle, growth: 100, baseKnockback: 0, element, radius: 1 })
  const by = fighter.match.fighters[1]!
  enterDamage(fighter, Object.assign(new LoggedHit(), { by, hitbox, knockback, dealt: 9, away: 1, height: 1 }), 9, 9)
  return fighter
}

describe('a hit on the ground is judged by the angle between launch and floor normal', () => {
  test('a light one away from a slope leaves the floor, one along the flat floor slides', () => {
    expect(hit(onFlat(), 0, 30)).toMatchObject({ isAirborne: false, kbVy: 0 })
    const uphill = hit(onSlope(), 0, 30)
    expect(uphill.isAirborne).toBe(false)
    expect(uphill.kbVy).toBeGreaterThan(0)
    expect(hit(onSlope(), 40, 30).isAirborne).toBe(true)
  })

  test('a hard one keeps its own direction up to 100 degrees, and beyond bounces with four fifths of its speed upward', () => {
    const flat = hit(onFlat(), 355, 120)
    expect(flat.isAirborne).toBe(true)
    expect(flat.kbVy).toBeCloseTo(3.6 * Math.sin((-5 * Math.PI) / 180), 4)
    const steep = hit(onFlat(), 340, 120)
    expect(steep.isAirborne).toBe(true)
    expect(steep.kbVy).toBeCloseTo(0.8 * 3.6 * Math.sin((20 * Math.PI) / 180), 4)
  })
})

test('ice of the second degree launches halfway between its angle and straight up, and one draw decides its spin (calcAngle, ftCo_DamageIce_Init)', () => {
  const fighter = onFlat()
  const { seed } = fighter.match.record
  const { selfVx, selfVy } = hit(Object.assign(fighter, { isAirborne: true }), 20, 70, 'ice')
  expect(fighter.action).toBe(DAMAGE_ICE)
  expect((Math.atan2(selfVy, selfVx) * 180) / Math.PI).toBeCloseTo(55, 3)
  expect(fighter.match.record.seed >>> 0).toBe((Math.imul(seed, 214013) + 2531011) >>> 0)
})

test('a slide along the floor begins with a speed of 8.3 at most (ftCommon_8007CCE8)', () => {
  const duel = new Duel(40).put(0, { action: 191, kbVx: 12, kbVy: 0 })
  const { speedAttackX } = duel.step()[0]
  expect(speedAttackX).toBeLessThan(8.3)
  expect(speedAttackX).toBeGreaterThan(8)
})

test('at equal x a victim is launched to the left and faces right, whatever the facing of its attacker (ftColl_8007A06C)', () => {
  const duel = new Duel(40).put(1, {
    x: 0,
    y: 16,
    isAirborne: true,
    action: ACTION.Fall,
    facing: -1,
    facingAtStart: -1,
  })
  const [, victim] = duel.until(([, { percent }]) => percent > 0, { ...NEUTRAL, cstickY: 255 }, NEUTRAL, 20)
  expect(victim.facingDirection).toBe(1)
  expect(victim.speedAttackX).toBeLessThan(0)
})

describe('whoever is launched may drop its item (Fighter_8006CDA4)', () => {
  const SEEDS = Array.from({ length: 200 }, (_, i) => i * 7919)

  /** Peach with a turnip in her hand, hit for 9 while the generator is at `seed`. */
  function hitWithItem(seed: number, element?: Element, percent = 30): Fighter {
    const fighter = Object.assign(onFlat(PEACH), { percent })
    const { articles, record } = fighter.match
    fighter.heldArticle = articles.spawn(fighter.kind.articles[0]!, fighter, { x: 0, y: 0, timer: 140 })!.spawn
    record.seed = seed
    return hit(fighter, 20, 120, element)
  }

  test('when a draw out of 60 is less than its damage, so with 9 of 60', () => {
    const dropped = SEEDS.filter((seed) => hitWithItem(seed).heldArticle < 0)
    expect(dropped).toEqual(SEEDS.filter((seed) => randomInteger({ seed }, 60) < 9))
    expect(dropped.length).toBeGreaterThan(0)
  })

  test('that draw comes before the one for the roll', () => {
    const rolled = SEEDS.filter((seed) => hitWithItem(seed, 'normal', 100).action === DAMAGE_FLY_ROLL)
    const second = SEEDS.filter((seed) => {
      const record = { seed }
      randomInteger(record, 60)
      return randomFloat(record) < 0.3
    })
    expect(rolled).toEqual(second)
  })

  test('a cape leaves it in the hand, without a draw', () => {
    const capes = SEEDS.map((seed) => hitWithItem(seed, 'cape'))
    expect(capes.every(({ heldArticle, match }, i) => heldArticle >= 0 && match.record.seed === SEEDS[i])).toBe(true)
  })
})
