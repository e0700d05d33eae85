/** Koopa Klaw: the slash. Whom it would catch, close by, it does not hold yet. Source: doldecomp/melee (ftKp_SpecialS). */
import type { Fighter } from '../../fighter.ts'
import { fallAndDrift } from '../../movement/air.ts'
import type { FighterOverrides } from '../kind.ts'
import { airTwinOf, enterSpecial, standing, thenFall, thenWait } from '../special.ts'

const GROUND = 347
const AIR = 353

export const KOOPA_KLAW: FighterOverrides = {
  specials: {
    SpecialS: (fighter: Fighter) => enterSpecial(fighter, GROUND),
    SpecialAirS: (fighter: Fighter) => enterSpecial(fighter, AIR),
  },
  actions: {
    SpecialSStart: { animation: thenWait, ...standing(AIR) },
    SpecialAirSStart: { animation: thenFall, physics: fallAndDrift, collision: airTwinOf(GROUND) },
  },
}
