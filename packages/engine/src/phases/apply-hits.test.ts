/** One of the things that met a fighter on a frame takes effect (doldecomp/melee Fighter_ProcessHit_8006D1EC). */
import { describe, expect, test } from 'vitest'
import { Duel } from '../../tests/duel.ts'
import { ACTION, FOX } from '../../tests/scene.ts'
import { logHit } from '../combat/find.ts'
import { EventRecorder } from '../events/recorder.ts'
import type { Fighter } from '../fighter.ts'
import { Match } from '../match.ts'
import type { Hitbox } from '../tables/moves.ts'
import { applyHits } from './apply-hits.ts'

const HITBOX = { growth: 100, baseKnockback: 40, damage: 12, angle: 45, element: 'normal' } as Hitbox
const REBOUND_STOP = 237
const GUARD_SET_OFF = 181

/** Two fighters that stand side by side. */
function pair(): [Fighter, Fighter] {
  const match = new Match({ seed: new Uint8Array(32), stage: 32, characters: [FOX, FOX] }, new EventRecorder())
  new Uint8Array(match.buffer).set(new Duel(10).game.save())
  const [first, second] = match.fighters
  for (const fighter of [first!, second!]) {
    fighter.receivedHit.forget()
    fighter.shieldHit.forget()
    fighter.hitboxes.forget()
  }
  return [first!, second!]
}

function strike(victim: Fighter, by: Fighter, knockback = 60): void {
  Object.assign(logHit(victim.receivedHit, HITBOX, 9, 9, 1), { by, knockback })
}

describe('one cause sets hitlag, the first of launch, own shield, clank, damage to a body, to a shield', () => {
  test('a fighter that is hit in a trade freezes by the damage it takes, not by what it dealt', () => {
    const [fighter, other] = pair()
    strike(fighter, other)
    fighter.hitboxes.landed = 18
    applyHits(fighter)
    expect(fighter.hitlagLeft).toBe(6)
  })

  test('the greatest whole damage of the hits of a frame counts, not that of the strongest launch', () => {
    const [fighter, other] = pair()
    strike(fighter, other)
    fighter.receivedHit.most = 15
    applyHits(fighter)
    expect(fighter.hitlagLeft).toBe(8)
  })

  test('a clank comes before damage to a body', () => {
    const [fighter] = pair()
    fighter.hitboxes.clanked = 6
    fighter.hitboxes.clankSide = 1
    fighter.hitboxes.landed = 18
    applyHits(fighter)
    expect([fighter.action, fighter.hitlagLeft]).toEqual([REBOUND_STOP, 5])
    expect(fighter.misc).toBeLessThan(0)
  })

  test('damage to a body comes before damage to a shield', () => {
    const [fighter] = pair()
    fighter.hitboxes.landed = 3
    fighter.hitboxes.shielded = 18
    applyHits(fighter)
    expect([fighter.action, fighter.hitlagLeft]).toEqual([ACTION.Wait, 4])
  })

  test('a hit beside the shield launches, and the shield has worn all the same', () => {
    const [fighter, other] = pair()
    fighter.isShielding = true
    const { shieldHealth } = fighter
    strike(fighter, other)
    Object.assign(fighter.shieldHit, { by: other, most: 10, worn: 10 })
    applyHits(fighter)
    expect(fighter.action).not.toBe(GUARD_SET_OFF)
    expect(fighter.shieldHealth).toBeLessThan(shieldHealth)
  })

  test('the shield wears by the sum of its hits, and is stunned by the greatest', () => {
    const [fighter, other] = pair()
    fighter.isShielding = true
    Object.assign(fighter.shieldHit, { by: other, most: 6, worn: 20 })
    applyHits(fighter)
    expect([fighter.action, fighter.hitlagLeft]).toEqual([GUARD_SET_OFF, 5])
    expect(fighter.shieldHealth).toBeLessThan(43)
  })
})
