/** The Ice Climbers: they enter and return side by side, Popo ahead (measured on recordings); both have ice and snow of their own. */
import { f } from '../../math.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { BLIZZARD } from './blizzard.ts'
import { iceShot, type IceShotValues } from './ice-shot.ts'

const STANCE = 5

export const ICE_SHOT_VALUES: IceShotValues = { type: 106, height: f(18), hop: f(1.5) }

const BOTH = together(iceShot(ICE_SHOT_VALUES), BLIZZARD)

export const POPO_OVERRIDES: FighterOverrides = together(BOTH, { stance: STANCE })
export const NANA_OVERRIDES: FighterOverrides = together(BOTH, { stance: -STANCE })
