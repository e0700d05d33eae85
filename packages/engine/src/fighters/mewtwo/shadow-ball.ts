/**
 * Shadow Ball: charged in loops on the ground and in the air, until it is fired, put away by a shield, or rolled out
 * of. Source: doldecomp/melee (ftMt_SpecialN, itmewtwoshadowball); figures from a public list of special attributes,
 * the frame of release from in-game recordings. Estimates: places, speeds and radii of the ball, which flies straight
 * here and does not swerve.
 */
import type { ActionCallbacks, Callback } from '../../actions/action.ts'
import { changeAction } from '../../actions/change.ts'
import { enterFall } from '../../actions/fall.ts'
import { tryRoll } from '../../actions/guard.ts'
import { hasScriptEnded } from '../../actions/script.ts'
import { enterWait } from '../../actions/wait.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON, GUARD_BIT } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { SPECIALS } from '../../tables/generated/mewtwo-specials.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, enterSpecial, goRound, named, twinHere, type Copy } from '../special.ts'
import { APPEAR_FRAME, CHARGE_LEVEL, FULL, shotLevels, storedShot, type Point } from '../stored-shot.ts'

/** The states, the type of the ball, and where it grows, on the ground and in the air, and leaves. */
export interface ShadowBallValues extends Copy<'Mt'> {
  readonly type: number
  readonly growing: Point
  readonly airGrowing: Point
  readonly muzzle: Point
}

/** The id of each airborne state minus that of its grounded twin. */
const TO_AIR = 5

const LOOP_FRAMES = 8
const FALL_SHARE = f(0.5)

export function shadowBall(values: ShadowBallValues): FighterOverrides {
  const START = values.first
  const LOOP = START + 1
  const FULL_LOOP = START + 2
  const CANCEL = START + 3
  const END = START + 4
  const BALL = storedShot({
    ...values,
    leaveFrame: 8,
    slowest: f(1.6),
    speedPerLevel: f(0.9 / 7),
    recoil: f(-0.2),
    airRecoil: f(-0.4),
    hitboxes: shotLevels('darkness', SPECIALS.shadowBall.levels, (level) => 1.95 + 0.4 * level),
    isGathering: (action) =>
      action >= START && action <= END + TO_AIR && action !== CANCEL && action !== CANCEL + TO_AIR,
  })

  function enterStart(fighter: Fighter): void {
    fighter.selfVy = fighter.isAirborne ? f(fighter.selfVy * FALL_SHARE) : 0
    BALL.begin(fighter)
    enterSpecial(fighter, twinHere(fighter, START, TO_AIR))
  }

  function animateStart(fighter: Fighter): void {
    if (fighter.animationFrame === APPEAR_FRAME) BALL.appear(fighter)
    if (!hasScriptEnded(fighter)) return
    changeAction(fighter, twinHere(fighter, fighter.ownInts[CHARGE_LEVEL]! >= FULL ? END : LOOP, TO_AIR))
  }

  function rest(fighter: Fighter): void {
    changeAction(fighter, twinHere(fighter, FULL_LOOP, TO_AIR), fighter.animationFrame)
  }

  function animateLoop(fighter: Fighter): void {
    goRound(fighter, LOOP_FRAMES)
    BALL.appear(fighter)
    BALL.gather(fighter, rest)
  }

  function interruptLoop(fighter: Fighter): void {
    if (!fighter.isAirborne && tryRoll(fighter)) return
    if (fighter.pressed & (BUTTON.A | BUTTON.B)) changeAction(fighter, twinHere(fighter, END, TO_AIR))
    else if (fighter.pressed & GUARD_BIT) changeAction(fighter, twinHere(fighter, CANCEL, TO_AIR))
  }

  const onGround = (action: number): ActionCallbacks => BALL.onGround(action + TO_AIR)
  const { inAir, firing } = BALL
  const gathering: ActionCallbacks = { animation: animateLoop, interrupt: interruptLoop }
  const full: ActionCallbacks = { animation: (fighter) => goRound(fighter, LOOP_FRAMES), interrupt: interruptLoop }
  const fallOn: Callback = (fighter) => enterFall(fighter)

  return {
    specials: { SpecialN: enterStart, SpecialAirN: enterStart },
    articles: [BALL.kind],
    actions: named(values, {
      SpecialNStart: { animation: animateStart, ...onGround(START) },
      SpecialNLoop: { ...gathering, ...onGround(LOOP) },
      SpecialNLoopFull: { ...full, ...onGround(FULL_LOOP) },
      SpecialNCancel: { animation: afterScript(enterWait), ...onGround(CANCEL) },
      SpecialNEnd: { animation: firing(enterWait), ...onGround(END) },
      SpecialAirNStart: { animation: animateStart, ...inAir(START) },
      SpecialAirNLoop: { ...gathering, ...inAir(LOOP) },
      SpecialAirNLoopFull: { ...full, ...inAir(FULL_LOOP) },
      SpecialAirNCancel: { animation: afterScript(fallOn), ...inAir(CANCEL) },
      SpecialAirNEnd: { animation: firing(fallOn), ...inAir(END) },
    }),
  }
}
