/** Peach. Own so far: the air jump's curve, and an air dodge that falls earlier than others'. */
import { ACTION } from '../../actions/ids.ts'
import { JUMP } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { CURVE_JUMP, startCurveJump } from '../curve-jump.ts'
import type { FighterOverrides } from '../kind.ts'

function airJump(fighter: Fighter): void {
  const isForward = f(fighter.stickX * fighter.facing) > JUMP.backward
  startCurveJump(fighter, isForward ? ACTION.JumpAerialF : ACTION.JumpAerialB)
}

export const PEACH: FighterOverrides = {
  airJump,
  escapeAirDriftFrame: 20,
  actions: { JumpAerialF: CURVE_JUMP, JumpAerialB: CURVE_JUMP },
}
