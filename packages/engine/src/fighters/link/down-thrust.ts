/**
 * The down air of Link and Young Link: it bounces off what it hits, and hits again some frames later, weaker. Source:
 * doldecomp/melee (ftLk_AttackAir); figures from a public list of special attributes.
 */
import { AERIAL_ACTIONS } from '../../actions/aerial.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'

const BOUNCE = f(1.33)
/** Frames until it hits again; and script frames on which its first hit is out. */
const AGAIN_FRAMES = 30
const LAST_FRAME = 64
/** Frame on which the action's own animation is first asked. */
const FIRST_SEEN = 2

const DownThrust = privates({
  /** Frames left until it hits again. */
  againLeft: 'int',
})

function bounce(fighter: Fighter): void {
  fighter.selfVy = BOUNCE
  fighter.isFastFalling = false
  DownThrust.of(fighter).againLeft = AGAIN_FRAMES
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
          if (fighter.actionFrame <= FIRST_SEEN) DownThrust.of(fighter).againLeft = 0
          const left = DownThrust.of(fighter).againLeft
          if (left > 0) DownThrust.of(fighter).againLeft = left - 1
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
