/**
 * Egg Lay: the tongue catches, draws its victim in and lays it as an egg. Source: doldecomp/melee (ftYs_SpecialN,
 * ftCo_CaptureYoshi); the victim's way measured in two recordings of Donkey Kong, others' by their build.
 */
import type { ActionCallbacks, Callback } from '../../actions/action.ts'
import { enterCaptureYoshi } from '../../actions/capture.ts'
import { heldOf } from '../../actions/catch.ts'
import { changeAction } from '../../actions/change.ts'
import { enterYoshiEgg } from '../../actions/yoshi-egg.ts'
import { takeNote } from '../../combat/apply.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import type { FighterOverrides } from '../kind.ts'
import { enterSpecial, falling, standing, thenFall, thenWait } from '../special.ts'

const TONGUE = 346
const DRAW_IN = 347
const SWALLOW = 349
const AIR_TONGUE = 351
const AIR_DRAW_IN = 352
const AIR_SWALLOW = 354

/** Script frame of the catch's end, and of swallowing on which the egg is laid. */
const DRAWN_FRAME = 19
const LAY_FRAME = 25
const DAMAGE = 7
/** Where the egg comes out, ahead of him and above. */
const EGG = { x: f(-7.29), y: f(6.7) } as const

/** The victim's place from its second frame on, ahead of him and above, for a Fox. */
const AHEAD = [
  21.65, 26.04, 27.83, 23.66, 18.86, 14.72, 12.66, 10.96, 7.36, 4.04, 2.32, 1.19, 0.49, 0.44, 0.83, 0.81, 0.29, -0.29,
  -0.91, -1.56, -2.24, -2.93, -3.65, -4.37, -5.09, -5.8, -6.49,
]
const ABOVE = [
  -3.85, -3.81, -3.78, -4.53, -5.19, -5.52, -5.43, -4.25, -0.58, 2.9, 4.16, 4.58, 4.09, 1.95, -0.55, -2.34, -2.81,
  -3.15, -3.39, -3.54, -3.6, -3.6, -3.53, -3.42, -3.28, -3.11, -2.92,
]

function catches(draw: number): (fighter: Fighter, victim: Fighter) => void {
  return (fighter, victim) => {
    const { animationFrame } = fighter
    changeAction(fighter, draw, animationFrame)
    fighter.selfVx = 0
    fighter.selfVy = 0
    fighter.groundVelocity = 0
    fighter.holds = victim.index
    enterCaptureYoshi(victim, fighter)
  }
}

function carry(fighter: Fighter): void {
  const victim = heldOf(fighter)
  if (!victim || victim.actionFrame < 2) return
  const at = Math.min(victim.actionFrame - 2, AHEAD.length - 1)
  const { thrownAhead, thrownAbove } = victim.kind.heldBody
  victim.x = f(fighter.x + fighter.facing * f(AHEAD[at]! + thrownAhead))
  victim.y = f(fighter.y + f(ABOVE[at]! + thrownAbove))
}

function drawIn(swallow: number, next: Callback): Callback {
  return (fighter) => {
    if (!heldOf(fighter)) next(fighter)
    else if (fighter.animationFrame > DRAWN_FRAME) changeAction(fighter, swallow)
  }
}

function layAndThen(next: Callback): Callback {
  return (fighter) => {
    const victim = heldOf(fighter)
    if (victim && fighter.animationFrame >= LAY_FRAME) lay(fighter, victim)
    next(fighter)
  }
}

function lay(fighter: Fighter, victim: Fighter): void {
  victim.x = f(fighter.x + fighter.facing * EGG.x)
  victim.y = f(fighter.y + EGG.y)
  victim.percent = f(victim.percent + DAMAGE)
  takeNote(victim, fighter)
  fighter.holds = -1
  enterYoshiEgg(victim, fighter)
}

/** On the ground and in the air alike, one goes on as the other. */
function pair(ground: number, air: number, callbacks: ActionCallbacks, airAnimation?: Callback): ActionCallbacks[] {
  return [
    { ...callbacks, ...standing(air) },
    {
      ...callbacks,
      animation: airAnimation ?? callbacks.animation!,
      ...falling(ground),
    },
  ]
}

const [tongue, airTongue] = pair(TONGUE, AIR_TONGUE, { animation: thenWait, catches: catches(DRAW_IN) }, thenFall)
const [draws, airDraws] = pair(
  DRAW_IN,
  AIR_DRAW_IN,
  { animation: drawIn(SWALLOW, thenWait), accessory: carry },
  drawIn(AIR_SWALLOW, thenFall),
)
const [swallows, airSwallows] = pair(
  SWALLOW,
  AIR_SWALLOW,
  { animation: layAndThen(thenWait), accessory: carry },
  layAndThen(thenFall),
)

export const EGG_LAY: FighterOverrides = {
  specials: {
    SpecialN: (fighter) => enterSpecial(fighter, TONGUE),
    SpecialAirN: (fighter) => enterSpecial(fighter, AIR_TONGUE),
  },
  actions: {
    SpecialN1: tongue!,
    SpecialN1_0: draws!,
    SpecialN2_0: swallows!,
    SpecialAirN1_0: { ...airTongue!, catches: catches(AIR_DRAW_IN) },
    SpecialAirN1_1: airDraws!,
    SpecialAirN2_0: airSwallows!,
  },
  holding: ['SpecialN1_0', 'SpecialN2_0', 'SpecialAirN1_1', 'SpecialAirN2_0'],
}
