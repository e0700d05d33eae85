/**
 * Luigi's Green Missile: one in eight misfires and flies hard. Source: doldecomp/melee (ftLg_SpecialS); figures from
 * public lists of special attributes, the flight measured in the game, the slowing of the start in the air from a
 * recording.
 */
import { swapAction } from '../../actions/change.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { randomInteger } from '../../random.ts'
import { privates } from '../../state/privates.ts'
import { chargedDash } from '../charged-dash.ts'
import type { FighterOverrides } from '../kind.ts'
import { airTwinOf, enterSpecial, falling, standing, swapInAir, twinHere } from '../special.ts'

const START = 343
const HOLD = 344
const END = 346
const LAUNCH = 347
const MISFIRE = 348
const AIR_START = 349
const AIR_HOLD = 350
const FLIGHT = 351
const AIR_END = 352
const AIR_LAUNCH = 353
const AIR_MISFIRE = 354
/** Offset from the states before the flight to their twins in the air. */
const TO_AIR = 6

const GreenMissile = privates({
  charge: 'int',
  isMisfire: 'flag',
})

/** A stick tilted at most this many frames ago counts as a flick: the special begins with this charge. */
const SMASH_FRAMES = 4
const SMASH_CHARGE = 20
const FULL_CHARGE = 90
const MISFIRE_ODDS = 8
const DAMAGE = { least: 5, perFrame: f(0.2333), misfire: 25 } as const
/** Script frame on which the launch takes off. */
const TAKE_OFF_FRAME = 4
const SPEED = { x: f(1.4), perFrame: f(0.0167), y: f(0.8) } as const
const MISFIRE_SPEED = { x: f(4), y: f(1.2) } as const

function begin(fighter: Fighter): void {
  const { lastTiltXTimer, match } = fighter
  const own = GreenMissile.of(fighter)
  own.charge = lastTiltXTimer < SMASH_FRAMES ? SMASH_CHARGE : 0
  own.isMisfire = randomInteger(match.record, MISFIRE_ODDS) === 0
}

function launch(fighter: Fighter): void {
  enterSpecial(fighter, twinHere(fighter, !GreenMissile.of(fighter).isMisfire ? LAUNCH : MISFIRE, TO_AIR))
}

function charge(fighter: Fighter): void {
  if (++GreenMissile.of(fighter).charge > FULL_CHARGE) launch(fighter)
}

function letGo(fighter: Fighter): void {
  if ((fighter.held & BUTTON.B) === 0) launch(fighter)
}

function takeOff(fighter: Fighter): void {
  if (fighter.animationFrame < TAKE_OFF_FRAME) return
  const frames = GreenMissile.of(fighter).charge
  const isMisfire = GreenMissile.of(fighter).isMisfire
  if (fighter.isAirborne) swapAction(fighter, FLIGHT)
  else swapInAir(fighter, FLIGHT)
  const vx = isMisfire ? MISFIRE_SPEED.x : f(SPEED.x + f(SPEED.perFrame * frames))
  fighter.selfVx = f(vx * fighter.facing)
  fighter.selfVy = isMisfire ? MISFIRE_SPEED.y : f(f(0.5 * SPEED.y) + f(SPEED.y * f(f(0.5 * frames) / FULL_CHARGE)))
  fighter.hitboxDamage = isMisfire ? DAMAGE.misfire : Math.floor(f(DAMAGE.least + f(DAMAGE.perFrame * frames)))
}

function hang(fighter: Fighter): void {
  fighter.selfVx = 0
  fighter.selfVy = 0
}

const DASH = chargedDash({
  start: START,
  end: END,
  airStart: AIR_START,
  airEnd: AIR_END,
  startFriction: f(0.02),
  startGravity: 0,
  gravity: f(0.01),
  fallFrame: 24,
  terminalVelocity: f(1.2),
  begin,
  hold: (fighter) => enterSpecial(fighter, twinHere(fighter, HOLD, TO_AIR)),
})

const holding = { animation: charge, interrupt: letGo }

export const GREEN_MISSILE: FighterOverrides = {
  specials: DASH.specials,
  actions: {
    SpecialSStart: DASH.starts,
    SpecialSHold: { ...holding, ...standing(AIR_HOLD) },
    SpecialS: { animation: takeOff, ...standing(AIR_LAUNCH) },
    SpecialSMisfire: { animation: takeOff, ...standing(AIR_MISFIRE) },
    SpecialSEnd: DASH.ends,
    SpecialAirSStart: DASH.airStarts,
    SpecialAirSHold: { ...holding, ...falling(HOLD) },
    SpecialAirS: { animation: takeOff, ...falling(LAUNCH) },
    // It has the physics of the ground in the air as well, which stop it there.
    SpecialAirSMisfire: { animation: takeOff, physics: hang, collision: airTwinOf(MISFIRE) },
    SpecialAirS2: DASH.flight,
    SpecialAirSEnd: DASH.airEnds,
  },
}
