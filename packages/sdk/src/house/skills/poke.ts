/** The simplest blow: what is ahead and within reach of a jab is struck; low where it crouches, for a jab may pass over it. */
import { attacksOf } from '../../attacks.ts'
import { isCrouching } from '../actions.ts'
import { attackPress, rest } from '../inputs.ts'
import type { Skill } from '../mind.ts'

/** Frames from one blow to the next thought. */
const PAUSE = [8, 30] as const
/** A jab takes no stock: from so much percent on, a tilt sends the opponent off the stage. */
const TILT_FROM = 100

export const poke: Skill = ({ me, opponent }, { random }) => {
  if (me.isAirborne || Math.abs(opponent.y - me.y) > 12) return null
  const { far } = attacksOf(me.character).jab
  const ahead = (opponent.x - me.x) * me.facing
  if (ahead < 0 || ahead > far + 2) return null
  const upright = opponent.percent < TILT_FROM ? 'jab' : 'ftilt'
  const attack = isCrouching(opponent) ? 'dtilt' : upright
  return [attackPress(attack, me.facing), ...rest(random.between(...PAUSE))]
}
