/** Walls: techs, jumps off them and bounces (doldecomp/melee ftCo_PassiveWall, ftCo_FlyReflect). */
import { beforeEach, describe, expect, test } from 'vitest'
import { ACTION } from '../action-ids.ts'
import { placeAtWall } from '../collision/fighter-body.ts'
import { EventRecorder } from '../events/recorder.ts'
import type { Fighter } from '../fighter.ts'
import { EXTERNAL_ID } from '../tables/ids.ts'
import { Match } from '../match.ts'
import { f } from '../math.ts'
import { collideFreely } from './collide.ts'
import { collideInDamageFly, enterFlyReflectWall, forgetBounce, meetCeiling, meetWall } from './wall-bounce.ts'
import { cling, techWall, tryWallJump } from './wall-jump.ts'

const FALCO = EXTERNAL_ID.falco
const RIGHT = 1
let fighter: Fighter

beforeEach(() => {
  const match = new Match({ seed: new Uint8Array(32), stage: 32, characters: [FALCO, FALCO] }, new EventRecorder())
  fighter = match.fighters[0]!
  fighter.isAirborne = true
  fighter.jumpButtonTimer = 254
  fighter.techTimer = 254
  fighter.selfVx = 0
  fighter.selfVy = 0
})

/** The next frames of the action, without input or walls. */
function play(frames: number): void {
  for (let i = 0; i < frames; i++) {
    fighter.animationFrame += fighter.animationRate
    fighter.state.animation(fighter)
    fighter.state.interrupt(fighter)
    fighter.state.physics(fighter)
    fighter.selfVx = f(fighter.selfVx + fighter.airAccelerationX)
    fighter.airAccelerationX = 0
  }
}

describe('a tech at a wall', () => {
  test('holds still for five frames and leaves on the next, moved by gravity and air friction alone', () => {
    const { passivewallVelX, gravity, aerialFriction } = fighter.kind.attributes
    techWall(fighter, RIGHT)
    fighter.stickX = 1
    play(4)
    expect([fighter.selfVx, fighter.selfVy]).toEqual([0, 0])
    play(1)
    expect(fighter.selfVx).toBeCloseTo(aerialFriction - passivewallVelX, 6)
    expect(fighter.selfVy).toBeCloseTo(-gravity, 6)
    play(1)
    expect(fighter.selfVx).toBeCloseTo(2 * aerialFriction - passivewallVelX, 6)
    play(24)
    expect(fighter.action).toBe(ACTION.PassiveWall)
    play(1)
    expect(fighter.action).toBe(ACTION.Fall)
  })

  test('becomes a wall jump when a jump is pressed while it holds, and at once when it was pressed before', () => {
    techWall(fighter, RIGHT)
    expect(fighter.action).toBe(ACTION.PassiveWall)
    fighter.stickY = 1
    play(1)
    fighter.stickY = 0
    expect(fighter.action).toBe(ACTION.PassiveWall)
    play(4)
    const { wallJumpHorizontalVelocity, wallJumpVerticalVelocity, gravity, aerialFriction } = fighter.kind.attributes
    expect(fighter.action).toBe(ACTION.PassiveWallJump)
    expect(fighter.selfVx).toBeCloseTo(aerialFriction - wallJumpHorizontalVelocity, 6)
    expect(fighter.selfVy).toBeCloseTo(wallJumpVerticalVelocity - gravity, 6)
    fighter.jumpButtonTimer = 3
    techWall(fighter, RIGHT)
    expect(fighter.action).toBe(ACTION.PassiveWallJump)
  })

  test('results from a press in time, also in hitlag, after which SDI and DI no longer apply', () => {
    fighter.techTimer = 3
    fighter.previousTechTimer = 254
    fighter.isHurt = true
    fighter.hitlagLeft = 5
    fighter.kbVx = -2
    expect(meetWall(fighter, RIGHT, -1, 0)).toBe(true)
    expect([fighter.action, fighter.isHurt, fighter.kbVx]).toEqual([ACTION.PassiveWall, false, 0])
  })
})

describe('a bounce', () => {
  test('mirrors the whole speed at the wall and keeps four fifths of it; the fighter faces its direction of flight', () => {
    fighter.facing = 1
    fighter.kbVx = 3
    fighter.kbVy = 1
    fighter.selfVy = -0.5
    expect(meetWall(fighter, RIGHT, -0.8, 0.6)).toBe(true)
    expect(fighter.action).toBe(ACTION.FlyReflectWall)
    expect(fighter.kbVx).toBeCloseTo(0.8 * (3 - 2 * 2.1 * 0.8), 5)
    expect(fighter.kbVy).toBeCloseTo(0.8 * (0.5 + 2 * 2.1 * 0.6), 5)
    expect([fighter.selfVx, fighter.selfVy, fighter.facing, fighter.intangibleLeft]).toEqual([0, 0, -1, 15])
  })

  test('needs more than a speed of one into the wall or the ceiling', () => {
    fighter.kbVx = 1
    fighter.kbVy = 1
    expect(meetWall(fighter, RIGHT, -1, 0)).toBe(false)
    expect(meetWall(fighter, -RIGHT, 1, 0)).toBe(false)
    meetCeiling(fighter, 0, 1)
    expect([fighter.kbVx, fighter.kbVy]).toEqual([1, 1])
    fighter.kbVy = f(1.1)
    meetCeiling(fighter, 0, 1)
    expect(fighter.action).toBe(ACTION.FlyReflectCeil)
    expect(fighter.kbVy).toBeCloseTo(-0.88, 5)
  })
})

describe('what a bounce remembers', () => {
  const isThrownBack = (side: number): boolean => {
    fighter.kbVx = 3 * side
    return meetWall(fighter, side, -side, 0)
  }
  const isThrownDown = (): boolean => {
    fighter.kbVy = 3
    return meetCeiling(fighter, 0, 1)
  }

  test('is its surface: no second bounce off the same wall or ceiling follows before one off another', () => {
    expect([isThrownBack(RIGHT), isThrownBack(RIGHT)]).toEqual([true, false])
    expect([isThrownBack(-RIGHT), isThrownBack(-RIGHT)]).toEqual([true, false])
    expect([isThrownDown(), isThrownDown()]).toEqual([true, false])
    expect(isThrownBack(RIGHT)).toBe(true)
    forgetBounce(fighter)
    expect(isThrownBack(RIGHT)).toBe(true)
  })

  test('is its time: out of a bounce off a wall no wall is met for three frames, not even with a tech', () => {
    const isMetAfter = (frames: number): boolean => {
      enterFlyReflectWall(fighter, RIGHT)
      fighter.techTimer = 3
      fighter.previousTechTimer = 254
      play(frames)
      // The wall on the left of Final Destination, from outside.
      fighter.x = fighter.previousX = -90
      fighter.y = fighter.previousY = -20
      fighter.x = -60
      collideInDamageFly(fighter)
      return fighter.action === ACTION.PassiveWall
    }
    expect([isMetAfter(2), isMetAfter(3)]).toEqual([false, true])
  })
})

describe('a wall jump', () => {
  const FAST = f(0.6)

  beforeEach(() => {
    fighter.wallTimer = 0
    fighter.wallSide = RIGHT
    fighter.wallJumpTimer = 254
    fighter.movedX = FAST
    fighter.stickX = -1
    fighter.tiltXTimer = 0
  })

  test('needs a wall that the fighter reached at more than half a unit per frame and has touched since, for 130 frames at most', () => {
    fighter.stickX = 0
    for (let i = 0; i < 129; i++) expect(tryWallJump(fighter)).toBe(false)
    fighter.movedX = 0
    fighter.stickX = -1
    expect(tryWallJump(fighter)).toBe(true)
    expect(fighter.action).toBe(ACTION.PassiveWallJump)
  })

  test('does not happen if the fighter came slowly, or long ago, or the stick has been tilted away for long', () => {
    fighter.movedX = f(0.5)
    expect(tryWallJump(fighter)).toBe(false)
    fighter.movedX = FAST
    fighter.stickX = 0
    for (let i = 0; i < 130; i++) tryWallJump(fighter)
    fighter.stickX = -1
    expect(tryWallJump(fighter)).toBe(false)
    // A frame away from the wall restarts the count.
    fighter.wallTimer = 1
    tryWallJump(fighter)
    fighter.wallTimer = 0
    fighter.tiltXTimer = 3
    expect(tryWallJump(fighter)).toBe(false)
    fighter.tiltXTimer = 2
    expect(tryWallJump(fighter)).toBe(true)
  })

  test('is lower by a factor of 0.975 for each earlier one of the same airtime', () => {
    const { wallJumpVerticalVelocity, gravity } = fighter.kind.attributes
    for (const kept of [1, 0.975, 0.975 * 0.975]) {
      fighter.wallTimer = 0
      fighter.wallSide = RIGHT
      fighter.movedX = FAST
      fighter.stickX = -1
      fighter.tiltXTimer = 0
      expect(tryWallJump(fighter)).toBe(true)
      fighter.stickX = 0
      play(5)
      expect(fighter.selfVy).toBeCloseTo(wallJumpVerticalVelocity * kept - gravity, 5)
    }
  })

  test("begins at the animation's distance from the wall, with an ECB a unit wide while it holds still", () => {
    const away = fighter.kind.measured.wallPlaces.leap
    fighter.x = 200
    fighter.y = 50
    fighter.ecbLockLeft = 0
    collideFreely(fighter)
    const { x, previousEcbRight } = fighter
    placeAtWall(fighter, RIGHT, away)
    expect(fighter.x).toBeCloseTo(x + previousEcbRight - away, 3)
    cling(fighter, ACTION.PassiveWallJump, RIGHT)
    expect([fighter.previousEcbLeft, fighter.previousEcbRight]).toEqual([1, 1])
  })
})
