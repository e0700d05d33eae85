/** Ganondorf: Captain Falcon's specials with figures of his own (packages/engine/data/ganondorf/specials.csv). */
import { SPECIALS } from '../../tables/generated/ganondorf-specials.ts'
import { falconDive } from '../captain-falcon/falcon-dive.ts'
import { falconKick } from '../captain-falcon/falcon-kick.ts'
import { falconPunch } from '../captain-falcon/falcon-punch.ts'
import { raptorBoost } from '../captain-falcon/raptor-boost.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'

export const GANONDORF: FighterOverrides = together(
  falconPunch(SPECIALS.warlockPunch),
  raptorBoost(SPECIALS.gerudoDragon),
  falconDive(SPECIALS.darkDive),
  falconKick(SPECIALS.wizardsFoot),
)
