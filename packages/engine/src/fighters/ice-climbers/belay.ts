/**
 * Belay of Popo alone: a weak hop in the air, none on the ground, that ends helpless. What he and Nana do together is not
 * played. Source: doldecomp/melee (ftPp_SpecialHi); figures from public lists of special attributes, the frames of its
 * steps and the hop measured in the game. Estimates: when the stick turns him, and how much of his fall the start keeps.
 */
import type { Callback } from '../../actions/action.ts'
import { changeAction } from '../../actions/change.ts'
import { enterFallSpecial } from '../../actions/fall.ts'
import { landWithLag } from '../../actions/landing.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { fallAt, slowInAir } from '../../movement/air.ts'
import { landsOn, staysOnFloor, tryLedge } from '../../movement/collide.ts'
import { stopOnGround } from '../../movement/ground.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, enterSpecial, swapInAirSpent, swapOnGround, thenWait } from '../special.ts'

const START = 347
const ALONE = 350
const END = 351
const AIR_START = 352
const AIR_ALONE = 355
const AIR_END = 356

/** Script frames: the stick turns him, nobody is there to throw, the hop. */
const TURN_FRAME = 3
const ALONE_FRAME = 5
const HOP_FRAME = 6
const TURN_STICK = f(0.25)
const SPEED_DIVISOR = 2
const START_GRAVITY = f(0.03)
const HOP = f(1.8)
const GRAVITY = f(0.1)
const TERMINAL_VELOCITY = f(1.5)
const HELPLESS = { landingLag: 25, driftShare: f(1.3) } as const

function enterOnGround(fighter: Fighter): void {
  fighter.groundVelocity = f(fighter.groundVelocity / SPEED_DIVISOR)
  enterSpecial(fighter, START)
}

function enterInAir(fighter: Fighter): void {
  fighter.selfVx = f(fighter.selfVx / SPEED_DIVISOR)
  fighter.selfVy = f(fighter.selfVy / SPEED_DIVISOR)
  fighter.jumpsUsed = fighter.kind.attributes.maxJumps
  enterSpecial(fighter, AIR_START)
}

function thenAlone(action: number): Callback {
  return (fighter) => {
    if (fighter.animationFrame >= ALONE_FRAME) changeAction(fighter, action, fighter.animationFrame)
  }
}

function turn(fighter: Fighter): void {
  const { stickX, animationFrame } = fighter
  if (animationFrame === TURN_FRAME && Math.abs(stickX) > TURN_STICK) fighter.facing = stickX > 0 ? 1 : -1
}

const endInAir = afterScript((fighter) => changeAction(fighter, AIR_END))

function hop(fighter: Fighter): void {
  if (fighter.animationFrame === HOP_FRAME) fighter.selfVy = HOP
  endInAir(fighter)
}

function sink(fighter: Fighter): void {
  fallAt(fighter, START_GRAVITY, TERMINAL_VELOCITY)
  slowInAir(fighter, fighter.kind.attributes.aerialFriction)
}

/** Only on the way down the air slows it. */
function fly(fighter: Fighter): void {
  fallAt(fighter, GRAVITY, TERMINAL_VELOCITY)
  if (fighter.selfVy < 0) slowInAir(fighter, fighter.kind.attributes.aerialFriction)
}

function stayOr(air: number): Callback {
  return (fighter) => {
    if (!staysOnFloor(fighter)) swapInAirSpent(fighter, air)
  }
}

function landOr(ground: number): Callback {
  return (fighter) => {
    if (landsOn(fighter, false)) swapOnGround(fighter, ground)
    else tryLedge(fighter)
  }
}

export const BELAY: FighterOverrides = {
  specials: { SpecialHi: enterOnGround, SpecialAirHi: enterInAir },
  actions: {
    SpecialHiStart_0: {
      animation: thenAlone(ALONE),
      interrupt: turn,
      physics: stopOnGround,
      collision: stayOr(AIR_START),
    },
    SpecialHiStart_1: {
      animation: afterScript((fighter) => changeAction(fighter, END)),
      physics: stopOnGround,
      collision: stayOr(AIR_ALONE),
    },
    SpecialHiThrow_1: { animation: thenWait, physics: stopOnGround, collision: stayOr(AIR_END) },
    SpecialAirHiStart_0: {
      animation: thenAlone(AIR_ALONE),
      interrupt: turn,
      physics: sink,
      collision: landOr(START),
    },
    SpecialAirHiStart_1: { animation: hop, physics: fly, collision: landOr(ALONE) },
    SpecialAirHiThrow_1: {
      animation: afterScript((fighter) => enterFallSpecial(fighter, HELPLESS)),
      physics: fly,
      collision: (fighter) => {
        if (landsOn(fighter, false)) landWithLag(fighter, HELPLESS.landingLag)
        else tryLedge(fighter)
      },
    },
  },
}
