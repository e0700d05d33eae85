/** Yoshi. His air jump is one action in either direction, and a backward jump turns him round. */
import { ACTION } from '../../action-ids.ts'
import type { ActionCallbacks } from '../../actions/action.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { privates } from '../../state/privates.ts'
import { CURVE_JUMP, startCurveJump } from '../curve-jump.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { YOSHI_BOMB } from './bomb.ts'
import { eggLay } from './egg-lay.ts'
import { EGG_ROLL } from './egg-roll.ts'
import { EGG_SHIELD, EGG_SHIELD_ACTIONS } from './egg-shield.ts'
import { EGG_THROW } from './egg-throw.ts'

/** Frame on which a backward jump turns Yoshi round. */
const TURN_FRAME = 6

const Yoshi = privates({ turns: 'flag' })

function airJump(fighter: Fighter): void {
  const isBackward = f(fighter.stickX * fighter.facing) < 0
  startCurveJump(fighter, ACTION.JumpAerialF)
  Yoshi.of(fighter).turns = isBackward
}

function animate(fighter: Fighter): void {
  if (fighter.actionFrame === TURN_FRAME && Yoshi.of(fighter).turns) fighter.facing = -fighter.facing
  CURVE_JUMP.animation(fighter)
}

/** Knockback that his air jump takes off a hit; measured on recordings. */
const ARMOUR = 120

const jump: ActionCallbacks = { ...CURVE_JUMP, animation: animate, armour: ARMOUR }

const EGG_LAY = eggLay({
  first: 346,
  names: ['SpecialN1', 'SpecialN1_0', 'SpecialN2_0', 'SpecialAirN1_0', 'SpecialAirN1_1', 'SpecialAirN2_0'],
  caught: ACTION.CaptureYoshi,
  laid: ACTION.YoshiEgg,
  egg: { x: f(-7.29), y: f(6.7) },
})

export const YOSHI: FighterOverrides = together(EGG_ROLL, EGG_LAY, EGG_THROW, YOSHI_BOMB, {
  airJump,
  guard: EGG_SHIELD,
  holdsInMouth: true,
  actions: { JumpAerialF: jump, ...EGG_SHIELD_ACTIONS },
})
