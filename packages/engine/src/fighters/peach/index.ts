/** Peach. */
import { ACTION } from '../../action-ids.ts'
import { JUMP } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { startCurveJump } from '../curve-jump.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { BOMBER } from './bomber.ts'
import { FLOAT_ACTIONS } from './float.ts'
import { PARASOLS } from './parasol.ts'
import { drawWeapon, SMASH_ACTIONS } from './smash.ts'
import { toads } from './toad.ts'
import { RELEASES, TURNIPS } from './turnip.ts'
import { HAS_FLOATED, HUNG, TOAD_USED } from './words.ts'

function airJump(fighter: Fighter): void {
  const isForward = f(fighter.stickX * fighter.facing) > JUMP.backward
  startCurveJump(fighter, isForward ? ACTION.JumpAerialF : ACTION.JumpAerialB)
}

function regain({ ownInts }: Fighter): void {
  ownInts[HAS_FLOATED] = 0
  ownInts[TOAD_USED] = 0
  ownInts[HUNG] = 0
}

const TOADS = toads()

export const PEACH: FighterOverrides = together(TURNIPS, PARASOLS, BOMBER, TOADS, {
  airJump,
  forwardSmash: drawWeapon,
  grounded: regain,
  itemReleases: RELEASES,
  escapeAirDriftFrame: 20,
  actions: { ...FLOAT_ACTIONS, ...SMASH_ACTIONS },
})
