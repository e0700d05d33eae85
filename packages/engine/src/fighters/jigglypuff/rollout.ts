/**
 * Rollout: charged while B is held, then a roll at the speed of the charge, for some time and until the roll is upright
 * again. The stick turns it round on the ground, walls throw it back. After a hit it bounces off, helpless until it
 * lands. Source: doldecomp/melee (ftPr_SpecialN); figures from a public list of special attributes, and, where that has
 * none, schmooblidon/meleelight (MIT). No recording shows it.
 */
import { tableOf, type ActionCallbacks, type AnyActionName } from '../../actions/action.ts'
import { changeAction, leaveGround, touchGround } from '../../actions/change.ts'
import { tryLedge } from '../../actions/collide.ts'
import { enterFallSpecial } from '../../actions/fall.ts'
import { landWithLag } from '../../actions/landing.ts'
import { enterWait } from '../../actions/wait.ts'
import { landsOn, staysOnFloor } from '../../collision/fighter-body.ts'
import { ECB_LOCK_FRAMES } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { f, RADIANS_PER_DEGREE } from '../../math.ts'
import { drift, fallUpTo } from '../../movement/air.ts'
import { setMotion, slow } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, enterSpecial, heldGroundTwinOf, swapInAir, swapOnGround } from '../special.ts'

/** Its states in order, and the offset from one on the ground to the same in the air. */
const STATE = { start: 0, loop: 2, full: 3, roll: 4, turn: 5, end: 6, hit: 16 } as const
const TO_AIR = 8
/** Starts and ends have one state for each side. */
const TO_LEFT = 1

const Rollout = privates({
  /** Frames left to roll; the direction of the roll, and the direction after a turn. */
  left: 'int',
  way: 'int',
  turnsTo: 'int',
  power: 'float',
  angle: 'float',
  /** The speed of the roll, its speed at the start of a turn, and the change per frame of a turn. */
  speed: 'float',
  turnedFrom: 'float',
  turnPull: 'float',
})

const FRAMES = 90
const GRAVITY = f(0.07)
const TERMINAL_VELOCITY = f(1.3)
const LEAST_POWER = 50
const MOST_POWER = 180
const POWER_PER_FRAME = 3
/** Speed grows with the power above the first value; a roll with less power ends. */
const POWER_FLOOR = 40
const SPEED_PER_POWER = f(0.03)
const AIR_LOSS = f(0.1)
const LEAST_AIR_SPEED = f(0.5)
/** Motion of a charge without the stick. */
const CREEP = f(0.0001)
/** Share of the power by which a roll turns, in degrees. */
const SPIN = f(0.2)
const AIR_SPIN = f(1.3)
/** A slower roll does not hit. */
const HITTING_SPEED = 2
const DAMAGE_PER_SPEED = 3
const TURN_STICK = f(0.5)
const TURN_SHARE = f(-0.05)
const TURN_FACTOR = f(0.9)
/** A turn is over at this share of its first speed, in the other direction. */
const TURNED = f(0.25)
const WALL_SHARE = f(0.75)
const BOUNCE_SHARE = f(0.4)
const LEAST_BOUNCE = f(0.8)
const END_SHARE = f(0.6)
const HIT_SHARE = f(-0.13)
const HIT_RISE = f(1.6)
const LANDING_LAG = 30

const HALF_TURN = f(Math.PI)
const WHOLE_TURN = f(Math.PI * 2)

function speedOf(fighter: Fighter): number {
  return f(SPEED_PER_POWER * f(Rollout.of(fighter).power - POWER_FLOOR))
}

function fallHeavily(fighter: Fighter): void {
  fallUpTo(fighter, GRAVITY, TERMINAL_VELOCITY)
}

function standStill(fighter: Fighter): void {
  fighter.groundVelocity = 0
  fighter.selfVx = f(fighter.facing * CREEP)
  fighter.selfVy = 0
}

function spin(fighter: Fighter): boolean {
  const { isAirborne } = fighter
  const own = Rollout.of(fighter)
  const degrees = f(f(SPIN * own.power) * (isAirborne ? AIR_SPIN : 1))
  const before = own.angle
  const turned = f(before + f(degrees * RADIANS_PER_DEGREE) * own.way)
  const angle = turned < 0 ? f(turned + WHOLE_TURN) : turned > WHOLE_TURN ? f(turned - WHOLE_TURN) : turned
  own.angle = angle
  return own.way > 0 ? before < HALF_TURN && angle > HALF_TURN : before > HALF_TURN && angle < HALF_TURN
}

/** Only a fast enough roll hits, harder at higher speed. */
function setHitbox(fighter: Fighter): void {
  const speed = Math.abs(fighter.isAirborne ? fighter.selfVx : fighter.groundVelocity)
  fighter.animationFrame = speed < HITTING_SPEED ? 0 : 1
  fighter.hitboxDamage = Math.floor(f(DAMAGE_PER_SPEED * f(HITTING_SPEED + speed)))
}

/** `first` is the id of the first of its states, `names` all of them in order. */
export function rollout(first: number, names: readonly AnyActionName[]): FighterOverrides {
  function change(fighter: Fighter, state: number, frame = 0): void {
    changeAction(fighter, first + state + (fighter.isAirborne ? TO_AIR : 0), frame, 0)
  }

  function sided(fighter: Fighter, state: number): number {
    return first + state + (fighter.isAirborne ? TO_AIR : 0) + (fighter.facing > 0 ? 0 : TO_LEFT)
  }

  function enter(fighter: Fighter): void {
    const { facing } = fighter
    const own = Rollout.of(fighter)
    enterSpecial(fighter, sided(fighter, STATE.start))
    own.left = FRAMES
    own.way = facing
    own.turnsTo = 0
    own.power = LEAST_POWER
    own.angle = 0
    own.speed = 0
    fighter.groundVelocity = 0
    // The first frame in the air does not fall any faster.
    fighter.selfVy = fighter.isAirborne ? f(fighter.selfVy + GRAVITY) : 0
  }

  function animateStart(fighter: Fighter): void {
    change(fighter, STATE.loop)
    fighter.selfVx = f(fighter.facing * CREEP)
    fighter.groundVelocity = 0
  }

  function charge(fighter: Fighter): void {
    const own = Rollout.of(fighter)
    own.power = Math.min(MOST_POWER, own.power + POWER_PER_FRAME)
    if (own.power === MOST_POWER) fighter.action = first + STATE.full + (fighter.isAirborne ? TO_AIR : 0)
    spin(fighter)
  }

  function release(fighter: Fighter): void {
    if (fighter.held & BUTTON.B) return
    change(fighter, STATE.roll)
  }

  function animateRoll(fighter: Fighter): void {
    setHitbox(fighter)
    const isUpright = spin(fighter)
    if (--Rollout.of(fighter).left <= 0 && isUpright) end(fighter)
  }

  function end(fighter: Fighter): void {
    fighter.facing = Rollout.of(fighter).way
    changeAction(fighter, sided(fighter, STATE.end))
    fighter.groundVelocity = f(fighter.groundVelocity * END_SHARE)
    if (fighter.isAirborne) fighter.selfVx = f(fighter.selfVx * END_SHARE)
  }

  function interruptRoll(fighter: Fighter): void {
    const { stickX } = fighter
    const own = Rollout.of(fighter)
    const side = stickX > 0 ? 1 : -1
    if (Math.abs(stickX) <= TURN_STICK || side === own.way) return
    change(fighter, STATE.turn)
    own.turnsTo = side
    own.turnedFrom = fighter.groundVelocity
    own.turnPull = f(TURN_SHARE * fighter.groundVelocity)
  }

  function moveRoll(fighter: Fighter): void {
    const own = Rollout.of(fighter)
    fighter.groundVelocity = f(own.way * speedOf(fighter))
    own.speed = Math.abs(fighter.groundVelocity)
    setMotion(fighter)
    if (own.power < POWER_FLOOR) end(fighter)
  }

  function moveAirRoll(fighter: Fighter): void {
    const own = Rollout.of(fighter)
    const speed = Math.max(LEAST_AIR_SPEED, f(speedOf(fighter) - AIR_LOSS))
    fighter.selfVx = f(own.way * speed)
    own.speed = speed
    fallHeavily(fighter)
    if (own.power < POWER_FLOOR) end(fighter)
  }

  function collideRoll(fighter: Fighter): void {
    if (staysOnFloor(fighter)) return
    leaveGround(fighter, ECB_LOCK_FRAMES)
    change(fighter, STATE.roll)
  }

  function collideAirRoll(fighter: Fighter): void {
    const own = Rollout.of(fighter)
    const lands = landsOn(fighter, false)
    if (fighter.wallTimer === 0 && fighter.wallSide === own.way) bounceOffWall(fighter)
    if (!lands) {
      tryLedge(fighter, own.way)
      return
    }
    fighter.selfVy = f(Math.abs(fighter.selfVy) * BOUNCE_SHARE)
    if (fighter.selfVy < LEAST_BOUNCE) {
      touchGround(fighter)
      change(fighter, STATE.roll)
      fighter.groundVelocity = f(own.speed * own.way)
      fighter.selfVx = fighter.groundVelocity
      fighter.selfVy = 0
    } else if (Math.abs(fighter.stickX) > TURN_STICK) {
      own.way = fighter.stickX > 0 ? 1 : -1
      fighter.selfVx = f(own.speed * own.way)
    }
  }

  function bounceOffWall(fighter: Fighter): void {
    const own = Rollout.of(fighter)
    own.power = f(own.power * WALL_SHARE)
    own.speed = f(own.speed * WALL_SHARE)
    own.way = -own.way
  }

  function animateTurn(fighter: Fighter): void {
    const own = Rollout.of(fighter)
    if (--own.left > 0) return
    own.way = -own.way
    end(fighter)
  }

  function moveTurn(fighter: Fighter): void {
    const { match, floorLine } = fighter
    const own = Rollout.of(fighter)
    const grip = f(TURN_FACTOR * match.terrain.friction[floorLine]!)
    fighter.groundVelocity = f(fighter.groundVelocity + f(grip * own.turnPull))
    setMotion(fighter)
    const back = f(fighter.groundVelocity * -Math.sign(own.turnedFrom))
    if (back <= 0 || back < f(Math.abs(own.turnedFrom) * TURNED)) return
    fighter.facing = own.turnsTo
    own.way = fighter.facing
    change(fighter, STATE.roll)
  }

  function moveAirTurn(fighter: Fighter): void {
    const { selfVx } = fighter
    const speed = Math.max(LEAST_AIR_SPEED, f(Math.abs(selfVx) - AIR_LOSS))
    fighter.selfVx = selfVx < 0 ? -speed : speed
    fallHeavily(fighter)
  }

  function collideEnd(fighter: Fighter): void {
    if (staysOnFloor(fighter)) return
    leaveGround(fighter, ECB_LOCK_FRAMES)
    goOnEnding(fighter)
  }

  /** On leaving and reaching the floor it loses speed once more. */
  function goOnEnding(fighter: Fighter): void {
    const { animationFrame } = fighter
    end(fighter)
    fighter.animationFrame = animationFrame
    fighter.animationRate = 1
  }

  function bounceOff(fighter: Fighter): void {
    const { isAirborne, groundVelocity, selfVx } = fighter
    const own = Rollout.of(fighter)
    fighter.facing = own.way
    const speed = isAirborne ? selfVx : groundVelocity
    if (!isAirborne) leaveGround(fighter, ECB_LOCK_FRAMES)
    changeAction(fighter, first + STATE.hit, 0, 0)
    fighter.selfVx = f(speed * HIT_SHARE)
    fighter.selfVy = HIT_RISE
  }

  function moveHit(fighter: Fighter): void {
    if (fighter.selfVy <= -TERMINAL_VELOCITY) drift(fighter)
    fallHeavily(fighter)
  }

  function goesOnOnGround(fighter: Fighter): void {
    if (landsOn(fighter, false)) swapOnGround(fighter, fighter.action - TO_AIR)
  }

  function goesOnInAir(fighter: Fighter): void {
    if (!staysOnFloor(fighter)) swapInAir(fighter, fighter.action + TO_AIR)
  }

  const begin = afterScript(animateStart)
  const onGround = { physics: standStill, collision: goesOnInAir }
  const inAir = { physics: fallHeavily, collision: goesOnOnGround }
  const loop = { animation: charge, interrupt: release }
  const roll = { animation: animateRoll, dealtDamage: bounceOff }
  const ending = { animation: afterScript(enterWait), physics: slowDown, collision: collideEnd }
  const airEnding = {
    animation: afterScript((fighter) => enterFallSpecial(fighter, { landingLag: LANDING_LAG })),
    physics: fallHeavily,
    collision: (fighter: Fighter): void => {
      if (!landsOn(fighter, false)) return
      touchGround(fighter)
      goOnEnding(fighter)
    },
  }
  const states: readonly ActionCallbacks[] = [
    { animation: begin, ...onGround },
    { animation: begin, ...onGround },
    { ...loop, ...onGround },
    { ...loop, ...onGround },
    { ...roll, interrupt: interruptRoll, physics: moveRoll, collision: collideRoll },
    { animation: animateTurn, physics: moveTurn, collision: heldGroundTwinOf(first + STATE.turn + TO_AIR) },
    ending,
    ending,
    { animation: begin, ...inAir },
    { animation: begin, ...inAir },
    { ...loop, ...inAir },
    { ...loop, ...inAir },
    { ...roll, physics: moveAirRoll, collision: collideAirRoll },
    { animation: animateTurn, physics: moveAirTurn, collision: goesOnOnGround },
    airEnding,
    airEnding,
    {
      physics: moveHit,
      collision: (fighter) => {
        if (landsOn(fighter, false)) landWithLag(fighter, LANDING_LAG)
      },
    },
  ]
  return {
    specials: { SpecialN: enter, SpecialAirN: enter },
    actions: tableOf(names.map((name, i) => [name, states[i]!] as const)),
  }
}

function slowDown(fighter: Fighter): void {
  slow(fighter, fighter.kind.attributes.groundFriction)
}
