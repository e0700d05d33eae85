import { describe, expect, it } from 'vitest'
import { INTERNAL_ID, asInternalId } from './ids.ts'
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

const MARIO = INTERNAL_ID.mario
const FOX = INTERNAL_ID.fox
const FALCON = INTERNAL_ID['captain-falcon']
const PEACH = 9
const PIKACHU = INTERNAL_ID.pikachu
const MARTH = INTERNAL_ID.marth
const ZELDA = 19
const GANONDORF = INTERNAL_ID.ganondorf
const ROY = 26
const NAIR = 65
const place = emptyPlace()

describe('moves', () => {
  it('gives every fighter hitboxes in every attack off the floor, off the ledge, on the ground and in the air', () => {
    const attack = /^(jab|dashattack|[fud]tilt|[fud]smash|[nfbud]air$|uair$|dair$|getup_attack|ledge_attack)/
    // Peach's forward smash is one of three character-specific actions; no source has the second swing of Link and
    // Young Link.
    const empty = ['peach fsmash_m', 'ganondorf jab2', 'link fsmash_2', 'young-link fsmash_2']
    const found: string[] = []
    for (const [internalId, { slug }] of FIGHTERS.entries()) {
      for (const { name, windows } of movesOf(asInternalId(internalId))) {
        if (attack.test(name) && windows.every(({ hitboxes }) => hitboxes.length === 0)) found.push(`${slug} ${name}`)
      }
    }
    expect(found.sort()).toEqual(empty.sort())
  })

  it.each(['getup_attack_face_down', 'ledge_attack_slow', 'ledge_attack_fast'])(
    'has a %s that clanks but is not thrown back (recorded)',
    (name) => {
      const hitboxes = moveByName(MARTH, name)!.windows.flatMap((window) => window.hitboxes)
      expect(hitboxes.map(({ interaction }) => interaction)).toEqual(hitboxes.map(() => 2))
    },
  )

  it("strikes with each of Peach's three forward smashes in its own way, and last with Zelda's neutral air", () => {
    const values = (internalId: number, name: string) =>
      moveByName(asInternalId(internalId), name)!
        .windows.at(-1)!
        .hitboxes.map(({ damage, angle, growth, baseKnockback }) => [damage, angle, growth, baseKnockback])
    expect(values(PEACH, 'fsmash_club')).toEqual([
      [13, 45, 50, 50],
      [13, 45, 50, 50],
      [13, 361, 50, 50],
      [17, 45, 50, 70],
    ])
    expect(values(PEACH, 'fsmash_pan')[0]).toEqual([17, 80, 60, 50])
    expect(values(PEACH, 'fsmash_racket')[0]).toEqual([12, 29, 35, 75])
    expect(values(ZELDA, 'nair')[0]).toEqual([5, 361, 130, 40])
  })

  it('counts one pass of a drill less: its autocancel is earlier by the length of a pass', () => {
    expect(moveByName(FOX, 'dair')!.cancelAfter).toBe(30)
    expect(moveByName(MARIO, 'dair')!.cancelAfter).toBe(32)
    expect(moveByName(PIKACHU, 'fair')!.cancelAfter).toBe(33)
  })

  it("lets the Ice Climbers' forward air autocancel only as it ends (FightCore; a dump's 23 contradicts half of 26 recorded landings)", () => {
    for (const internalId of [10, 11]) expect(moveByName(asInternalId(internalId), 'fair')!.cancelAfter).toBe(55)
  })

  it("has Fox's neutral air as in the sources", () => {
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

  it('distinguishes grabs from hits by their element', () => {
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

  it("places hitboxes of Sheik's forward tilt in depth: her shin keeps its length, and its visible part is shorter", () => {
    const SHEIK = INTERNAL_ID.sheik
    const SHIN = 5.36
    const other = emptyPlace()
    for (const frame of [5, 8, 9, 10]) {
      hitboxPlace(SHEIK, 53, 1, frame, place)
      hitboxPlace(SHEIK, 53, 2, frame, other)
      expect(Math.hypot(other.x - place.x, other.y - place.y)).toBeLessThan(5.1)
      expect(Math.abs(Math.hypot(other.x - place.x, other.y - place.y, other.z - place.z) - SHIN)).toBeLessThan(0.2)
    }
  })

  it("strikes with Ganondorf's fist a forearm and a hand ahead of his elbow in the forward air attack", () => {
    const elbow = emptyPlace()
    for (const frame of [16, 17, 18]) {
      hitboxPlace(GANONDORF, 66, 0, frame, elbow)
      hitboxPlace(GANONDORF, 66, 2, frame, place)
      expect(Math.hypot(place.x - elbow.x, place.y - elbow.y)).toBeGreaterThan(8.5)
      expect(place.x - elbow.x).toBeGreaterThan(7)
    }
  })

  it("raises Mario's hand of the upward tilt a forearm's length (2.75) beyond his elbow", () => {
    const elbow = emptyPlace()
    for (let frame = 4; frame <= 12; frame++) {
      hitboxPlace(MARIO, 56, 1, frame, elbow)
      hitboxPlace(MARIO, 56, 2, frame, place)
      expect(Math.abs(Math.hypot(place.x - elbow.x, place.y - elbow.y) - 2.75)).toBeLessThan(0.1)
      expect(place.x).toBeGreaterThan(elbow.x)
    }
  })

  it.each([
    ['Ganondorf', GANONDORF, 'nair', FALCON, 7, 7],
    ['Roy', ROY, 'utilt', MARTH, 7, 6],
  ])("has %s's third hitbox at his model's place, scaled by model size", (_, clone, name, model, frame, modelFrame) => {
    const action = moveByName(asInternalId(clone), name)!.actions[0]!
    const other = emptyPlace()
    hitboxPlace(asInternalId(clone), action, 2, frame, place)
    hitboxPlace(model, action, 2, modelFrame, other)
    expect(Math.abs(place.x - other.x)).toBeLessThan(0.5)
  })

  it("swings Donkey Kong's fist round at an arm's length as Spinning Kong begins in the air, at first beside the plane", () => {
    const DONKEY_KONG = INTERNAL_ID['donkey-kong']
    const AIR_SPIN = 382
    const ARM = 12.6
    for (const frame of [2, 3, 4, 5]) {
      expect(hitboxPlace(DONKEY_KONG, AIR_SPIN, 0, frame, place)).toBe(true)
      expect(Math.abs(Math.hypot(place.x, place.z) - ARM)).toBeLessThan(0.2)
    }
    hitboxPlace(DONKEY_KONG, AIR_SPIN, 0, 2, place)
    expect(Math.abs(place.z)).toBeGreaterThan(12)
  })

  it('has none before, after and between its windows', () => {
    expect(hitboxPlace(FOX, NAIR, 0, 3, place)).toBe(false)
    expect(hitboxPlace(FOX, NAIR, 0, 32, place)).toBe(false)
    expect(hitboxPlace(FOX, NAIR, 3, 5, place)).toBe(false)
    expect(hitboxPlace(FOX, NAIR, 0, -1, place)).toBe(false)
    expect(hitboxPlace(FOX, 14, 0, 1, place)).toBe(false)
  })

  it.each(FIGHTERS.map(({ slug, internalId }) => [slug, internalId] as const))(
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

  it('takes an unrecorded hitbox of a clone from the fighter with the same animations, by the ratio of their model sizes', () => {
    const [window] = moveByName(GANONDORF, 'dashattack')!.windows
    expect(hitboxPlace(GANONDORF, 50, window!.hitboxes[0]!.id, window!.first, place)).toBe(true)
    const ganondorf = place.x
    hitboxPlace(FALCON, 50, 0, moveByName(FALCON, 'dashattack')!.windows[0]!.first, place)
    expect(Math.sign(ganondorf)).toBe(Math.sign(place.x))
  })

  it('turns an angled smash without recorded places up or down from the middle one', () => {
    const high = moveByName(FALCON, 'fsmash_h')!
    const last = high.windows.at(-1)!.first
    const at = (name: string) => {
      hitboxPlace(FALCON, moveByName(FALCON, name)!.actions[0]!, 0, last, place)
      return { ...place }
    }
    const [up, middle, down] = ['fsmash_h', 'fsmash_m', 'fsmash_l'].map(at)
    expect(up!.y - middle!.y).toBeCloseTo(0.27 * middle!.x, 1)
    expect(down!.y - middle!.y).toBeCloseTo(-0.27 * middle!.x, 1)
  })
})
