/**
 * The down aerial of Link and Young Link: it bounces off whatever it meets, and strikes again after a while, weaker.
 * Source: doldecomp/melee (ftLk_AttackAir); figures from a public list of special attributes.
 */
import { AERIAL_ACTIONS } from '../../actions/aerial.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import type { FighterOverrides } from '../kind.ts'

const BOUNCE = f(1.33)
/** Frames until it strikes again; and script frames on which its first hit is out. */
const AGAIN_FRAMES = 30
const LAST_FRAME = 64
/** Frame on which the action's own animation is first asked. */
const FIRST_SEEN = 2

// Private variables.
/** Frames left until it strikes again. */
const AGAIN_LEFT = 0

function bounce(fighter: Fighter): void {
  fighter.selfVy = BOUNCE
  fighter.isFastFalling = false
  fighter.stateInts[AGAIN_LEFT] = AGAIN_FRAMES
  const latest = LAST_FRAME - AGAIN_FRAMES
  if (fighter.animationFrame > latest) fighter.animationFrame = latest
}

/** `damage` is that of the later hits. */
export function downThrust(damage: number): FighterOverrides {
  const attack = AERIAL_ACTIONS.AttackAirLw!
  return {
    actions: {
      AttackAirLw: {
        ...attack,
        animation: (fighter) => {
          if (fighter.actionFrame <= FIRST_SEEN) fighter.stateInts[AGAIN_LEFT] = 0
          const left = fighter.stateInts[AGAIN_LEFT]!
          if (left > 0) fighter.stateInts[AGAIN_LEFT] = left - 1
          if (left === 1 && fighter.animationFrame < LAST_FRAME) {
            fighter.metFighters = 0
            fighter.hitboxDamage = damage
          }
          attack.animation?.(fighter)
        },
        dealtDamage: bounce,
      },
    },
  }
}
