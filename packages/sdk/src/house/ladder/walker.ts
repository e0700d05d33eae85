/**
 * Strength 1: the walker.
 *
 * Its plan: walk up to the opponent, and jab when it is ahead and within reach. Knocked off the stage, hold toward it and jump.
 *
 * The lesson: a bot is a list of questions in the order in which they matter. Am I off the stage? Do I hang on the ledge, do I
 * lie on the floor? Only then: is the opponent in reach? And if not: where do I go? Each question is a skill, a function that
 * answers with inputs for the next frames, or with null; the first answer counts (mind.ts).
 */
import { figuresOf } from '../figures/figures.ts'
import { attackPress, rest } from '../inputs.ts'
import type { Skill, Skills } from '../mind.ts'
import { driftBack, stayOn } from '../skills/come-back.ts'
import { getUp, leaveLedge } from '../skills/get-up.ts'
import { changeFloor, driftIn, walkUp } from '../skills/go.ts'
import { stayAlive } from '../skills/safe.ts'

/** Frames from one jab to the next thought. */
const PAUSE = [8, 30] as const

/** Ahead and near enough. */
const jab: Skill = ({ me, opponent }, { random }) => {
  if (me.isAirborne || Math.abs(opponent.y - me.y) > 12) return null
  const { far } = figuresOf(me.character).attacks.jab
  const ahead = (opponent.x - me.x) * me.facing
  if (ahead < 0 || ahead > far + 2) return null
  return [attackPress('jab', me.facing), ...rest(random.between(...PAUSE))]
}

export const WALKER: Skills = {
  reaction: 18,
  survive: [stayOn, driftBack],
  seize: [leaveLedge, getUp, jab],
  move: [driftIn, changeFloor, walkUp(6)],
  touches: [stayAlive],
}
