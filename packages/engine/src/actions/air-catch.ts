/**
 * The grapple in the air of those whose grab is thrown on a line: falling slows down while it goes out, and its end leaves
 * the fighter helpless. It holds on to no wall here. Source: doldecomp/melee (ftCo_AirCatch).
 */
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { drift, fall, fallAt } from '../movement/air.ts'
import { landsOn } from '../movement/collide.ts'
import type { ActionCallbacks } from './action.ts'
import { hasScriptEnded } from './attack.ts'
import { enterFallSpecial } from './fall.ts'
import { landHard } from './landing.ts'

/** Share of its weight by which the fighter falls while the line goes out, and for how many frames. */
const FALL_SHARE = f(0.2)
const FALL_FRAMES = 20
/** The landing is not stretched. */
const LANDING_LAG = 30

function animate(fighter: Fighter): void {
  fighter.misc = fighter.animationFrame
  if (hasScriptEnded(fighter)) enterFallSpecial(fighter, { landingLag: LANDING_LAG })
}

function move(fighter: Fighter): void {
  const { gravity, terminalVelocity } = fighter.kind.attributes
  const isSlow = fighter.animationFrame < FALL_FRAMES && fighter.selfVy < 0
  const { selfVy } = fighter
  fall(fighter)
  if (isSlow && !fighter.isFastFalling) {
    fighter.selfVy = selfVy
    fallAt(fighter, f(gravity * FALL_SHARE), terminalVelocity)
  }
  drift(fighter)
}

function collide(fighter: Fighter): void {
  if (landsOn(fighter, false)) landHard(fighter)
}

export const AIR_CATCH: ActionCallbacks = { animation: animate, physics: move, collision: collide }
