/**
 * The Ice Climbers. They enter and respawn side by side, Popo ahead (measured on recordings). Both have Ice Shot and
 * Blizzard of their own; Popo begins Squall Hammer and Belay, alone or with Nana. Which of them starts which:
 * doldecomp/melee (ftNn_Init).
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
/** In Ice Shot, Squall Hammer and Blizzard she is drawn to him, not in Belay (ftNn_Init). */
const SHADOW: Shadow = {
  atEase: [
    [341, 346],
    [357, 360],
  ],
  ownFacing: [[357, 358]],
  flung: [[361, 366]],
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
