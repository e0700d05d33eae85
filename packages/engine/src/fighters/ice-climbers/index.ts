/**
 * The Ice Climbers: they enter and return side by side, Popo ahead (measured on recordings); both have ice and snow of their own;
 * Popo begins hammer and rope, alone or with her. Which of them starts what: doldecomp/melee (ftNn_Init).
 */
import { f } from '../../math.ts'
import type { FighterOverrides, Shadow } from '../kind.ts'
import { together } from '../special.ts'
import { BELAY, NANAS_BELAY } from './belay.ts'
import { BLIZZARD, joinBlizzard } from './blizzard.ts'
import { iceShot, type IceShotValues } from './ice-shot.ts'
import { NANAS_HAMMER, SQUALL_HAMMER } from './squall-hammer.ts'

const STANCE = 5
/** Knockback that every hit on Nana loses (ftNn_Init_OnDeath; recorded hits). */
const NANAS_ARMOUR = 5
/** In Ice Shot, hammer and Blizzard she keeps to him, not in Belay (ftNn_Init). */
const SHADOW: Shadow = {
  atEase: [
    [341, 346],
    [357, 360],
  ],
  ownFacing: [[357, 358]],
  join: joinBlizzard,
}

export const ICE_SHOT_VALUES: IceShotValues = { type: 106, height: f(18), hop: f(1.5) }

const BOTH = together(iceShot(ICE_SHOT_VALUES), BLIZZARD)

export const POPO_OVERRIDES: FighterOverrides = together(BOTH, SQUALL_HAMMER, BELAY, { stance: STANCE })
export const NANA_OVERRIDES: FighterOverrides = together(BOTH, NANAS_HAMMER, NANAS_BELAY, {
  stance: -STANCE,
  armour: NANAS_ARMOUR,
  shadow: SHADOW,
})
