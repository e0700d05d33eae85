/** A fighter that runs into a wall along a floor: on the cloud of Yoshi's Story, where it has come to the stage. */
import { expect } from 'vitest'
import { changeAction, touchGround } from '../src/actions/change.ts'
import { EventRecorder } from '../src/events/recorder.ts'
import type { Fighter } from '../src/fighter.ts'
import { Match } from '../src/match.ts'
import type { ExternalId } from '../src/tables/ids.ts'

/** Ground id of the cloud. */
const RANDALL = 0

/** After five units to the right in a frame of the action, facing the wall (1) or away from it (-1). */
export function besideWall(character: ExternalId, action: number, facing: number, frame = 0): Fighter {
  const characters = [character, character] as const
  const match = new Match({ seed: new Uint8Array(32), stage: 8, characters }, new EventRecorder())
  match.terrain.setFloor(RANDALL, -80, -20, -45)
  const fighter = match.fighters[0]!
  touchGround(fighter)
  fighter.facing = facing
  changeAction(fighter, action)
  Object.assign(fighter, { floorLine: RANDALL, animationFrame: frame, actionFrame: frame })
  Object.assign(fighter, { previousX: -58, previousY: -20, x: -53, y: -20, selfVx: 5 })
  fighter.hitboxes.count = frame > 0 ? 1 : 0
  fighter.state.collision(fighter)
  expect(fighter.x).toBeLessThan(-54)
  return fighter
}
