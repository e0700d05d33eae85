/** Falls (doldecomp/melee ftCo_Fall, ftCo_FallSpecial). */
import { beforeEach, describe, expect, test } from 'vitest'
import { ACTION } from '../action-ids.ts'
import { CollisionBody } from '../collision/body.ts'
import { holdsDown } from '../collision/fighter-body.ts'
import { EventRecorder } from '../events/recorder.ts'
import type { Fighter } from '../fighter.ts'
import { EXTERNAL_ID, type ActionId, type ExternalId } from '../tables/ids.ts'
import { Match } from '../match.ts'
import { f } from '../math.ts'
import { ecbBottomOf } from '../tables/ecb.ts'
import { actionOf } from './action.ts'
import { enterFall, enterFallSpecial, landHelplessly, leanOver } from './fall.ts'

const MARTH = EXTERNAL_ID.marth
const CAPTAIN_FALCON = EXTERNAL_ID['captain-falcon']
const SHEIK = EXTERNAL_ID.sheik
let fighter: Fighter

beforeEach(() => {
  const match = new Match({ seed: new Uint8Array(32), stage: 32, characters: [MARTH, MARTH] }, new EventRecorder())
  fighter = match.fighters[0]!
  fighter.isAirborne = true
  fighter.selfVx = 0
  fighter.selfVy = 0
})

/** Speeds after a number of its frames. */
function fallFor(frames: number, stickX: number): { vx: number; vy: number } {
  fighter.stickX = stickX
  for (let i = 0; i < frames; i++) {
    fighter.state.physics(fighter)
    fighter.selfVx = f(fighter.selfVx + fighter.airAccelerationX)
  }
  return { vx: fighter.selfVx, vy: fighter.selfVy }
}

describe('a free fall', () => {
  /** Bottom of the ECB after frames of drifting at these shares of the fastest drift, forward positive. */
  function bottomAfter(...shares: number[]): number {
    const match = new Match(
      { seed: new Uint8Array(32), stage: 32, characters: [CAPTAIN_FALCON, MARTH] },
      new EventRecorder(),
    )
    const [falcon] = match.fighters
    falcon!.isAirborne = true
    falcon!.facing = -1
    enterFall(falcon!)
    for (const share of shares) {
      falcon!.selfVx = f(-share * falcon!.kind.attributes.airDriftMax)
      falcon!.state.animation(falcon!)
      falcon!.animationFrame = 0
    }
    const body = new CollisionBody()
    body.bottom = ecbBottomOf(falcon!.state.ecbSteps, falcon!)
    leanOver(falcon!, body)
    return body.bottom
  }

  test('leans in its direction of drift, which raises or lowers the ECB, more at higher speed (ftCo_Fall_Anim)', () => {
    const upright = bottomAfter()
    expect(upright).toBe(f(2))
    expect(bottomAfter(0.1)).toBe(upright)
    expect(bottomAfter(1)).toBeCloseTo(upright - 0.75 * 0.68, 4)
    expect(bottomAfter(-1)).toBeCloseTo(upright + 0.75 * 2.2, 4)
    expect(bottomAfter(-0.55)).toBeCloseTo(upright + (1 - 0.75 * 0.75) * 2.2, 4)
  })

  test('leans half of the rest more on each frame; a change of side mixes the leaning pose in twice (ftCo_Fall_Anim_Inner)', () => {
    const upright = bottomAfter()
    expect(bottomAfter(-1, -1)).toBeCloseTo(upright + 0.75 * 2.2, 4)
    expect(bottomAfter(-1, -1, -1)).toBeCloseTo(upright + 0.875 * 2.2, 4)
    expect(bottomAfter(1, -1)).toBeCloseTo(upright + (1 - 0.25 * 0.25) * 2.2, 4)
  })

  test('without drift is upright at once, while how far it leaned fades by half on each frame (ftCo_Fall_Anim_Inner)', () => {
    const upright = bottomAfter()
    expect(bottomAfter(-1, -1, 0)).toBe(upright)
    expect(bottomAfter(-1, -1, 0, -1)).toBeCloseTo(upright + (1 - 0.3125 * 0.3125) * 2.2, 4)
  })

  // A recorded frame of each: its upright and its leaning pose, the animation frame, how far it leans, how high it is.
  test.each([
    { name: 'peach', upright: 32, leaning: 33, frame: 5, lean: 0.8035, height: 1.63, lands: false },
    { name: 'pikachu', upright: 29, leaning: 30, frame: 5, lean: 0.8561, height: 2.377, lands: true },
    { name: 'ganondorf', upright: 29, leaning: 31, frame: 2, lean: 0.9964, height: 4.818, lands: false },
    { name: 'sheik', upright: 29, leaning: 31, frame: 3, lean: 0.5556, height: 4.95, lands: false },
  ] as const)('of $name ends at the floor where a recorded one does', (row) => {
    const characters: [ExternalId, ExternalId] = [EXTERNAL_ID[row.name], MARTH]
    const [faller] = new Match({ seed: new Uint8Array(32), stage: 32, characters }, new EventRecorder()).fighters
    const bottomOf = (pose: ActionId) =>
      ecbBottomOf(actionOf(faller!.kind, pose).ecbSteps, { animationFrame: row.frame })
    const bottom = bottomOf(row.upright) + row.lean * (bottomOf(row.leaning) - bottomOf(row.upright))
    expect(bottom <= row.height).toBe(row.lands)
  })

  test('that leans has an ECB between the upright and the leaning one: Sheik leaning back (14 of 20 recorded frames at walls)', () => {
    const match = new Match({ seed: new Uint8Array(32), stage: 32, characters: [SHEIK, MARTH] }, new EventRecorder())
    const [sheik] = match.fighters
    Object.assign(sheik!, { isAirborne: true, facing: 1, y: 80, previousY: 80 })
    enterFall(sheik!)
    sheik!.selfVx = -sheik!.kind.attributes.airDriftMax
    sheik!.state.animation(sheik!)
    sheik!.state.collision(sheik!)
    expect(sheik!.previousEcbLeft).toBeCloseTo(3.25 - 0.75 * 0.59, 4)
    expect(sheik!.previousEcbTop).toBeCloseTo(12.4 - 0.75 * 0.37, 4)
  })
})

test('a fighter in the air passes platforms with its stick at -0.56 or lower (p_ftCommonData x25C)', () => {
  fighter.stickY = f(-44 / 80)
  expect(holdsDown(fighter)).toBe(false)
  fighter.stickY = f(-45 / 80)
  expect(holdsDown(fighter)).toBe(true)
})

describe('a helpless fall', () => {
  test('drifts and falls as a free one', () => {
    enterFallSpecial(fighter, { landingLag: 10 })
    const { airDriftMax, terminalVelocity } = fighter.kind.attributes
    expect(fallFor(60, 1)).toEqual({ vx: airDriftMax, vy: -terminalVelocity })
  })

  test('that is hindered drifts up to its share of the speed, with the usual acceleration, and falls at fastfall speed', () => {
    enterFallSpecial(fighter, { landingLag: 34, driftShare: 0.4 })
    const { aerialDriftBase, airDriftStickMul, airDriftMax, fastFallVelocity } = fighter.kind.attributes
    expect(fallFor(1, 1).vx).toBeCloseTo(aerialDriftBase + airDriftStickMul, 6)
    const { vx, vy } = fallFor(60, 1)
    expect(vx).toBeCloseTo(0.4 * airDriftMax, 6)
    expect(vy).toBe(-fastFallVelocity)
  })

  test.each([
    ['a soft touch-down shows no lag', -0.5, {}, ACTION.Wait],
    ['a harder one costs its lag', -2, {}, ACTION.LandingFallSpecial],
    ['of a hard one a soft touch-down costs it too', -0.5, { isHard: true }, ACTION.LandingFallSpecial],
    ['and of a hindered one', -0.5, { driftShare: 0.4 }, ACTION.LandingFallSpecial],
  ])('%s', (_what, vy, how, action) => {
    enterFallSpecial(fighter, { landingLag: 10, ...how })
    fighter.selfVy = vy
    landHelplessly(fighter)
    expect(fighter.action).toBe(action)
  })

  test.each([
    ['may be cut short once its animation is past the usual lag', {}, ACTION.Dash],
    ['not when it is a hard one', { isHard: true }, ACTION.LandingFallSpecial],
  ])('a landing %s', (_what, how, action) => {
    enterFallSpecial(fighter, { landingLag: 20, ...how })
    fighter.selfVy = -2
    landHelplessly(fighter)
    for (const [counter, expected] of [
      [3, ACTION.LandingFallSpecial],
      [4, action],
    ] as const) {
      Object.assign(fighter, { animationFrame: counter, stickX: fighter.facing, tiltXTimer: 0 })
      fighter.state.interrupt(fighter)
      expect(fighter.action).toBe(expected)
    }
  })
})
