/** Several hits on one frame. */
import { expect, test } from 'vitest'
import type { Fighter } from '../fighter.ts'
import type { Hitbox } from '../tables/moves.ts'
import { addHit } from './find.ts'
import { knockbackOf } from './formulas.ts'
import { ReceivedHit } from './scratch.ts'

const HITBOX = { growth: 100, setKnockback: 0, baseKnockback: 10, damage: 10 } as Hitbox
const victim = { percent: 30, kind: { attributes: { weight: 100 } } } as Fighter

test('the damage of all hits of a frame drives the knockback of each (ftColl_80079AB0)', () => {
  const hit = new ReceivedHit()
  expect(addHit(hit, victim, HITBOX, 10, 10, 1)).toBe(true)
  expect(hit.knockback).toBe(knockbackOf(HITBOX, 10, 10, 30, 100))
  expect(addHit(hit, victim, { ...HITBOX, growth: 20 }, 4, 4, 1)).toBe(false)
  expect([hit.total, hit.dealt, hit.knockback]).toEqual([14, 10, knockbackOf(HITBOX, 14, 10, 30, 100)])
  expect(addHit(hit, victim, { ...HITBOX, growth: 150 }, 9, 9, 1)).toBe(true)
  expect([hit.total, hit.dealt]).toEqual([23, 9])
})
