/** Pikachu. */
import { f } from '../../math.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { quickAttack } from './quick-attack.ts'
import { skullBash } from './skull-bash.ts'
import { thunder } from './thunder.ts'
import { thunderJolt } from './thunder-jolt.ts'

const JOLT = thunderJolt({ type: 89, cost: 0 })

const SKULL_BASH = skullBash({
  mostCharge: 90,
  damagePerCharge: f(25 / 90),
  startGravity: f(0.05),
  rise: f(0.8),
  gravity: f(0.01),
  terminalVelocity: 1,
  cost: 0,
})

const QUICK_ATTACK = quickAttack({
  frames: 5,
  speedPerStick: 4,
  speed: f(5.9),
  secondShare: f(0.9),
  endShare: f(0.1),
  landingLag: 24,
  secondDamage: 2,
  cost: 0,
  secondCost: 0,
})

const THUNDER = thunder({ type: 81, damage: 10, angle: 70, growth: 50, baseKnockback: 100, cost: 0 })

export const PIKACHU: FighterOverrides = together(JOLT, SKULL_BASH, QUICK_ATTACK, THUNDER)
