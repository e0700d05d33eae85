import { describe, expect, it } from 'vitest'
import { INTERNAL_ID, asInternalId } from './ids.ts'
import { actionCount } from './actions.ts'
import { FIGHTERS } from './fighters.ts'
import { bodyCapsules, CAPSULE_WORDS, leaningOf, MAX_CAPSULES, shieldSizeOf } from './shapes.ts'
import { articlesOf, throwEndOf } from './throws.ts'

const FOX = INTERNAL_ID.fox
const FALCON = INTERNAL_ID['captain-falcon']
const DONKEY_KONG = INTERNAL_ID['donkey-kong']
const SAMUS = 13
const KIRBY = 4
const SHEIK = INTERNAL_ID.sheik
const PEACH = 9
const LUIGI = INTERNAL_ID.luigi
const MARTH = 18
const GAME_AND_WATCH = INTERNAL_ID['game-and-watch']
const ROY = 26
const out = new Float32Array(MAX_CAPSULES * CAPSULE_WORDS)

function capsules(internalId: number, action: number, counter: number, isAirborne = true): number[][] {
  const count = bodyCapsules(asInternalId(internalId), { action, animationFrame: counter, isAirborne }, out)
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
  it("interpolates between key frames, within half a packed unit of the source (Sheik's neutral air, Peach's back air)", () => {
    expectNear(capsules(SHEIK, 65, 10), [
      [0.719, 10.281, 3.781, 10.0, 2.831],
      [7.25, 7.609, 11.891, 8.281, 1.2],
      [0.891, 3.5, -4.109, 4.719, 1.2],
      [5.547, 9.953, -3.109, 5.609, 1.656],
    ])
    expectNear(capsules(PEACH, 67, 9.5), [
      [0.562, 2.5, -1.812, 2.25, 1.162],
      [0.625, 9.5, -0.375, 9.062, 1.462],
      [0.0, 7.562, -2.562, 6.25, 1.025],
      [-3.875, 4.5, -1.5, 1.625, 2.075],
    ])
  })

  it('repeats loops and holds the last frame of the rest', () => {
    expect(capsules(FOX, 14, 130)).toEqual(capsules(FOX, 14, 10))
    expect(capsules(FOX, 18, 500)).toEqual(capsules(FOX, 18, 12))
    expect(capsules(FOX, 18, -1)).toEqual(capsules(FOX, 18, 0))
  })

  it('uses falling or standing for an action without a line', () => {
    expect(capsules(FOX, 100, 0, true)).toEqual(capsules(FOX, 29, 0))
    expect(capsules(KIRBY, 14, 0)).toHaveLength(3)
  })

  it('scales a borrowed shape by model size', () => {
    const [marth] = capsules(MARTH, 14, 0)
    const [roy] = capsules(ROY, 14, 0)
    expect(roy![3]! / marth![3]!).toBeCloseTo(0.939, 2)
  })

  it('has one capsule per kind of action where no outline is public', () => {
    expect(capsules(DONKEY_KONG, 14, 1, false)).toEqual([[0.11, 5.15, 1.64, 13.25, 4.91]])
    expect(capsules(DONKEY_KONG, 15, 1, false)).toEqual([[1.11, 5.32, 2.26, 12.41, 4.82]])
  })

  it("is Luigi's for Samus, whose outline is not public, except for his specials", () => {
    const [luigi] = capsules(LUIGI, 14, 0)
    const [samus] = capsules(SAMUS, 14, 0)
    expect(samus![3]! / luigi![3]!).toBeCloseTo(0.85, 5)
    expect(capsules(SAMUS, 350, 0, true)).toEqual(capsules(SAMUS, 29, 0, true))
  })

  it('has a plausible size for every fighter in every action', () => {
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

  it("places Donkey Kong's shield where four attacks miss it and eleven meet it (recorded)", () => {
    expect(shieldSizeOf(DONKEY_KONG)).toMatchObject({ x: 0, y: Math.fround(8.9) })
  })

  it('counts more hits on Mr. Game & Watch as hits on the head than on others (15 of 17 recorded, 11 as for the others)', () => {
    expect(leaningOf(GAME_AND_WATCH).high).toBeGreaterThan(leaningOf(LUIGI).high + 0.5)
    expect(leaningOf(GAME_AND_WATCH).low).toBe(leaningOf(LUIGI).low)
  })

  it('counts more hits on fighters without measured values as hits on the head than on Sheik (478 of 635 recorded, 444 before)', () => {
    expect(leaningOf(LUIGI)).toEqual({ low: -3.5, high: -2.25 })
    expect(leaningOf(LUIGI).high).toBeGreaterThan(leaningOf(SHEIK).high + 1)
  })

  it('knows at which counter a throw lets go', () => {
    expect(throwEndOf(FOX, 219).frame).toBe(11)
    expect(throwEndOf(FOX, 222).frame).toBe(33)
  })

  it('knows how a laser leaves its gun', () => {
    expect(articlesOf(FOX, 345)).toContainEqual(expect.objectContaining({ item: 54, vx: 7, vy: 0, life: 34 }))
    expect(articlesOf(FOX, 14)).toEqual([])
  })
})
