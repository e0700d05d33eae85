/** Where to be: to the opponent, and how. */
import { stick } from '../../controller.ts'
import { figuresOf } from '../../figures.ts'
import type { FighterView, Game } from '../../game.ts'
import { isHanging, isInAerial, isOutOfPlay } from '../actions.ts'
import { airJump, dash, dropThrough, hold, jump, rest, walk, type Plan } from '../inputs.ts'
import type { Skill, Touch } from '../mind.ts'
import { recoveryOf } from './come-back.ts'
import { isOver, platformUnder } from './floors.ts'

/** Distance from the edge that one keeps. */
const KEEP = 8
/** And with nothing left to come back by. */
const KEEP_SPENT = 22
/** Frames that it takes to turn a drift round. */
const SWERVE = 10
/** And to stop it. */
const BRAKE = 8
/** Height from which on an opponent stands above. */
const ABOVE = 16

const clamp = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value))

/** Where to go for the opponent: to it, but not off the stage; to the middle while it is out of play. */
function goalOf({ me, opponent, stage }: Game): number {
  if (isOutOfPlay(opponent)) return 0
  // On one platform there is floor between both, also where it reaches out over the edge.
  const platform = platformUnder(me, stage)
  const isShared = platform !== undefined && platform === platformUnder(opponent, stage)
  return isShared ? opponent.x : clamp(opponent.x, stage.edge - KEEP)
}

/** Walks to within `distance` of the opponent. */
export const walkUp =
  (distance: number): Skill =>
  (game) => {
    const { me } = game
    if (me.isAirborne) return null
    const away = goalOf(game) - me.x
    return Math.abs(away) > distance ? walk(Math.sign(away), 4) : face(game)
  }

/** Dashes to the opponent while it is far, and walks the rest. */
export const runUp =
  (distance: number): Skill =>
  (game) => {
    const { me } = game
    if (me.isAirborne) return null
    const away = goalOf(game) - me.x
    const toward = Math.sign(away)
    if (Math.abs(away) > distance + 25) return dash(me, toward, 6)
    if (Math.abs(away) > distance) return walk(toward, 3)
    return face(game)
  }

/** Turns to the opponent, and else waits. */
export function face({ me, opponent }: Game): Plan {
  const toward = Math.sign(opponent.x - me.x)
  return toward === -me.facing ? [stick(toward * 0.5), {}] : rest(1)
}

/** Up to an opponent on a platform, down to one below; down too where the platform does not lead to it. */
export const changeFloor: Skill = ({ me, opponent, stage }) => {
  if (me.isAirborne || opponent.isAirborne) return null
  const platform = platformUnder(me, stage)
  if (platform && (opponent.y < me.y - ABOVE || !isOver(opponent, platform))) return dropThrough
  if (opponent.y < me.y + ABOVE || Math.abs(opponent.x - me.x) > 40) return null
  const toward = Math.sign(opponent.x - me.x)
  return [...jump(toward, figuresOf(me.character).jumpSquat, true), ...hold(stick(toward), 4)]
}

/** With nothing left that brings it back. */
function isSpent(fighter: FighterView): boolean {
  return fighter.jumps === 0 && recoveryOf(fighter).up === null
}

/** Where to drift: to the opponent, as seen from where the fighter is `ahead` frames from now, and never out over the edge. */
function courseOf(game: Game, ahead: number): number {
  const { me, stage } = game
  const limit = stage.edge - (isSpent(me) ? KEEP_SPENT : KEEP)
  const soon = me.x + SWERVE * me.speedX
  return Math.abs(soon) > limit ? Math.sign(-soon) : Math.sign(clamp(goalOf(game), limit) - me.x - ahead * me.speedX)
}

/** During an attack in the air, where nothing else is planned: stays on the opponent. */
export const steer: Touch = (hands, game) => {
  const isPlanned = hands.stickX !== undefined || hands.cstickX !== undefined || hands.buttons
  return isPlanned || !isInAerial(game.me) ? hands : { ...hands, ...stick(courseOf(game, BRAKE)) }
}

/** In the air: toward the opponent, never out over the edge; fast down where it is below. */
export const driftIn: Skill = (game, { random }) => {
  const { me, opponent, stage } = game
  if (!me.isAirborne || isHanging(me)) return null
  const toward = courseOf(game, 0)
  const isAbove = Math.abs(me.x) < stage.edge - 5 && opponent.y < me.y - 5
  if (me.speedY < 0 && isAbove && random.chance(0.2)) return hold(stick(toward * 0.5, -1), 3)
  const isRising = me.speedY > 0.5
  if (me.jumps > 0 && !isRising && opponent.y > me.y + 5 && Math.abs(opponent.x - me.x) < 30 && random.chance(0.3))
    return airJump(toward)
  return hold(stick(toward), 2)
}
