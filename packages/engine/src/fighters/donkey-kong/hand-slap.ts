/**
 * Hand Slap, on the ground only: two hits of the floor, again for as long as B is pressed. Source: doldecomp/melee
 * (ftDk_SpecialLw); where it hits from a public list of special attributes. No recording shows it.
 */
import { changeAction } from '../../actions/change.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { stopOnGround } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, enterSpecial, stayOrFallOff, thenWait } from '../special.ts'

const START = 383
const LOOP = 384
const END = 385

const HandSlap = privates({
  /** B was pressed again. */
  again: 'flag',
})

function enterLoop(fighter: Fighter): void {
  changeAction(fighter, LOOP)
  HandSlap.of(fighter).again = false
  // Each pair of hits is a performance of its own.
  fighter.instance = fighter.match.takeInstance()
}

function askAgain(fighter: Fighter): void {
  if (fighter.pressed & BUTTON.B) HandSlap.of(fighter).again = true
}

const goOn = afterScript((fighter) => {
  if (HandSlap.of(fighter).again) enterLoop(fighter)
  else changeAction(fighter, END)
})

const onGround = { physics: stopOnGround, collision: stayOrFallOff }

export const HAND_SLAP: FighterOverrides = {
  specials: { SpecialLw: (fighter) => enterSpecial(fighter, START) },
  actions: {
    SpecialLwStart: { animation: afterScript(enterLoop), ...onGround },
    SpecialLwLoop: { animation: goOn, interrupt: askAgain, ...onGround },
    SpecialLwEnd0: { animation: thenWait, ...onGround },
  },
}
