/** Marth. */
import { f } from '../../math.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { counter } from './counter.ts'
import { dancingBlade } from './dancing-blade.ts'
import { dolphinSlash } from './dolphin-slash.ts'
import { shieldBreaker } from './shield-breaker.ts'

export const SHIELD_BREAKER_VALUES = { loops: 4, damage: 7, damagePerLoop: 5, recoil: 0 } as const

const SHIELD_BREAKER = shieldBreaker(SHIELD_BREAKER_VALUES)
const DANCING_BLADE = dancingBlade({ lift: 1, gravity: f(0.06), terminalVelocity: f(1.5) })
const DOLPHIN_SLASH = dolphinSlash({
  launchFrame: 6,
  groundPath: {
    from: 4,
    x: [
      1.9209, 1.28147, 0.68805, 0.64954, 0.61213, 0.5758, 0.54056, 0.50641, 0.47336, 0.44138, 0.4105, 0.38071, 0.352,
      0.32438, 0.29786, 0.27242, 0.24807, 0.22481, 0.20263, 0.18155, 0.16157, 0.14269, 0.12491, 0.10823, 0.09265,
      0.07817, 0.06479, 0.05251,
    ],
    y: [
      0, 0, 13.1275, 14.12302, 7.82447, 2.11185, 1.85824, 1.6202, 1.39773, 1.19082, 0.99949, 0.82372, 0.66352, 0.5189,
      0.38984, 0.27635, 0.17843, 0.09608, 0.0293, -0.02192,
    ],
  },
  airPath: {
    from: 6,
    x: [
      0.75685, 0.7145, 0.67334, 0.63338, 0.59462, 0.55706, 0.52069, 0.48552, 0.45155, 0.41878, 0.3872, 0.35682, 0.32765,
      0.29966, 0.27288, 0.24729, 0.2229, 0.19971, 0.17772, 0.15693, 0.13734, 0.11895, 0.10176, 0.08577, 0.07098,
      0.05739,
    ],
    y: [
      14.41555, 15.51062, 8.65633, 2.42162, 2.11897, 1.83569, 1.57181, 1.32731, 1.10218, 0.89645, 0.7101, 0.54314,
      0.39556, 0.26735, 0.15855, 0.06912, -0.00093,
    ],
  },
  mostTilt: 20,
  landingLag: 34,
  driftShare: f(0.4),
  draws: [3, 4],
})
const COUNTER = counter({
  first: 5,
  last: 29,
  gravity: f(0.04),
  terminalVelocity: f(1.2),
  hitlag: 11,
  hitlagDamage: 24,
  damageShare: 1,
  givesBack: false,
})

export const MARTH: FighterOverrides = together(SHIELD_BREAKER, DANCING_BLADE, DOLPHIN_SLASH, COUNTER)
