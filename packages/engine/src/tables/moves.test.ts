import { describe, expect, it } from 'vitest'
import { actionCount } from './actions.ts'
import { FIGHTERS } from './fighters.ts'
import {
  emptyPlace,
  hitboxPlace,
  moveByName,
  moveOf,
  movesOf,
  type Element,
  type Hitbox,
  type HitWindow,
  type Throw,
} from './moves.ts'

const FOX = 1
const FALCON = 2
const MARTH = 18
const GANONDORF = 25
const NAIR = 65
const place = emptyPlace()

describe('moves', () => {
  it('gives every fighter hitboxes in both floor attacks', () => {
    for (const [internalId, { key }] of FIGHTERS.entries()) {
      for (const name of ['getup_attack_face_up', 'getup_attack_face_down']) {
        expect(moveByName(internalId, name)?.windows.length, `${key} ${name}`).toBeGreaterThan(0)
      }
    }
  })

  it('has floor attacks that clank but are not thrown back (recorded)', () => {
    const hitboxes = moveByName(FOX, 'getup_attack_face_down')!.windows.flatMap((window) => window.hitboxes)
    expect(hitboxes.map(({ interaction }) => interaction)).toEqual(hitboxes.map(() => 2))
  })

  it("has Fox's neutral air as the sources have it", () => {
    const nair = moveOf(FOX, NAIR)!
    expect(nair).toMatchObject({
      name: 'nair',
      totalFrames: 49,
      interruptible: 42,
      landingLag: 15,
      cancelBefore: 4,
      cancelAfter: 36,
      chargeFrame: 0,
      late: [],
      throw: undefined,
    })
    expect(nair.windows.map(({ first, last }) => [first, last])).toEqual([
      [4, 7],
      [8, 31],
    ])
    expect(nair.windows[0]!.hitboxes[0]).toEqual({
      id: 0,
      damage: 12,
      angle: 361,
      growth: 100,
      setKnockback: 0,
      baseKnockback: 10,
      element: 'normal',
      shieldDamage: 0,
      radius: 895 / 256,
      hitsGround: true,
      hitsAir: true,
      interaction: 3,
      group: 0,
    } satisfies Hitbox)
  })

  it('knows throws, charges, late scripts, follow-ups and articles', () => {
    expect(moveByName(MARTH, 'fthrow')!.throw).toEqual({
      damage: 4,
      angle: 50,
      growth: 45,
      setKnockback: 0,
      baseKnockback: 70,
      element: 0,
    } satisfies Throw)
    expect(moveByName(FOX, 'usmash')!.chargeFrame).toBe(2)
    expect(moveByName(FOX, 'jab2')!.late).toEqual([45])
    expect(moveByName(FOX, 'jab1')!.followups).toEqual([44, 6, 17])
    expect(moveByName(FOX, 'dthrow')!.spawnFrames).toEqual([23, 25, 28, 31])
    expect(moveByName(FOX, 'nowhere')).toBeUndefined()
  })

  it('tells grabs from hits by their element', () => {
    const elements = (windows: readonly HitWindow[]) => [
      ...new Set<Element>(windows.flatMap(({ hitboxes }) => hitboxes.map(({ element }) => element))),
    ]
    expect(elements(moveByName(FOX, 'grab')!.windows)).toEqual(['grab'])
    expect(elements(moveByName(MARTH, 'fsmash_m')!.windows)).toEqual(['slash'])
  })

  it('places hitboxes where they were recorded, to a thirtieth of a unit', () => {
    expect(hitboxPlace(FOX, NAIR, 1, 4, place)).toBe(true)
    expect(Math.abs(place.x - 5.73)).toBeLessThanOrEqual(0.0313)
    expect(Math.abs(place.y - 6.3)).toBeLessThanOrEqual(0.0313)
    expect(Math.abs(place.radius - 3.5)).toBeLessThanOrEqual(0.0313)
  })

  it('has none before, after and between', () => {
    expect(hitboxPlace(FOX, NAIR, 0, 3, place)).toBe(false)
    expect(hitboxPlace(FOX, NAIR, 0, 32, place)).toBe(false)
    expect(hitboxPlace(FOX, NAIR, 3, 5, place)).toBe(false)
    expect(hitboxPlace(FOX, NAIR, 0, -1, place)).toBe(false)
    expect(hitboxPlace(FOX, 14, 0, 1, place)).toBe(false)
  })

  it.each(FIGHTERS.map(({ key, internalId }) => [key, internalId] as const))(
    'gives every hitbox of %s a place on every frame of its windows',
    (_, internalId) => {
      expect(movesOf(internalId).length).toBeGreaterThan(35)
      const missing: string[] = []
      for (const { name, actions, windows } of movesOf(internalId)) {
        for (const action of actions) {
          if (action >= actionCount(internalId)) missing.push(`${name}: no action ${action}`)
          for (const { first, last, hitboxes } of windows) {
            for (let frame = first; frame <= Math.min(last, first + 60); frame++) {
              for (const { id } of hitboxes) {
                if (!hitboxPlace(internalId, action, id, frame, place)) missing.push(`${name}: ${id} on ${frame}`)
                if (Math.hypot(place.x, place.y) > 80) missing.push(`${name}: ${id} on ${frame} is far away`)
              }
            }
          }
        }
      }
      expect(missing).toEqual([])
    },
  )

  it("takes an unrecorded hitbox of a clone from the fighter whose animations it shares, by their sizes' ratio", () => {
    const [window] = moveByName(GANONDORF, 'dashattack')!.windows
    expect(hitboxPlace(GANONDORF, 50, window!.hitboxes[0]!.id, window!.first, place)).toBe(true)
    const ganondorf = place.x
    hitboxPlace(FALCON, 50, 0, moveByName(FALCON, 'dashattack')!.windows[0]!.first, place)
    expect(Math.sign(ganondorf)).toBe(Math.sign(place.x))
  })
})
