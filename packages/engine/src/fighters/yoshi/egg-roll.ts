/**
 * The Egg Roll: a hop in the egg, one bounce, then it rolls ahead until B or its time ends it. A stick held back turns it
 * round on the floor, walls throw it back, and landings bounce. It hits harder at higher speed. Source: doldecomp/melee
 * (ftYs_SpecialS); figures from the sources of a public randomizer, the hit from FightCore. Estimated: the stick that
 * turns it, the speed at which a turn stops at edges, and how a slope's speed is lost.
 */
import type { ActionCallbacks, Callback } from '../../actions/action.ts'
import { changeAction, leaveGround, stepAnimation, swapAction, touchGround } from '../../actions/change.ts'
import { landsOn, staysOnFloor, staysWithinFloor, touchesWall } from '../../collision/fighter-body.ts'
import { ECB_LOCK_FRAMES } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { fallUpTo } from '../../movement/air.ts'
import { setMotion, slow } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, spinWide, thenFallSpecial, thenWait } from '../special.ts'

const REST = 356
const ROLL = 357
const TURN = 358
const END = 359
const START = 360
const HOP = 361
const AIR_ROLL = 362
const AIR_END = 363

/** Its length in frames, the least length before B ends it, and the cost of a hit. */
const MOST_FRAMES = 360
const LEAST_FRAMES = 50
const HIT_COST = 40
const HOP_SPEED = f(2.1)
const GRAVITY = f(0.13)
const TERMINAL_VELOCITY = f(3)
/** Speed of its first landing, and its factor after a flick of the stick fewer than `FLICK_FRAMES` ago. */
const FIRST_SPEED = f(2)
const FLICKED = f(1.2)
const FLICK_FRAMES = 5
/** On the floor: toward this speed by as much a frame, and back to it by the other. */
const ACCELERATION = f(0.1)
const SLOWING = f(0.1)
const TOP_SPEED = f(3)
/** How much more a slope speeds it up than slows it. */
const DOWNHILL = 5
/** The stick that turns it. A turn changes the speed by this share of the first, and ends at that share of it. */
const TURN_STICK = f(0.25)
const TURN_SHARE = f(-0.05)
const TURN_END = f(0.7)
/** A turn slower than this stops at the edge. */
const EDGE_SPEED = 1
/** In the air: speed by the stick, and its limit. */
const AIR_ACCELERATION = f(0.2)
const AIR_TOP_SPEED = f(1.6)
/** The speed that a hit leaves at least of what it takes from the roll's speed at the next landing. */
const HIT_LOSS = { most: 2, least: { ground: TOP_SPEED, air: f(1.25) } } as const
/** Share of the fall with which it bounces, the least rise that does, and the stick's speed from there. */
const BOUNCE = { share: f(0.4), least: f(0.8), stick: f(1.3) } as const
/** After a wall: shares of the speed at its end, and then away from the wall and up. */
const WALL = { share: f(-0.5), rise: f(1.7) } as const
const END_SHARE = { x: f(0.4), y: f(0.8) } as const
const LEAST_SPEED = f(0.01)
/** Damage of its middle: this many per unit of speed above another speed. */
const DAMAGE = 3
const DAMAGE_FROM = f(1.5)
const LANDING_LAG = 30
/** Script frame whose hitboxes the roll keeps. */
const HIT_FRAME = 1

const EggRoll = privates({
  framesLeft: 'int',
  /** The roll on the floor has moved once, and may turn. */
  mayTurn: 'flag',
  /** Speed with which it goes on after a landing. */
  speed: 'float',
  /** The speed before a turn, its change on each frame, and where the turn leads. */
  turnedAt: 'float',
  change: 'float',
  newFacing: 'float',
})

/** The speed of a hop, on a frame whose gravity it balances. */
function hop(fighter: Fighter): void {
  fighter.selfVy = f(HOP_SPEED + GRAVITY)
}

function enter(fighter: Fighter): void {
  fighter.facing = fighter.stickX > 0 ? 1 : -1
  if (!fighter.isAirborne) leaveGround(fighter, ECB_LOCK_FRAMES)
  changeAction(fighter, START)
  stepAnimation(fighter)
  const own = EggRoll.of(fighter)
  own.framesLeft = MOST_FRAMES
  own.speed = 0
  fighter.lastTiltXTimer = 0
  fighter.selfVx = 0
  hop(fighter)
}

function leap(fighter: Fighter): void {
  changeAction(fighter, HOP, 0, 0)
  EggRoll.of(fighter).mayTurn = false
}

const leapFromFloor = afterScript((fighter) => {
  leaveGround(fighter, ECB_LOCK_FRAMES)
  leap(fighter)
  fighter.selfVx = 0
  hop(fighter)
})

function isFlicked(fighter: Fighter): boolean {
  const flicks = fighter.lastTiltXTimer < FLICK_FRAMES
  fighter.lastTiltXTimer = 0
  return flicks
}

function end(fighter: Fighter, animationFrame = 0): void {
  changeAction(fighter, fighter.isAirborne ? AIR_END : END, animationFrame)
  if (fighter.isAirborne) {
    fighter.selfVx = f(fighter.selfVx * END_SHARE.x)
    fighter.selfVy = f(fighter.selfVy * END_SHARE.y)
  } else {
    fighter.groundVelocity = f(fighter.groundVelocity * END_SHARE.x)
    fighter.selfVy = 0
  }
}

function passFrame(fighter: Fighter): void {
  if (--EggRoll.of(fighter).framesLeft <= 0) end(fighter)
}

function animateRoll(fighter: Fighter): void {
  const { isAirborne, selfVx, groundVelocity } = fighter
  const speed = Math.abs(isAirborne ? selfVx : groundVelocity)
  fighter.hitboxDamage = Math.floor(f(DAMAGE * f(DAMAGE_FROM + speed)))
  passFrame(fighter)
}

function tryEnd(fighter: Fighter): void {
  if (EggRoll.of(fighter).framesLeft < MOST_FRAMES - LEAST_FRAMES && fighter.pressed & BUTTON.B) end(fighter)
}

function steerRoll(fighter: Fighter): void {
  const own = EggRoll.of(fighter)
  const { stickX, facing, groundVelocity, animationFrame } = fighter
  if (own.mayTurn && stickX * facing < -TURN_STICK) {
    changeAction(fighter, TURN, animationFrame, 0)
    own.newFacing = -facing
    own.turnedAt = groundVelocity
    own.change = f(TURN_SHARE * groundVelocity)
  }
  tryEnd(fighter)
}

/** Downhill it rolls faster and brakes less, uphill the other way round. */
function rollOn(fighter: Fighter): void {
  const { match, floorLine, groundVelocity } = fighter
  const { normalX, normalY } = match.terrain
  const nx = normalX[floorLine]!
  const slope = f(1 - normalY[floorLine]!)
  const isDownhill = groundVelocity > 0 ? nx > 0 : nx < 0
  const share = isDownhill ? f(f(slope * DOWNHILL) + 1) : f(1 - slope)
  const brake = isDownhill ? f(1 - slope) : f(1 + slope)
  const target = f(TOP_SPEED * share)
  const speed = Math.abs(groundVelocity)
  const next =
    speed >= target
      ? Math.max(target, f(speed - f(SLOWING * brake)))
      : Math.min(target, f(speed + f(ACCELERATION * share)))
  fighter.groundVelocity = groundVelocity < 0 ? -next : next
  EggRoll.of(fighter).speed = next
  setMotion(fighter)
}

function turnOn(fighter: Fighter): void {
  const own = EggRoll.of(fighter)
  fighter.groundVelocity = f(fighter.groundVelocity + own.change)
  setMotion(fighter)
  const back = own.turnedAt > 0 ? -fighter.groundVelocity : fighter.groundVelocity
  if (back <= 0 || back <= f(TURN_END * Math.abs(own.turnedAt))) return
  changeAction(fighter, ROLL, HIT_FRAME, 0)
  fighter.facing = own.newFacing
}

function drift(fighter: Fighter): void {
  const vx = f(fighter.selfVx + f(fighter.stickX * AIR_ACCELERATION))
  fighter.selfVx = Math.max(-AIR_TOP_SPEED, Math.min(AIR_TOP_SPEED, vx))
  fall(fighter)
}

function fall(fighter: Fighter): void {
  fallUpTo(fighter, GRAVITY, TERMINAL_VELOCITY)
}

/** Whether a wall on this side threw it back. */
function meetsWall(fighter: Fighter, side: number): boolean {
  if (!touchesWall(side)) return false
  if (!fighter.isAirborne) leaveGround(fighter, ECB_LOCK_FRAMES)
  end(fighter)
  fighter.selfVx = f(fighter.selfVx * WALL.share)
  fighter.selfVy = WALL.rise
  return true
}

function rollOff(fighter: Fighter): void {
  leaveGround(fighter, ECB_LOCK_FRAMES)
  swapAction(fighter, AIR_ROLL)
}

function collideInRoll(fighter: Fighter): void {
  const stays = staysOnFloor(fighter)
  EggRoll.of(fighter).mayTurn = true
  if (!meetsWall(fighter, fighter.facing) && !stays) rollOff(fighter)
}

function collideInTurn(fighter: Fighter): void {
  const isSlow = Math.abs(fighter.groundVelocity) <= EDGE_SPEED
  const stays = isSlow ? staysWithinFloor(fighter) : staysOnFloor(fighter)
  if (meetsWall(fighter, fighter.selfVx > 0 ? 1 : -1) || stays) return
  leaveGround(fighter, ECB_LOCK_FRAMES)
  changeAction(fighter, AIR_ROLL, HIT_FRAME, 0)
  const own = EggRoll.of(fighter)
  fighter.facing = own.newFacing
  own.speed = Math.abs(fighter.selfVx)
}

/** Whether it bounces off the floor; else it rolls on. */
function bounces(fighter: Fighter): boolean {
  fighter.selfVy = Math.abs(f(fighter.selfVy * BOUNCE.share))
  return fighter.selfVy >= BOUNCE.least
}

/** The stick decides where a landing leads. */
function turnByStick(fighter: Fighter): void {
  const { stickX } = fighter
  if (Math.abs(stickX) <= TURN_STICK) return
  fighter.facing = stickX > 0 ? 1 : -1
  goOnAt(fighter, f(BOUNCE.stick * Math.abs(stickX)))
}

function goOnAt(fighter: Fighter, speed: number): void {
  EggRoll.of(fighter).speed = speed
  fighter.selfVx = f(speed * fighter.facing)
  if (!fighter.isAirborne) fighter.groundVelocity = fighter.selfVx
}

function collideInHop(fighter: Fighter): void {
  const lands = landsOn(fighter, false)
  if (meetsWall(fighter, fighter.facing) || !lands) return
  const own = EggRoll.of(fighter)
  if (bounces(fighter)) changeAction(fighter, AIR_ROLL, HIT_FRAME, 0)
  else {
    if (Math.abs(fighter.selfVx) < LEAST_SPEED) fighter.selfVx = f(LEAST_SPEED * fighter.facing)
    touchGround(fighter)
    changeAction(fighter, ROLL, HIT_FRAME, 0)
    turnByStick(fighter)
  }
  own.speed = isFlicked(fighter) ? f(FIRST_SPEED * FLICKED) : FIRST_SPEED
  fighter.selfVx = f(own.speed * fighter.facing)
}

function collideInAir(fighter: Fighter): void {
  const lands = landsOn(fighter, false)
  if (meetsWall(fighter, fighter.facing) || !lands) return
  if (bounces(fighter)) {
    turnByStick(fighter)
    return
  }
  touchGround(fighter)
  swapAction(fighter, ROLL)
  const own = EggRoll.of(fighter)
  own.mayTurn = false
  goOnAt(fighter, Math.abs(own.speed) < LEAST_SPEED ? LEAST_SPEED : own.speed)
}

/** Hits slow nothing at once: they take time, and speed from the next landing. */
function loseByHit(fighter: Fighter): void {
  const own = EggRoll.of(fighter)
  own.framesLeft -= HIT_COST
  const least = fighter.isAirborne ? HIT_LOSS.least.air : HIT_LOSS.least.ground
  if (Math.abs(own.speed) > least) {
    own.speed = own.speed > 0 ? Math.max(least, own.speed - HIT_LOSS.most) : Math.min(-least, own.speed + HIT_LOSS.most)
  } else if (own.speed === 0) own.speed = f(fighter.facing * least)
}

/** A landing in the start waits on the floor until the start is over. */
function collideInStart(fighter: Fighter): void {
  if (!landsOn(fighter, false)) return
  touchGround(fighter)
  swapAction(fighter, REST)
}

function collideAtRest(fighter: Fighter): void {
  if (staysOnFloor(fighter)) return
  leaveGround(fighter, ECB_LOCK_FRAMES)
  swapAction(fighter, START)
}

function rest(fighter: Fighter): void {
  fighter.groundVelocity = 0
  setMotion(fighter)
}

/** A cape turns the motion round with the egg. */
function turnBack(fighter: Fighter): void {
  const own = EggRoll.of(fighter)
  fighter.selfVx = -fighter.selfVx
  fighter.groundVelocity = -fighter.groundVelocity
  own.turnedAt = -own.turnedAt
  own.speed = -own.speed
  own.change = -own.change
  own.newFacing = -own.newFacing
}

/** Each change of floor and air loses speed again. */
const collideInEnd: Callback = (fighter) => {
  if (fighter.isAirborne) {
    if (!landsOn(fighter, false)) return
    touchGround(fighter)
  } else if (staysOnFloor(fighter)) return
  else leaveGround(fighter, ECB_LOCK_FRAMES)
  end(fighter, fighter.animationFrame)
}

const egg: ActionCallbacks = { turned: turnBack, shapeEcb: spinWide }
const roll: ActionCallbacks = { ...egg, animation: animateRoll, dealtDamage: loseByHit, raisesFirst: true }

export const EGG_ROLL: FighterOverrides = {
  specials: { SpecialS: enter, SpecialAirS: enter },
  actions: {
    SpecialAirSStart_0: { animation: leapFromFloor, physics: rest, collision: collideAtRest, turned: turnBack },
    SpecialAirSLoop_0: { ...roll, interrupt: steerRoll, physics: rollOn, collision: collideInRoll },
    SpecialAirSLoop_1: { ...egg, animation: passFrame, interrupt: tryEnd, physics: turnOn, collision: collideInTurn },
    SpecialAirSEnd: {
      animation: thenWait,
      physics: (fighter) => slow(fighter, fighter.kind.attributes.groundFriction),
      collision: collideInEnd,
      turned: turnBack,
    },
    SpecialAirSStart_1: {
      animation: afterScript(leap),
      physics: fall,
      collision: collideInStart,
      turned: turnBack,
    },
    SpecialAirSLoop_2: { ...egg, animation: passFrame, interrupt: tryEnd, physics: drift, collision: collideInHop },
    SpecialAirSLoop_3: { ...roll, interrupt: tryEnd, physics: drift, collision: collideInAir },
    SpecialAirSLanding: {
      animation: thenFallSpecial(LANDING_LAG),
      physics: fall,
      collision: collideInEnd,
      turned: turnBack,
    },
  },
}
