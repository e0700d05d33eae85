/** Captain Falcon. */
import { f } from '../../math.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { falconDive } from './falcon-dive.ts'
import { falconKick } from './falcon-kick.ts'
import { falconPunch } from './falcon-punch.ts'
import { raptorBoost } from './raptor-boost.ts'

export const PUNCH_VALUES = { lungeFrame: 50, fallFrame: 65, speed: f(1.95), mostAngle: f(30) } as const

export const CAPTAIN_FALCON: FighterOverrides = together(
  falconPunch(PUNCH_VALUES),
  raptorBoost({ strikeShare: f(0.18) }),
  falconDive({ gravity: f(0.3) }),
  falconKick({ hitShare: f(0.6), endRate: 1 }),
)
