/**
 * Roy: Marth's specials with his own figures. The horizontal part of Blazer's path is computed from tilted recordings.
 */
import { f } from '../../math.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { counter } from '../marth/counter.ts'
import { dancingBlade } from '../marth/dancing-blade.ts'
import { dolphinSlash } from '../marth/dolphin-slash.ts'
import { shieldBreaker } from '../marth/shield-breaker.ts'

export const SHIELD_BREAKER_VALUES = { loops: 7, damage: 6, damagePerLoop: 5, recoil: 10 } as const

const FLARE_BLADE = shieldBreaker(SHIELD_BREAKER_VALUES)
const DOUBLE_EDGE_DANCE = dancingBlade({ lift: f(1.2), gravity: f(0.08), terminalVelocity: f(1.8) })
const BLAZER = dolphinSlash({
  launchFrame: 10,
  groundPath: {
    from: 8,
    x: [
      1.7491, 1.2583, 0.8002, 0.7565, 0.7139, 0.6726, 0.6325, 0.5937, 0.5561, 0.5197, 0.4845, 0.4507, 0.4178, 0.3863,
      0.3561, 0.3273, 0.2991, 0.2725, 0.2471, 0.2229, 0.1999, 0.1782, 0.1576, 0.1382,
    ],
    y: [
      0, 0, 8.6032, 6.8401, 5.3553, 4.149, 3.2209, 2.5713, 2.2001, 1.9834, 1.7454, 1.5222, 1.3136, 1.1197, 0.9404,
      0.7759, 0.626, 0.4909, 0.3704, 0.2646, 0.1734, 0.097, 0.0352, -0.012,
    ],
  },
  airPath: {
    from: 10,
    x: [
      0.8802, 0.8321, 0.7853, 0.7399, 0.6958, 0.6531, 0.6117, 0.5717, 0.533, 0.4958, 0.4596, 0.4249, 0.3917, 0.36,
      0.329, 0.2998, 0.2718, 0.2452, 0.2199, 0.196, 0.1734, 0.152,
    ],
    y: [
      9.4508, 7.4943, 5.8568, 4.5383, 3.5388, 2.8583, 2.4968, 2.275, 1.9922, 1.7274, 1.4807, 1.252, 1.0413, 0.8486,
      0.674, 0.5174, 0.3788, 0.2583, 0.1558, 0.0713, 0.0049, -0.0431,
    ],
  },
  mostTilt: 40,
  landingLag: 30,
  driftShare: f(0.6),
})
const COUNTER = counter({
  first: 8,
  last: 20,
  gravity: f(0.06),
  terminalVelocity: f(1.4),
  hitlag: 13,
  hitlagDamage: 30,
  damageShare: f(1.5),
  givesBack: true,
})

export const ROY: FighterOverrides = together(FLARE_BLADE, DOUBLE_EDGE_DANCE, BLAZER, COUNTER)
