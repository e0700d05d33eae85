import { describe, expect, it } from 'vitest'
import { ALL_INTERNAL_IDS, asInternalId, INTERNAL_ID } from './ids.ts'
import { f } from '../math.ts'
import { airJump, airJumpCurve, attributesOf, FIGHTERS, INTERNAL_IDS, ledgeReachOf, NANA, POPO } from './fighters.ts'

const FOX = INTERNAL_ID.fox
const KIRBY = INTERNAL_ID.kirby
const MARTH = INTERNAL_ID.marth

describe('fighters', () => {
  it("has every external id from 0 on once; Nana shares Popo's", () => {
    expect(FIGHTERS.length).toBeGreaterThanOrEqual(27)
    expect([...INTERNAL_IDS].sort((a, b) => a - b)).toEqual(ALL_INTERNAL_IDS.filter((internal) => internal !== NANA))
    expect(FIGHTERS[POPO]!.externalId).toBe(14)
    expect(FIGHTERS[NANA]!.externalId).toBe(14)
    for (const [external, internal] of INTERNAL_IDS.entries()) expect(FIGHTERS[internal]!.externalId).toBe(external)
  })

  it('keeps attributes as binary32', () => {
    const picked = (external: number) => attributesOf(INTERNAL_IDS[external]!)
    expect(attributesOf(FOX).gravity).toBe(f(0.23))
    expect(picked(9).dashInitialVelocity).toBe(1.5)
    expect(picked(0).weight).toBe(104)
    expect(attributesOf(NANA)).toEqual(attributesOf(POPO))
    for (const { attributes } of FIGHTERS) {
      for (const value of Object.values(attributes)) expect(value).toBe(f(value))
    }
  })

  it('hangs below and beside the ledge, and reaches for it from below', () => {
    expect(ledgeReachOf(FOX)).toMatchObject({ hangX: f(1.92), hangY: f(-14.4) })
    for (const { internalId } of FIGHTERS) {
      const { hangX, hangY, snapX, snapY, snapHeight } = ledgeReachOf(internalId)
      expect(hangX).toBeGreaterThan(0)
      expect(hangY).toBeLessThan(0)
      expect(snapX).toBeGreaterThan(0)
      expect(snapY - snapHeight / 2).toBeGreaterThan(0)
    }
  })

  it("reaches for ledges with boxes of whole numbers: the same for Mario, Dr. Mario and Luigi (176 recorded catches); Sheik's reaches as high as Peach's", () => {
    const boxOf = (internalId: number) => {
      const { snapX, snapY, snapHeight } = ledgeReachOf(asInternalId(internalId))
      return [snapX, snapY, snapHeight]
    }
    const [mario, drMario, luigi, sheik, peach] = [0, 21, 17, 7, 9]
    for (const internalId of [mario, drMario, luigi]) expect(boxOf(internalId)).toEqual([12, 15, 10])
    expect(boxOf(sheik)).toEqual([11, 15, 11])
    expect(boxOf(peach)).toEqual([10, 15, 11])
  })

  it('knows the first frame of air jumps, and the curves of those that follow one', () => {
    expect(airJump(FOX, 27)).toEqual({ vy: f(4.186), vx: f(0.88) })
    expect(airJump(KIRBY, 27)).toBeUndefined()
    expect(airJumpCurve(KIRBY, 341)!.slice(0, 3)).toEqual(Float32Array.of(1.92, 1.84, 1.76))
    expect(airJumpCurve(MARTH, 27)).toBeUndefined()
    // Peach's forward jump falls ever more slowly from its 58th frame on (4 recorded to the end).
    expect(airJumpCurve(INTERNAL_ID.peach, 27)!.at(-1)).toBeCloseTo(-0.174, 3)
  })
})
