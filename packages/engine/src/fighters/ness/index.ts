/**
 * Ness: the air jump, whose animation moves him vertically and horizontally, in addition to the stick. Source:
 * doldecomp/melee (ftNs_JumpAerial_Phys_Cb). The motion: packages/engine/data/ness, air-jumps.csv (up) and specials.csv (to the side).
 */
import { ACTION } from '../../action-ids.ts'
import type { ActionCallbacks } from '../../actions/action.ts'
import { JUMP } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { drift, slowInAir } from '../../movement/air.ts'
import { privates } from '../../state/privates.ts'
import { SPECIALS } from '../../tables/generated/ness-specials.ts'
import { CURVE_JUMP, startCurveJump } from '../curve-jump.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { PK_FIRE } from './pk-fire.ts'
import { pkFlash } from './pk-flash.ts'
import { PK_THUNDER } from './pk-thunder.ts'
import { PSI_MAGNET } from './psi-magnet.ts'
import { SMASHES } from './smashes.ts'

/** Speed along the facing by frame of the jump; of a jump backward, speed along the way he jumps. */
const SWAY = Float32Array.from(SPECIALS.airJump.sway)
const SWAY_BACK = Float32Array.from(SPECIALS.airJump.swayBack)

const Ness = privates({
  /** Horizontal speed from the stick alone. */
  drift: 'float',
})

function airJump(fighter: Fighter): void {
  const isForward = f(fighter.stickX * fighter.facing) > JUMP.backward
  startCurveJump(fighter, isForward ? ACTION.JumpAerialF : ACTION.JumpAerialB)
  Ness.of(fighter).drift = fighter.selfVx
}

function move(fighter: Fighter): void {
  const { actionFrame, action } = fighter
  const own = Ness.of(fighter)
  CURVE_JUMP.physics(fighter)
  // Without the stick friction depends on the whole speed, and is taken off the stick's part
  // (ftCommon_ApplyFrictionAir).
  if (fighter.stickX === 0) {
    slowInAir(fighter)
  } else {
    fighter.selfVx = own.drift
    drift(fighter)
  }
  own.drift = f(own.drift + fighter.airAccelerationX)
  fighter.airAccelerationX = 0
  const isForward = action === ACTION.JumpAerialF
  const side = isForward ? fighter.facing : -fighter.facing
  const sway = (isForward ? SWAY : SWAY_BACK)[actionFrame - 1] ?? 0
  fighter.selfVx = f(side * sway + own.drift)
}

const jump: ActionCallbacks = { ...CURVE_JUMP, physics: move }

export const NESS: FighterOverrides = together(
  { airJump, actions: { JumpAerialF: jump, JumpAerialB: jump } },
  SMASHES,
  pkFlash({
    first: 348,
    prefix: '',
    held: ['SpecialNHold', 'SpecialNRelease'],
    heldInAir: ['SpecialAirNHold', 'SpecialAirNRelease'],
    light: 68,
    burst: 78,
    hand: { x: f(2), y: f(12) },
  }),
  PK_FIRE,
  PK_THUNDER,
  PSI_MAGNET,
)
