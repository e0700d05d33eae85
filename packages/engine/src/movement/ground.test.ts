/** Motion along a floor that slopes. */
import { expect, test } from 'vitest'
import type { Fighter } from '../fighter.ts'
import { moveAlongFloor } from './ground.ts'

test('a shift behind a shield, and the push back from several hits, go along the floor (ftCo_80093240, ftColl_80076528)', () => {
  const terrain = { normalX: [0, -0.6], normalY: [1, 0.8] }
  const fighter = { x: 1, y: 2, floorLine: 0, match: { terrain } } as unknown as Fighter
  moveAlongFloor(fighter, 3)
  expect([fighter.x, fighter.y]).toEqual([4, 2])
  fighter.floorLine = 1
  moveAlongFloor(fighter, -5)
  expect(fighter.x).toBeCloseTo(0, 5)
  expect(fighter.y).toBeCloseTo(-1, 5)
})
