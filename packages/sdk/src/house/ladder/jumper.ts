/**
 * Strength 2: the jumper.
 *
 * Its plan: run up, jump in with an aerial, drift onto the opponent. Knocked off the stage, jump back, and use the up special
 * once the jumps are spent.
 *
 * The lesson: an attack takes time. One that is begun where the opponent is now arrives where it was, so it begins early: from
 * the distance that the jump covers.
 */
import { stick } from '../../controller.ts'
import type { AttackName } from '../figures/rows.ts'
import { figuresOf } from '../figures/figures.ts'
import { attackPress, hold, jump, rest } from '../inputs.ts'
import type { Skill, Skills } from '../mind.ts'
import { climbBack, stayOn } from '../skills/come-back.ts'
import { getUp, leaveLedge } from '../skills/get-up.ts'
import { changeFloor, driftIn, runUp } from '../skills/go.ts'
import { stayAlive } from '../skills/safe.ts'

/** From here its jump reaches the opponent. */
const LEAP = 30
const AERIALS: readonly (readonly [number, AttackName])[] = [
  [3, 'nair'],
  [3, 'fair'],
  [1, 'uair'],
  [1, 'dair'],
]

const jumpIn: Skill = ({ me, opponent, stage }, { random }) => {
  const distance = Math.abs(opponent.x - me.x)
  if (me.isAirborne || distance > LEAP || Math.abs(opponent.y - me.y) > 25) return null
  const toward = Math.sign(opponent.x - me.x) || me.facing
  if (Math.abs(me.x + toward * LEAP) > stage.edge) return null
  const { jumpSquat } = figuresOf(me.character).body
  const isFull = opponent.y > me.y + 12
  return [
    ...jump(toward, jumpSquat, isFull),
    ...hold(stick(toward), 2),
    { ...stick(toward * 0.5), ...attackPress(random.pick(AERIALS), me.facing) },
    ...hold(stick(toward), 10),
    ...rest(random.between(4, 16)),
  ]
}

export const JUMPER: Skills = {
  reaction: 14,
  survive: [stayOn, climbBack],
  seize: [leaveLedge, getUp, jumpIn],
  move: [driftIn, changeFloor, runUp(14)],
  touches: [stayAlive],
}
