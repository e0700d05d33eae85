/** Pichu: Pikachu's specials with other figures; electric attacks damage it too. Its costs are as recorded. */
import { AERIAL_ACTIONS } from '../../actions/aerial.ts'
import type { ActionCallbacks } from '../../actions/action.ts'
import { ATTACK_ACTIONS } from '../../actions/attack.ts'
import { CATCH_ACTIONS } from '../../actions/catch.ts'
import { takeDamage } from '../../combat/percent.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { quickAttack } from '../pikachu/quick-attack.ts'
import { skullBash } from '../pikachu/skull-bash.ts'
import { thunder } from '../pikachu/thunder.ts'
import { thunderJolt } from '../pikachu/thunder-jolt.ts'

const JOLT = thunderJolt({ type: 91, cost: 1 })

const SKULL_BASH = skullBash({
  mostCharge: 180,
  damagePerCharge: f(35 / 180),
  startGravity: f(0.04),
  rise: f(0.5),
  gravity: f(0.007),
  terminalVelocity: f(0.8),
  cost: 1,
})

const AGILITY = quickAttack({
  frames: 8,
  speedPerStick: f(2.2),
  speed: f(2.2),
  secondShare: 1,
  endShare: f(0.6),
  landingLag: 12,
  secondDamage: 0,
  cost: 1,
  secondCost: 3,
})

const THUNDER = thunder({ type: 82, damage: 4, angle: 94, growth: 55, baseKnockback: 80, cost: 3 })

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

export const PICHU: FighterOverrides = together(JOLT, SKULL_BASH, AGILITY, THUNDER, {
  actions: {
    AttackS4S: hurting(ATTACK_ACTIONS.AttackS4S, 16),
    AttackAirF: hurting(AERIAL_ACTIONS.AttackAirF, 10, 14, 18, 22),
    AttackAirLw: hurting(AERIAL_ACTIONS.AttackAirLw, 14),
    LandingAirLw: LANDING,
    CatchAttack: hurting(CATCH_ACTIONS.CatchAttack, 2),
    ThrowF: hurting(CATCH_ACTIONS.ThrowF, 10),
  },
})
