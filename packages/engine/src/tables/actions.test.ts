import { describe, expect, it } from 'vitest'
import { INTERNAL_ID, asInternalId } from './ids.ts'
import {
  actionByName,
  actionCount,
  actionLength,
  actionName,
  actionWindows,
  animationId,
  attackId,
  FIRST_OWN_ACTION,
  isWithin,
} from './actions.ts'
import { FIGHTERS, ledgeReachOf } from './fighters.ts'
import { moveByName } from './moves.ts'
import { motionBetween, motionX, motionY, rootMotionOf } from './root-motion.ts'

const MARIO = INTERNAL_ID.mario
const FOX = INTERNAL_ID.fox
const CAPTAIN_FALCON = INTERNAL_ID['captain-falcon']
const KIRBY = INTERNAL_ID.kirby
const ESCAPE_F = 233
const CLIFF_CLIMB_QUICK = 255

describe('action states', () => {
  it('has 341 common ones; those of each fighter follow', () => {
    expect(actionName(FOX, 0)).toBe('DeadDown')
    expect(actionName(FOX, 340)).toBe(actionName(MARIO, 340))
    expect(actionName(FOX, FIRST_OWN_ACTION)).toBe('SpecialNStart')
    expect(actionCount(FOX)).toBe(376)
    expect(actionCount(KIRBY)).toBe(544)
    expect(actionName(FOX, 376)).toBeUndefined()
  })

  it('finds an action by its name again', () => {
    for (const { internalId } of FIGHTERS) {
      for (let action = 0; action < actionCount(internalId); action++) {
        const name = actionName(internalId, action)!
        expect(actionName(internalId, actionByName(internalId, name)!)).toBe(name)
      }
    }
    expect(actionByName(FOX, 'Nowhere')).toBeUndefined()
  })

  it('knows the animation and attack ids that recordings show', () => {
    expect([animationId(FOX, 14), attackId(FOX, 14)]).toEqual([2, 1])
    expect([animationId(FOX, 44), attackId(FOX, 44)]).toEqual([46, 2])
    expect([animationId(FOX, 0), attackId(FOX, 0)]).toEqual([-1, 1])
    expect([animationId(FOX, 341), attackId(FOX, 341)]).toEqual([295, 18])
  })

  it.each([
    [FOX, 65, 49, 'an attack, by its script'],
    [FOX, 212, 30, 'a grab, whose script begins one frame late'],
    [FOX, 233, 31, 'a roll'],
    [FOX, 235, 22, 'a spot dodge'],
    [MARIO, 199, 26, 'a tech that replays show only on others'],
    [MARIO, 252, 7, 'a ledge catch that replays show only on others'],
    [KIRBY, 255, 33, 'a climb that others’ measurements trust its reading of, though most take longer'],
    [FOX, 0, 60, 'a death'],
  ])('fighter %i keeps action %i for %i frames (%s)', (fighter, action, frames) => {
    expect(actionLength(fighter, action)).toBe(frames)
  })

  it('gives windows of intangibility, those of most fighters where none was recorded', () => {
    expect(actionWindows(FOX, ESCAPE_F)).toMatchObject({ intangible: [4, 19], flip: 20 })
    expect(actionWindows(MARIO, 199).intangible).toEqual([1, 20])
    expect(actionWindows(FOX, 20).run).toBe(12)
    expect(actionWindows(FOX, 14).intangible).toEqual([])
    expect([3, 4, 19, 20].map((frame) => isWithin([4, 19], frame))).toEqual([false, true, true, false])
  })
})

describe('intangibility', () => {
  it('of ledge attacks ends four frames before they strike (recorded of seven fighters)', () => {
    for (const { internalId, slug } of FIGHTERS) {
      for (const [name, action] of [
        ['ledge_attack_slow', 256],
        ['ledge_attack_fast', 257],
      ] as const) {
        const { first } = moveByName(internalId, name)!.windows[0]!
        expect(actionWindows(internalId, action).intangible, `${slug} ${name}`).toEqual([1, first - 4])
      }
    }
  })

  it.each([
    ['Mario rolls back off his back', MARIO, 189, [1, 22]],
    ['Fox rolls back off his back', FOX, 189, [12, 29]],
    ['Captain Falcon rolls back off his back', CAPTAIN_FALCON, 189, [1, 19]],
    ['Ganondorf climbs quickly as Captain Falcon does', 25, 255, [1, 22]],
    ['Mewtwo gets up off its back with an attack', 16, 187, [1, 31]],
    ['Pichu techs in place', 23, 199, [1, 24]],
  ] as const)('differs between fighters: %s', (_, internalId, action, window) => {
    expect(actionWindows(asInternalId(internalId), action).intangible).toEqual(window)
  })
})

describe('root motion', () => {
  it.each([
    ['Mewtwo', 16, 0],
    ['Mr. Game & Watch, who then drops onto it (2 of 2 recorded),', 24, 1.2432],
  ] as const)('lifts %s from where it hangs up to the floor', (_, internalId, above) => {
    let rise = 0
    for (let frame = 1; frame <= actionLength(asInternalId(internalId), 258); frame++)
      rise += motionY(rootMotionOf(asInternalId(internalId), 258), frame)
    expect(rise).toBeCloseTo(above - ledgeReachOf(asInternalId(internalId)).hangY, 1)
  })

  it('carries a roll as far as replays show', () => {
    let total = 0
    for (let frame = 1; frame <= actionLength(FOX, ESCAPE_F); frame++)
      total += motionX(rootMotionOf(FOX, ESCAPE_F), frame)
    expect(total).toBeCloseTo(33.6, 2)
  })

  it("slides Ganondorf's Raptor Boost for another 16 frames after its hit (6 of 6 recorded)", () => {
    expect([17, 18].map((frame) => Math.sign(motionX(rootMotionOf(INTERNAL_ID.ganondorf, 350), frame)))).toEqual([1, 0])
  })

  it('lifts a climber to the top of the ledge', () => {
    let rise = 0
    for (let frame = 1; frame <= 40; frame++) rise += motionY(rootMotionOf(FOX, CLIFF_CLIMB_QUICK), frame)
    expect(rise).toBeGreaterThan(14)
    expect(rise).toBeLessThan(15)
  })

  it("of a clone is its model's, scaled by model size, where both animations are complete", () => {
    const GANONDORF = INTERNAL_ID.ganondorf
    const DOWN_BACK_U = 189
    const ratio = 1.08 / 0.97
    for (const action of [ESCAPE_F, DOWN_BACK_U]) {
      for (let frame = 1; frame <= 31; frame++) {
        const expected = motionX(rootMotionOf(CAPTAIN_FALCON, action), frame) * ratio
        expect(Math.abs(motionX(rootMotionOf(GANONDORF, action), frame) - expected)).toBeLessThan(0.0021)
      }
    }
  })

  it('is 0 outside the animation and for actions without any', () => {
    expect(motionX(rootMotionOf(FOX, ESCAPE_F), 0)).toBe(0)
    expect(motionX(rootMotionOf(FOX, ESCAPE_F), 1000)).toBe(0)
    expect(rootMotionOf(FOX, 14)).toBeUndefined()
    expect(motionX(rootMotionOf(FOX, 14), 1)).toBe(0)
  })

  it('of an attack is never a slide that friction alone brakes: such attacks keep the speed from before', () => {
    for (const { internalId, attributes } of FIGHTERS) {
      for (let action = 44; action <= 64; action++) {
        if (!rootMotionOf(internalId, action)) continue
        const steps = Array.from({ length: 6 }, (_, i) => Math.abs(motionX(rootMotionOf(internalId, action), i + 1)))
        const isBraked = steps.every((step, i) => {
          const before = i === 0 ? step + attributes.groundFriction : steps[i - 1]!
          return Math.abs(step - Math.max(0, before - attributes.groundFriction)) < 0.002
        })
        expect(isBraked && steps[0]! > 0, `${internalId} ${action}`).toBe(false)
      }
    }
    expect(motionX(rootMotionOf(CAPTAIN_FALCON, 62), 1)).toBe(motionX(rootMotionOf(CAPTAIN_FALCON, 60), 1))
  })
})

it.each([
  ['Falco’s forward, by a Falco', 22, 219, 3.75, 5, 0.8872],
  ['Falco’s forward, by a Fox', 22, 219, 4, 5.3333, 1.1315],
  ['Falco’s forward, its last step', 22, 219, 26.25, 27.5, -0.0025],
  ['Jigglypuff’s backward, by Captain Falcon', 15, 220, 28.8462, 29.8077, 0.4607],
  ['past the end nothing', 7, 220, 15, 17.5, 0],
] as const)(
  'a throw at another rate steps along a way that bends between frames: %s',
  (_, id, action, from, to, way) => {
    expect(Math.abs(motionBetween(rootMotionOf(asInternalId(id), action), from, to) - way)).toBeLessThan(0.02)
  },
)
