import { beforeEach, describe, expect, test } from 'vitest'
import { ACTION } from '../action-ids.ts'
import { CollisionBody } from '../collision/body.ts'
import { EventRecorder } from '../events/recorder.ts'
import type { Fighter } from '../fighter.ts'
import { EXTERNAL_ID } from '../tables/ids.ts'
import { Match } from '../match.ts'
import { landTumbling } from './down.ts'
import { pointAlongFlight } from './fly-roll.ts'

const CAPTAIN_FALCON = EXTERNAL_ID['captain-falcon']
const FOX = EXTERNAL_ID.fox
let falcon: Fighter
let fox: Fighter

beforeEach(() => {
  const match = new Match(
    { seed: new Uint8Array(32), stage: 32, characters: [CAPTAIN_FALCON, FOX] },
    new EventRecorder(),
  )
  ;[falcon, fox] = match.fighters as [Fighter, Fighter]
})

function fly(fighter: Fighter, selfVy: number, kbVx: number, kbVy: number): void {
  Object.assign(fighter, { action: ACTION.DamageFlyRoll, isAirborne: true, selfVx: 0, selfVy, kbVx, kbVy })
}

describe('in a rolling launch the body points in its direction of flight (doldecomp/melee ftCo_Damage doFlyRoll)', () => {
  test.each([
    ['falling, on the face', -2.9, 1, 1.1, ACTION.DownBoundD],
    ['rising, on the back', 0, -2.6, 2.5, ACTION.DownBoundU],
    ['all but level, on the back', -2.76, -1.61, 2.61, ACTION.DownBoundU],
  ] as const)('so it comes down %s (78 of 83 recorded)', (_, selfVy, kbVx, kbVy, next) => {
    fly(fox, selfVy, kbVx, kbVy)
    landTumbling(fox)
    expect(fox.action).toBe(next)
  })

  function bottomOf(fighter: Fighter): number {
    const body = new CollisionBody()
    pointAlongFlight(fighter, body)
    return body.bottom
  }

  test('and while it falls the whole body is above the joint about which it turns (2 landings of Captain Falcon from 13 to 14 units, one of Fox from 6.0 to 6.2)', () => {
    fly(falcon, -2.9, 0.95, 0.92)
    expect(bottomOf(falcon)).toBeGreaterThan(12.91)
    expect(bottomOf(falcon)).toBeLessThan(14.36)
    fly(fox, -2.76, -1.61, 2.61)
    expect(bottomOf(fox)).toBeCloseTo(6.1, 1)
    fly(fox, 0, 0, 3)
    expect(bottomOf(fox)).toBe(0)
  })
})
