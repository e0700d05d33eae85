/**
 * Pichu: Pikachu's specials with figures of its own (packages/engine/data/pichu/specials.csv); electric attacks damage it
 * too.
 */
import { AERIAL_ACTIONS } from '../../actions/aerial.ts'
import type { ActionCallbacks } from '../../actions/action.ts'
import { ATTACK_ACTIONS } from '../../actions/attack.ts'
import { CATCH_ACTIONS } from '../../actions/catch.ts'
import { takeDamage } from '../../combat/percent.ts'
import type { Fighter } from '../../fighter.ts'
import { SPECIALS } from '../../tables/generated/pichu-specials.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { quickAttack } from '../pikachu/quick-attack.ts'
import { skullBash } from '../pikachu/skull-bash.ts'
import { thunder } from '../pikachu/thunder.ts'
import { thunderJolt } from '../pikachu/thunder-jolt.ts'

const SPECIAL_MOVES = together(
  thunderJolt(SPECIALS.thunderJolt),
  skullBash(SPECIALS.skullBash),
  quickAttack(SPECIALS.agility),
  thunder(SPECIALS.thunder),
)

function hurt(fighter: Fighter): void {
  takeDamage(fighter, 1)
}

/** One percent on each of these script frames, the first of its electric windows. */
function hurting(callbacks: ActionCallbacks | undefined, ...frames: number[]): ActionCallbacks {
  return {
    ...callbacks,
    animation: (fighter) => {
      const { animationFrame, animationRate } = fighter
      for (const frame of frames) {
        if (animationFrame >= frame && animationFrame - animationRate < frame) hurt(fighter)
      }
      callbacks?.animation?.(fighter)
    },
  }
}

const LANDING: ActionCallbacks = {
  ...AERIAL_ACTIONS.LandingAirLw,
  accessory: (fighter) => {
    if (fighter.actionFrame === 1) hurt(fighter)
  },
}

export const PICHU: FighterOverrides = together(SPECIAL_MOVES, {
  actions: {
    AttackS4S: hurting(ATTACK_ACTIONS.AttackS4S, 16),
    AttackAirF: hurting(AERIAL_ACTIONS.AttackAirF, 10, 14, 18, 22),
    AttackAirLw: hurting(AERIAL_ACTIONS.AttackAirLw, 14),
    LandingAirLw: LANDING,
    CatchAttack: hurting(CATCH_ACTIONS.CatchAttack, 2),
    ThrowF: hurting(CATCH_ACTIONS.ThrowF, 10),
  },
})
