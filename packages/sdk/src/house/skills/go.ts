/** Where to be: to the opponent, and how. */
import { stick } from '../../controller.ts'
import type { FighterView, Game } from '../../game.ts'
import { isHanging, isOutOfPlay } from '../actions.ts'
import { figuresOf } from '../figures/figures.ts'
import { airJump, dash, dropThrough, hold, jump, rest, walk } from '../inputs.ts'
import type { Skill } from '../mind.ts'

/** Distance from the edge that one keeps. */
const KEEP = 8
/** And with nothing left to come back by. */
const KEEP_SPENT = 22
/** Frames that it takes to turn a drift round. */
const SWERVE = 10
/** Height from which on an opponent stands above. */
const ABOVE = 16

const clamp = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value))

/** Where to go for the opponent: to it, but not off the stage; to the middle while it is out of play. */
function goalOf({ opponent, stage }: Game): number {
  return isOutOfPlay(opponent) ? 0 : clamp(opponent.x, stage.edge - KEEP)
}

/** Walks to within `distance` of the opponent. */
export const walkUp =
  (distance: number): Skill =>
  (game) => {
    const { me } = game
    if (me.isAirborne) return null
    const away = goalOf(game) - me.x
    return Math.abs(away) > distance ? walk(Math.sign(away), 4) : rest(2)
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
    return rest(1)
  }

/** Up to an opponent on a platform, down to one below. */
export const changeFloor: Skill = ({ me, opponent, stage }) => {
  if (me.isAirborne || opponent.isAirborne) return null
  const isOnPlatform = me.y > stage.ledgeY + 10
  if (isOnPlatform && opponent.y < me.y - ABOVE) return dropThrough
  if (opponent.y < me.y + ABOVE || Math.abs(opponent.x - me.x) > 40) return null
  const toward = Math.sign(opponent.x - me.x)
  return [...jump(toward, figuresOf(me.character).body.jumpSquat, true), ...hold(stick(toward), 4)]
}

/** With nothing left that brings it back. */
function isSpent({ jumps, character }: FighterView): boolean {
  return jumps === 0 && figuresOf(character).recovery.up === null
}

/** In the air: toward the opponent, never out over the edge; fast down where it is below. */
export const driftIn: Skill = (game, { random }) => {
  const { me, opponent, stage } = game
  if (!me.isAirborne || isHanging(me)) return null
  const limit = stage.edge - (isSpent(me) ? KEEP_SPENT : KEEP)
  const soon = me.x + SWERVE * me.speedX
  const toward = Math.abs(soon) > limit ? Math.sign(-soon) : Math.sign(clamp(goalOf(game), limit) - me.x)
  const isAbove = Math.abs(me.x) < stage.edge - 5 && opponent.y < me.y - 5
  if (me.speedY < 0 && isAbove && random.chance(0.2)) return hold(stick(toward * 0.5, -1), 3)
  if (me.jumps > 0 && opponent.y > me.y + 22 && Math.abs(opponent.x - me.x) < 30 && random.chance(0.15))
    return airJump(toward)
  return hold(stick(toward), 2)
}
