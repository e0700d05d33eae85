/** Captain Falcon. The figures of his specials are in packages/engine/data/captain-falcon/specials.csv. */
import { SPECIALS } from '../../tables/generated/captain-falcon-specials.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { falconDive } from './falcon-dive.ts'
import { falconKick } from './falcon-kick.ts'
import { falconPunch } from './falcon-punch.ts'
import { raptorBoost } from './raptor-boost.ts'

export const CAPTAIN_FALCON: FighterOverrides = together(
  falconPunch(SPECIALS.falconPunch),
  raptorBoost(SPECIALS.raptorBoost),
  falconDive(SPECIALS.falconDive),
  falconKick(SPECIALS.falconKick),
)
