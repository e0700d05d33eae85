/**
 * What Kirby keeps of whom it swallowed: their neutral special, until a taunt, a death, or by chance a hit takes it away.
 * Source: doldecomp/melee (ftKb_SpecialN_800F1BAC, ftKb_SpecialN_800F5BA4).
 */
import type { Callback } from '../../actions/action.ts'
import type { FighterOverrides, Specials } from '../kind.ts'
import { enterInhale } from './inhale.ts'
import { OWN } from './own.ts'

/** By internal id of the fighter copied. */
const COPIED: Readonly<Record<number, FighterOverrides>> = {}

function special(name: keyof Specials): Callback {
  return (fighter) => (COPIED[fighter.ownInts[OWN.copied]! - 1]?.specials?.[name] ?? enterInhale)(fighter)
}

export const COPIES: FighterOverrides = {
  specials: { SpecialN: special('SpecialN'), SpecialAirN: special('SpecialAirN') },
}
