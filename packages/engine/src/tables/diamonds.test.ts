import { describe, expect, it } from 'vitest'
import { f } from '../math.ts'
import { FIRST_OWN_ACTION } from './actions.ts'
import { ecbBottomOf, ecbPosesOf, ecbStepsOf } from './diamonds.ts'
import { bodySizeOf, FIGHTERS } from './fighters.ts'

const FOX = 1
const MARTH = 18

describe('diamonds', () => {
  it('gives the diamond by action and animation frame, or its usual figure', () => {
    const { ahead, behind } = ecbPosesOf(MARTH, 27)!
    expect([2, 3, 15, 200].map((frame) => ahead[frame])).toEqual([f(2), f(2), f(4.51), undefined])
    expect(behind[300]).toBeUndefined()
    expect(ecbPosesOf(MARTH, 300)).toBeUndefined()
  })

  it('has no half width below 2, and most the same on both sides (doldecomp/melee mpColl_LoadECB_JObj)', () => {
    const sides = FIGHTERS.flatMap(({ internalId }) =>
      Array.from({ length: FIRST_OWN_ACTION }, (_, action) => ecbPosesOf(internalId, action)),
    ).filter((poses) => poses !== undefined)
    const pairs = sides.flatMap(({ ahead, behind }) => [...ahead].map((width, frame) => [width, behind[frame]]))
    for (const pair of pairs) expect(pair[0] === 0 || pair[0]! >= 2).toBe(true)
    expect(pairs.filter(([ahead, behind]) => ahead === behind).length).toBeGreaterThan(0.8 * pairs.length)
  })

  it('gives the bottom of the diamond by action and animation frame, by a kindred pose, or by default', () => {
    const bottomAt = (action: number, animationFrame: number) =>
      ecbBottomOf(ecbStepsOf(FOX, action), { animationFrame })
    expect(bottomAt(68, 10)).toBe(f(6.04))
    expect(bottomAt(68, 28)).toBe(f(4.08))
    expect(bottomAt(30, 0)).toBe(bottomAt(29, 0))
    expect(bottomAt(300, 0)).toBe(bodySizeOf(FOX).bottom)
    for (const { internalId } of FIGHTERS) {
      const { bottom, top } = bodySizeOf(internalId)
      expect(bottom).toBeGreaterThanOrEqual(0)
      expect(top).toBeGreaterThan(bottom)
    }
  })
})
