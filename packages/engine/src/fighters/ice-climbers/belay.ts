/**
 * Belay. Popo alone: a weak hop in the air, none on the ground, that ends helpless. With Nana near he throws her up,
 * she hits opponents on her way, and the rope pulls him after her. Source: doldecomp/melee (ftPp_SpecialHi,
 * ftNn_SpecialHi); figures from public lists of special attributes, the frames of its steps, the hops and the pull
 * measured in the game. Estimates: when the stick turns him, the share of his fall that the start keeps, where he holds
 * her, the angle at which she flies, the size of her hitbox. The rope itself is not written.
 */
import type { Callback } from '../../actions/action.ts'
import { ACTION } from '../../action-ids.ts'
import { changeAction } from '../../actions/change.ts'
import { tryLedge } from '../../actions/collide.ts'
import { enterFall, enterFallSpecial } from '../../actions/fall.ts'
import { landWithLag } from '../../actions/landing.ts'
import type { Stretches } from '../../actions/stretches.ts'
import { landsOn, ranInto, staysOnFloor } from '../../collision/fighter-body.ts'
import type { Fighter } from '../../fighter.ts'
import { f, sqrtf } from '../../math.ts'
import { driftToward, fallUpTo, slowInAir, slowInAirBy } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import type { FighterOverrides } from '../kind.ts'
import {
  afterScript,
  enterSpecial,
  flyBack,
  leaveGroundSpent,
  swapInAirSpent,
  swapOnGround,
  thenWait,
  twinHere,
} from '../special.ts'
import { IDLE, partnerOf } from './pair.ts'

const START = 347
const THROW = 348
const ALONE = 350
const END = 351
/** The id of each airborne state minus that of its grounded twin. */
const TO_AIR = 5
const AIR_START = START + TO_AIR
const AIR_THROW = THROW + TO_AIR
const PULLED = 354
const AIR_ALONE = ALONE + TO_AIR
const AIR_END = END + TO_AIR
/** Nana's: held, and thrown, on the ground and in the air. */
const HELD = 361
const LANDED = 362
const THROWN = 365

/** Script frames: the stick turns him, the throw fails without Nana, the hop. */
const TURN_FRAME = 3
const ALONE_FRAME = 5
const HOP_FRAME = 6
/** Counter of the throw on which the rope pulls. */
const PULL_FRAME = 12
const TURN_STICK = f(0.25)
const SPEED_DIVISOR = 2
const START_GRAVITY = f(0.03)
const HOP = f(1.8)
const GRAVITY = f(0.1)
const TERMINAL_VELOCITY = f(1.5)
/** The small rise as she leaves the floor, and the pull: a speed, and an addition for every unit of the rope. */
const HOP_TOGETHER = f(1.13)
const PULL = { speed: f(1.2), length: f(12), behind: f(3), above: f(5) } as const
/** Factor of his drift while he is pulled. */
const PULLED_DRIFT = f(1.7)
/** Where he holds her, and where she leaves from there. */
const HAND = { x: f(4), y: f(6.58) } as const
const RELEASE = { x: f(4), y: f(7) } as const
/** 3.1 at eighty degrees. */
const FLIGHT = { vx: f(0.5383), vy: f(3.0529), bounce: f(0.8) } as const
const DROP = f(8)
const NANA_HELPLESS = { landingLag: 30, driftShare: f(0.6) } as const
const HELPLESS = { landingLag: 25, driftShare: f(1.3) } as const

/** Out of attacks, and off a ledge, she takes part too (ftNn_Init_8012300C). */
const FREE: Stretches = [...IDLE, [ACTION.Attack11, ACTION.AttackAirLw], [ACTION.CliffCatch, ACTION.CliffJumpQuick2]]

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

/** With her, or alone; then the throw. */
function start(fighter: Fighter): void {
  if (fighter.animationFrame === ALONE_FRAME) {
    const nana = partnerOf(fighter, FREE)
    if (nana) lift(fighter, nana)
    else changeAction(fighter, twinHere(fighter, ALONE, TO_AIR), ALONE_FRAME)
  }
  thenThrow(fighter)
}

const thenThrow = afterScript((fighter) => changeAction(fighter, twinHere(fighter, THROW, TO_AIR)))

function lift(fighter: Fighter, nana: Fighter): void {
  if (fighter.isAirborne) fighter.selfVy = HOP_TOGETHER
  if (!nana.isAirborne) leaveGroundSpent(nana)
  nana.jumpsUsed = nana.kind.attributes.maxJumps
  nana.facing = fighter.facing
  nana.ledge = -1
  changeAction(nana, HELD)
}

function throwAndPull(end: Callback): Callback {
  return (fighter) => {
    const { follower: nana } = fighter
    if (nana && fighter.animationFrame === PULL_FRAME && nana.action >= LANDED) pull(fighter, nana)
    else end(fighter)
  }
}

/** Straight toward a point a little above her. */
function pull(fighter: Fighter, nana: Fighter): void {
  if (fighter.isAirborne) fighter.jumpsUsed = fighter.kind.attributes.maxJumps
  else leaveGroundSpent(fighter)
  const far = lengthOf(f(nana.x - fighter.x), f(nana.y - fighter.y))
  const x = f(f(nana.x - fighter.x) - f(PULL.behind * nana.facing))
  const y = f(f(nana.y - fighter.y) + PULL.above)
  const speed = f(f(PULL.speed + f(far / PULL.length)) / lengthOf(x, y))
  fighter.selfVx = f(x * speed)
  fighter.selfVy = f(y * speed)
  fighter.facing = fighter.selfVx > 0 ? 1 : -1
  changeAction(fighter, PULLED)
}

function lengthOf(x: number, y: number): number {
  return sqrtf(f(f(x * x) + f(y * y)))
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
  fallUpTo(fighter, START_GRAVITY, TERMINAL_VELOCITY)
  slowInAir(fighter)
}

/** Air friction applies on the way down only. */
function fly(fighter: Fighter): void {
  fallUpTo(fighter, GRAVITY, TERMINAL_VELOCITY)
  if (fighter.selfVy < 0) slowInAir(fighter)
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

const endHelpless = afterScript((fighter) => enterFallSpecial(fighter, HELPLESS))

function landHelpless(fighter: Fighter): boolean {
  const lands = landsOn(fighter, false)
  if (lands) landWithLag(fighter, HELPLESS.landingLag)
  else tryLedge(fighter)
  return lands
}

/** The stick has more effect than in a free fall. */
function driftAfter(fighter: Fighter): void {
  const { airDriftStickMul, airDriftMax, aerialFriction } = fighter.kind.attributes
  fallUpTo(fighter, GRAVITY, TERMINAL_VELOCITY)
  if (Math.abs(fighter.stickX) > TURN_STICK) {
    driftToward(fighter, f(airDriftStickMul * PULLED_DRIFT), 0, f(airDriftMax * PULLED_DRIFT))
  } else if (fighter.selfVy < 0) slowInAirBy(fighter, aerialFriction)
}

/** Walls and ceilings stop the motion into them. */
function collidePulled(fighter: Fighter): void {
  const { selfVy } = fighter
  if (landHelpless(fighter) || fighter.action !== PULLED) return
  if (fighter.wallTimer === 0 && fighter.selfVx * fighter.wallSide > 0) fighter.selfVx = 0
  else if (selfVy > 0 && ranInto(fighter, 0)) {
    fighter.selfVy = 0
    enterFallSpecial(fighter, HELPLESS)
  }
}

export const BELAY: FighterOverrides = {
  specials: { SpecialHi: enterOnGround, SpecialAirHi: enterInAir },
  actions: {
    SpecialHiStart_0: {
      animation: start,
      interrupt: turn,
      physics: stopOnGround,
      collision: stayOr(AIR_START),
    },
    SpecialHiStart_1: {
      animation: afterScript((fighter) => changeAction(fighter, END)),
      physics: stopOnGround,
      collision: stayOr(AIR_ALONE),
    },
    SpecialHiThrow_0: { animation: throwAndPull(thenWait), physics: stopOnGround, collision: stayOr(AIR_THROW) },
    SpecialHiThrow2: { animation: thenWait, physics: stopOnGround, collision: stayOr(PULLED) },
    SpecialHiThrow_1: { animation: thenWait, physics: stopOnGround, collision: stayOr(AIR_END) },
    SpecialAirHiStart_0: {
      animation: start,
      interrupt: turn,
      physics: sink,
      collision: landOr(START),
    },
    SpecialAirHiThrow_0: { animation: throwAndPull(endHelpless), physics: sink, collision: landOr(THROW) },
    SpecialAirHiThrow2: { animation: endHelpless, turned: flyBack, physics: driftAfter, collision: collidePulled },
    SpecialAirHiStart_1: { animation: hop, physics: fly, collision: landOr(ALONE) },
    SpecialAirHiThrow_1: { animation: endHelpless, physics: fly, collision: landHelpless },
  },
}

/** In his hand while he winds up. */
function hold(nana: Fighter): void {
  const { leader, facing } = nana
  if (leader.action >= START && leader.action <= AIR_START) {
    nana.selfVx = 0
    nana.selfVy = 0
    nana.facing = leader.facing
    nana.x = f(leader.x + leader.facing * HAND.x)
    nana.y = f(leader.y + HAND.y)
    return
  }
  nana.x = f(nana.x - facing * DROP)
  enterFall(nana)
}

const release = afterScript((nana) => {
  const { facing, leader } = nana
  nana.x = f(f(leader.x + leader.facing * HAND.x) + facing * RELEASE.x)
  nana.y = f(f(leader.y + HAND.y) + RELEASE.y)
  nana.selfVx = f(facing * FLIGHT.vx)
  nana.selfVy = FLIGHT.vy
  changeAction(nana, THROWN)
})

function collideThrown(nana: Fighter): void {
  const { selfVy } = nana
  if (landsOn(nana, false)) {
    swapOnGround(nana, LANDED)
  } else if (nana.wallTimer === 0 && nana.selfVx * nana.wallSide > 0) {
    nana.selfVx = f(-nana.selfVx * FLIGHT.bounce)
    nana.facing = -nana.facing
  } else if (selfVy > 0 && ranInto(nana, 0)) nana.selfVy = 0
}

export const NANAS_BELAY: FighterOverrides = {
  actions: {
    SpecialHi_0: { animation: release, physics: hold },
    SpecialHi_1: { animation: thenWait, physics: stopOnGround, collision: stayOr(THROWN) },
    SpecialHi_4: {
      animation: afterScript((nana) => enterFallSpecial(nana, NANA_HELPLESS)),
      physics: driftAfter,
      collision: collideThrown,
    },
  },
}
