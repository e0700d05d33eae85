/** Zelda. */
import { f } from '../../math.ts'
import { slowInAir } from '../../movement/air.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { DINS_FIRE } from './dins-fire.ts'
import { nayrusLove } from './nayrus-love.ts'
import { teleport } from './teleport.ts'
import { transformation } from './transform.ts'

const FARORES_WIND = teleport({
  first: 349,
  begin: (fighter) => {
    fighter.groundVelocity = 0
    fighter.selfVx = 0
    fighter.selfVy = 0
  },
  beginInAir: (fighter) => {
    fighter.selfVx = f(fighter.selfVx / f(1.5))
    fighter.selfVy = f(fighter.selfVy / f(3))
  },
  gravity: f(0.03),
  // No source has it; in recordings she sinks no faster than this.
  terminalVelocity: f(1.4),
  holdDrift: (fighter) => slowInAir(fighter),
  intangibleFrom: Infinity,
  frames: 20,
  speed: f(2),
  speedByStick: f(2.2),
  keptShare: f(0.2),
  fallFrame: 9,
  driftShare: f(0.6),
  landingLag: 30,
})

const TRANSFORM = transformation(355, 361)

const LOVE = nayrusLove()

export const ZELDA_OVERRIDES: FighterOverrides = together(LOVE, DINS_FIRE, FARORES_WIND, TRANSFORM)
