/**
 * Strength 2: the jumper.
 *
 * Its plan: run up, jump in with an aerial, drift onto the opponent. At the edge, where a jump would lead off the stage, strike from
 * the ground as the walker does; also at one that crouches, over whom an aerial passes. Knocked off the stage, jump back, and use
 * the up special once the jumps are spent.
 *
 * The lesson: an attack takes time. One that is begun where the opponent is now arrives where it was, so it begins early: from
 * the distance that the jump covers until its attack hits. And a drift is not over with the press: it goes on to the opponent.
 */
import type { AttackName } from '../../attacks.ts'
import { stick } from '../../controller.ts'
import { figuresOf } from '../../figures.ts'
import { isCrouching } from '../actions.ts'
import { attackPress, hold, jump } from '../inputs.ts'
import type { Skill, Skills } from '../mind.ts'
import { jumpPathOf } from '../predict.ts'
import { climbBack, stayOn } from '../skills/come-back.ts'
import { getUp, leaveLedge } from '../skills/get-up.ts'
import { changeFloor, driftIn, runUp, steer } from '../skills/go.ts'
import { poke } from '../skills/poke.ts'
import { stayAlive } from '../skills/safe.ts'
import { DELAY } from '../timing.ts'

/** Frames from the press of jump to the attack's best moment, beside the squat: what a jump covers until then is its distance. */
const UNTIL_HIT = 14
/** And until its drift can have been turned round. */
const UNTIL_TURNED = 26
/** An opponent on the floor is struck from a short hop, one higher than this from a full one. */
const HIGH = 12
const AERIALS: readonly (readonly [number, AttackName])[] = [
  [3, 'nair'],
  [3, 'fair'],
  [1, 'uair'],
  [1, 'dair'],
]

const jumpIn: Skill = ({ me, opponent, stage }, { random }) => {
  if (me.isAirborne || isCrouching(opponent) || Math.abs(opponent.y - me.y) > 25) return null
  const toward = Math.sign(opponent.x - me.x) || me.facing
  const { jumpSquat } = figuresOf(me.character)
  const isFull = opponent.y > me.y + HIGH
  const { xs } = jumpPathOf(me, toward, isFull, DELAY + jumpSquat)
  const leap = Math.abs(xs[DELAY + jumpSquat + UNTIL_HIT]! - me.x)
  const leadsOut = Math.abs(xs[DELAY + jumpSquat + UNTIL_TURNED]!) > stage.edge
  if (leadsOut || Math.abs(opponent.x - me.x) > leap) return null
  return [...jump(toward, jumpSquat, isFull), ...hold(stick(toward), 2), attackPress(random.pick(AERIALS), me.facing)]
}

export const JUMPER: Skills = {
  reaction: 18,
  survive: [stayOn, climbBack],
  seize: [leaveLedge, getUp, jumpIn, poke],
  move: [driftIn, changeFloor, runUp(6)],
  touches: [steer, stayAlive],
}
