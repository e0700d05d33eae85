import { describe, expect, it } from 'vitest'
import { actionCount } from './actions.ts'
import { FIGHTERS } from './fighters.ts'
import { bodyCapsules, CAPSULE_WORDS, MAX_CAPSULES, shieldSizeOf } from './shapes.ts'
import { articlesOf, releaseFrameOf } from './throws.ts'

const FOX = 1
const FALCON = 2
const DONKEY_KONG = 3
const KIRBY = 4
const MARTH = 18
const ROY = 26
const out = new Float32Array(MAX_CAPSULES * CAPSULE_WORDS)

function capsules(internalId: number, action: number, counter: number, isAirborne = true): number[][] {
  const count = bodyCapsules(internalId, { action, animationFrame: counter, isAirborne }, out)
  return Array.from({ length: count }, (_, i) =>
    Array.from(out.slice(i * CAPSULE_WORDS, (i + 1) * CAPSULE_WORDS), (value) => Math.round(value * 1000) / 1000),
  )
}

/** Half of the packed units of places and radii, and a hair for rounding. */
const NEAR_PLACE = 0.38
const NEAR_RADIUS = 0.21

function expectNear(found: number[][], source: number[][]): void {
  expect(found).toHaveLength(source.length)
  for (const [i, capsule] of source.entries()) {
    for (const [n, value] of capsule.entries()) {
      const near = n === CAPSULE_WORDS - 1 ? NEAR_RADIUS : NEAR_PLACE
      expect(Math.abs(found[i]![n]! - value), `capsule ${i}, value ${n}`).toBeLessThanOrEqual(near)
    }
  }
}

describe('body shapes', () => {
  it("interpolates between key frames, within half a packed unit of the source (Fox's neutral air, Marth's back air)", () => {
    expectNear(capsules(FOX, 65, 10), [
      [-5.393, 8.107, 2.214, 4.964, 1.121],
      [-2.393, 12, -0.107, 8.5, 2.3],
      [1.214, 6.5, 8, 6.107, 0.8],
      [1.286, 6.107, -3.714, 2.036, 1.421],
    ])
    expectNear(capsules(MARTH, 67, 9.5), [
      [-4.95, 12.35, -1.4, 9, 1.96],
      [-0.05, 4.85, 3.95, 0.1, 1.21],
      [-2.65, 12.9, -4.85, 13.95, 2.17],
      [-2.95, 6.5, -0.05, 6, 1.63],
    ])
  })

  it('repeats loops and holds the last frame of the rest', () => {
    expect(capsules(FOX, 14, 130)).toEqual(capsules(FOX, 14, 10))
    expect(capsules(FOX, 18, 500)).toEqual(capsules(FOX, 18, 12))
    expect(capsules(FOX, 18, -1)).toEqual(capsules(FOX, 18, 0))
  })

  it('falls back to falling or standing for an action without a line', () => {
    expect(capsules(FOX, 100, 0, true)).toEqual(capsules(FOX, 29, 0))
    expect(capsules(KIRBY, 14, 0)).toHaveLength(3)
  })

  it("scales a borrowed shape to the fighter's size", () => {
    const [marth] = capsules(MARTH, 14, 0)
    const [roy] = capsules(ROY, 14, 0)
    expect(roy![3]! / marth![3]!).toBeCloseTo(0.939, 2)
  })

  it('has one capsule per kind of action where no outline is public', () => {
    expect(capsules(DONKEY_KONG, 14, 1, false)).toEqual([[0.11, 5.15, 1.64, 13.25, 4.91]])
    expect(capsules(DONKEY_KONG, 15, 1, false)).toEqual([[1.11, 5.32, 2.26, 12.41, 4.82]])
  })

  it('finds a body of sensible size for every fighter in every action', () => {
    for (const { internalId } of FIGHTERS) {
      for (let action = 0; action < actionCount(internalId); action++) {
        for (const counter of [0, 7.5, 40]) {
          const count = bodyCapsules(internalId, { action, animationFrame: counter, isAirborne: action % 2 === 0 }, out)
          if (count < 1 || count > MAX_CAPSULES) throw new Error(`${internalId} has ${count} capsules in ${action}`)
          for (let n = 0; n < count * CAPSULE_WORDS; n++) {
            const limit = n % CAPSULE_WORDS === 4 ? 12 : 45
            if (!(Math.abs(out[n]!) <= limit)) throw new Error(`${internalId} in ${action}: ${out[n]}`)
          }
        }
      }
    }
  })
})

describe('shields, throws, articles', () => {
  it('gives a shield in front of the body, by attribute and scale', () => {
    expect(shieldSizeOf(FALCON)).toMatchObject({ y: Math.fround(10.13) })
    expect(shieldSizeOf(FALCON).size).toBeCloseTo(14.55, 4)
  })

  it('knows at which counter a throw lets go', () => {
    expect(releaseFrameOf(FOX, 219)).toBe(11)
    expect(releaseFrameOf(FOX, 222)).toBe(0)
  })

  it('knows how a laser leaves its gun', () => {
    expect(articlesOf(FOX, 345)).toContainEqual(expect.objectContaining({ item: 54, vx: 7, vy: 0, life: 34 }))
    expect(articlesOf(FOX, 14)).toEqual([])
  })
})
