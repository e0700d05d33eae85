/**
 * Ness: the air jump, whose animation moves him vertically and horizontally, in addition to the stick. Source:
 * doldecomp/melee (ftNs_JumpAerial_Phys_Cb); the motion was measured on public recordings (86 jumps forward, 41
 * backward; the end of the backward jump is extrapolated).
 */
import { ACTION } from '../../action-ids.ts'
import type { ActionCallbacks } from '../../actions/action.ts'
import { JUMP } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { drift, slowInAir } from '../../movement/air.ts'
import { privates } from '../../state/privates.ts'
import { CURVE_JUMP, startCurveJump } from '../curve-jump.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { PK_FIRE } from './pk-fire.ts'
import { pkFlash } from './pk-flash.ts'
import { PK_THUNDER } from './pk-thunder.ts'
import { PSI_MAGNET } from './psi-magnet.ts'
import { SMASHES } from './smashes.ts'

/** Speed along the facing by frame of the jump. */
// oxfmt-ignore
const SWAY = Float32Array.from([
  0, 0.1354, 0.3478, 0.4725, 0.5096, 0.459, 0.4191, 0.4403, 0.449, 0.4452, 0.429, 0.4004, 0.3593, 0.3256, 0.3068, 0.2871, 0.2665, 0.245, 0.2225, 0.1991, 0.1748, 0.1496, 0.1234, 0.0963, 0.0683, 0.0394, 0.0095, -0.0295, -0.0747, -0.1162, -0.1541, -0.1884, -0.219, -0.2459, -0.2693, -0.2889, -0.305, -0.3174, -0.3261, -0.3313, -0.3327, -0.3306, -0.3248, -0.3153, -0.3023, -0.2855, -0.2652, -0.2554, -0.2564, -0.2538, -0.2478, -0.2382, -0.2252, -0.2087, -0.1887, -0.1651, -0.1381, -0.1076,
])
/** The same backward: along the way he jumps. */
// oxfmt-ignore
const SWAY_BACK = Float32Array.from([
  0, 0.058, 0.16, 0.238, 0.293, 0.324, 0.331, 0.315, 0.276, 0.31, 0.399, 0.438, 0.428, 0.368, 0.257, 0.097, -0.029, -0.082, -0.125, -0.16, -0.186, -0.202, -0.21, -0.209, -0.199, -0.18, -0.152, -0.136, -0.138, -0.139, -0.14, -0.14, -0.139, -0.138, -0.136, -0.133, -0.13, -0.126, -0.121, -0.116, -0.11, -0.104, -0.098, -0.092, -0.086, -0.08, -0.074, -0.068, -0.062, -0.056, -0.05, -0.044, -0.038, -0.032, -0.026, -0.02, -0.014, -0.008,
])

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
