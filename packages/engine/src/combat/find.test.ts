/** Several hits on one frame. */
import { expect, test } from 'vitest'
import type { Fighter } from '../fighter.ts'
import type { Hitbox } from '../tables/moves.ts'
import { logHit, weighHits } from './find.ts'
import { knockbackOf } from './formulas.ts'
import { ReceivedHit } from './scratch.ts'

const HITBOX = { growth: 100, setKnockback: 0, baseKnockback: 10, damage: 10 } as Hitbox
const victim = { percent: 30, kind: { attributes: { weight: 100 } } } as Fighter

function log(...hits: readonly [growth: number, dealt: number, full: number][]): Fighter {
  const received = new ReceivedHit()
  for (const [growth, dealt, full] of hits) logHit(received, { ...HITBOX, growth }, dealt, full, 1)
  const fighter = { percent: 30, kind: victim.kind, receivedHit: received } as Fighter
  weighHits(fighter)
  return fighter
}

test('the damage of all hits of a frame drives the knockback of each (ftColl_80079AB0)', () => {
  const { receivedHit } = log([100, 10, 10], [20, 4, 4])
  expect([receivedHit.total, receivedHit.most, receivedHit.strongest]).toEqual([14, 10, 0])
  const knockback = receivedHit.logged.slice(0, 2).map((hit) => hit.knockback)
  expect(knockback).toEqual([
    knockbackOf(HITBOX, 14, 10, 30, 100),
    knockbackOf({ ...HITBOX, growth: 20 }, 14, 4, 30, 100),
  ])
})

test('the strictly strongest of a frame launches: of equal ones the first (ftColl_8007A06C)', () => {
  expect(log([100, 9, 9], [150, 9, 9]).receivedHit.strongest).toBe(1)
  expect(log([100, 9, 9], [100, 9, 9]).receivedHit.strongest).toBe(0)
})
