/** Mewtwo. */
import { ACTION } from '../../action-ids.ts'
import { JUMP } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { slowInAir } from '../../movement/air.ts'
import { CURVE_JUMP, startCurveJump } from '../curve-jump.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { teleport } from '../zelda/teleport.ts'
import { CONFUSION } from './confusion.ts'
import { DISABLE } from './disable.ts'
import { IS_LIFTED } from './own.ts'
import { shadowBall } from './shadow-ball.ts'

const SHADOW_BALL = shadowBall({
  first: 341,
  prefix: '',
  type: 112,
  growing: { x: f(-7.539), y: f(9.034) },
  airGrowing: { x: f(-5.963), y: f(7.072) },
  muzzle: { x: f(8), y: f(10) },
})

/** Speeds and times as recorded; how the hold moves in the air is an estimate. */
const TELEPORT = teleport({
  first: 353,
  begin: (fighter) => {
    fighter.groundVelocity = 0
    fighter.selfVx = 0
    fighter.selfVy = 0
  },
  beginInAir: (fighter) => {
    fighter.selfVx = f(fighter.selfVx / 2)
    fighter.selfVy = f(fighter.selfVy / 2)
  },
  gravity: f(0.02),
  terminalVelocity: f(0.5),
  holdDrift: (fighter) => slowInAir(fighter),
  intangibleFrom: Infinity,
  frames: 10,
  speed: 3,
  speedByStick: 2,
  keptShare: f(0.2),
  fallFrame: 9,
  driftShare: f(0.6),
  landingLag: 30,
})

function airJump(fighter: Fighter): void {
  const isForward = f(fighter.stickX * fighter.facing) > JUMP.backward
  startCurveJump(fighter, isForward ? ACTION.JumpAerialF : ACTION.JumpAerialB)
}

const { SpecialHiStart_0, SpecialHiStart_1, SpecialAirHiStart_0, SpecialAirHiStart_1, ...back } = TELEPORT.actions

export const MEWTWO: FighterOverrides = together(SHADOW_BALL, CONFUSION, DISABLE, {
  airJump,
  grounded: ({ ownInts }) => {
    ownInts[IS_LIFTED] = 0
  },
  specials: TELEPORT.specials,
  actions: {
    JumpAerialF: CURVE_JUMP,
    JumpAerialB: CURVE_JUMP,
    SpecialHiStart: SpecialHiStart_0,
    SpecialHiLost: SpecialHiStart_1,
    SpecialAirHiStart: SpecialAirHiStart_0,
    SpecialAirHiLost: SpecialAirHiStart_1,
    ...back,
  },
})
