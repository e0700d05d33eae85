/**
 * Strength 1: the walker.
 *
 * Its plan: walk up to the opponent, and jab when it is ahead and within reach. Once it has taken much damage, tilt instead: a jab
 * takes no stock; and tilt down where it crouches. Knocked off the stage, hold toward it and jump.
 *
 * The lesson: a bot is a list of questions in the order in which they matter. Am I off the stage? Do I hang on the ledge, do I
 * lie on the floor? Only then: is the opponent in reach? And if not: where do I go? Each question is a skill, a function that
 * answers with inputs for the next frames, or with null; the first answer counts (mind.ts).
 */
import type { Skills } from '../mind.ts'
import { driftBack, stayOn } from '../skills/come-back.ts'
import { getUp, leaveLedge } from '../skills/get-up.ts'
import { changeFloor, driftIn, walkUp } from '../skills/go.ts'
import { poke } from '../skills/poke.ts'
import { stayAlive } from '../skills/safe.ts'

export const WALKER: Skills = {
  reaction: 20,
  survive: [stayOn, driftBack],
  seize: [leaveLedge, getUp, poke],
  move: [driftIn, changeFloor, walkUp(6)],
  touches: [stayAlive],
}
