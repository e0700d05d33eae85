/** Ganondorf: Captain Falcon's specials with figures of his own. */
import { f } from '../../math.ts'
import { falconDive } from '../captain-falcon/falcon-dive.ts'
import { falconKick } from '../captain-falcon/falcon-kick.ts'
import { falconPunch } from '../captain-falcon/falcon-punch.ts'
import { raptorBoost } from '../captain-falcon/raptor-boost.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'

export const PUNCH_VALUES = { lungeFrame: 68, fallFrame: 117, speed: f(0.8), mostAngle: f(45) } as const

export const GANONDORF: FighterOverrides = together(
  // Two frames before the hit, as for Captain Falcon; interruptible when the script allows it.
  falconPunch(PUNCH_VALUES),
  raptorBoost({ strikeShare: 1 }),
  falconDive({ gravity: f(0.33) }),
  falconKick({ hitShare: f(0.7), endRate: f(0.8) }),
)
