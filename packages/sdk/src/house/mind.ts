/**
 * How a house bot decides, frame by frame: first survive, then finish the short plan under way, then choose the next.
 * `decide` depends on nothing but what it is given; a mind's own randomness is seeded by the match.
 */
import { BUTTON, NEUTRAL, stick, type Hands } from '../controller.ts'
import type { FighterView, Game } from '../game.ts'
import * as moves from './moves.ts'
import type { Plan } from './moves.ts'
import { Random } from './random.ts'
import { RECOVERIES, type Recovery } from './recoveries.ts'
import type { Style } from './styles.ts'
import { canReturn, driftHome, isOffstage, jumpHome, placeOf, remedyFor, specialHome } from './way-back.ts'

/** Action states it looks at; ids as in the recordings. */
const REBIRTH_WAIT = 13
const DAMAGE_FALL = 38
const FALL_SPECIAL = { first: 35, last: 37 }
const DOWN_WAIT = [184, 192]
const AERIALS = { first: 65, last: 69 }
const CLIFF_CATCH = 252
const CLIFF_WAIT = 253
/** From here on each fighter's own, which are its specials. */
const FIRST_OWN = 341

/** Frames that it hunts for before it looks again. */
const HUNT = 10

/** Frames that a jump takes which is under way. */
const LONG_HOP = 30

/** Frames that an attack in the air takes. */
const AERIAL = 50

/** The trigger alone: should it come too late after all, the air dodge stays where it is. */
const SHORTEN_LANDING: Hands = { buttons: BUTTON.L, l: 255 }

/** How much height it leaves unused on its way back, at least and at most. */
const CAUTION = [6, 24] as const

/** How far a side special carries. */
const LUNGE = 85

/** Frames that an up special takes at most, from the press to its end. */
const LONGEST_RESCUE = 120

/** Frames before a further press of jump or up special; longer than the lead, so that the last one shows. */
const PRESS_AGAIN = 6

export class Mind {
  readonly style: Style
  readonly random: Random
  plan: Plan = []
  /** Frame of the last press made to come back to the stage. */
  rescuedAt = Number.NEGATIVE_INFINITY
  /** How much height it leaves unused. */
  caution: number
  readonly recovery: Recovery

  constructor(style: Style, seed: string) {
    this.style = style
    this.recovery = RECOVERIES[style.character]!
    this.random = new Random(seed)
    this.caution = this.random.between(...CAUTION)
  }
}

export function decide(game: Game, mind: Mind): Hands {
  const { me } = game
  if (me.action < REBIRTH_WAIT) {
    mind.plan = []
    return {}
  }
  const rescue = survive(game, mind)
  if (rescue) {
    mind.plan = []
    return rescue
  }
  if (mind.plan.length === 0) mind.plan = choose(game, mind)
  const hands = mind.plan.shift() ?? {}
  if (isOverPit(game) && !isHeld(me)) return withoutRisk(hands, canAfford(game, AERIAL, mind))
  return isLandingAerial(game) ? SHORTEN_LANDING : hands
}

/** About to land out of an aerial: the trigger shortens the landing. At any other time it would be an air dodge. */
function isLandingAerial({ me, stage, frame }: Game): boolean {
  const isFalling = me.speedY < 0 && me.y - stage.ledgeY < 12
  return isBetween(me.action, AERIALS) && isFalling && frame % 8 < 2
}

/** What must be done now to stay alive, if anything. */
function survive(game: Game, mind: Mind): Hands | null {
  const { me, stage } = game
  if (isHanging(me)) return null
  if (!me.isAirborne) return stayOn(game)
  const isHelpless = isBetween(me.action, FALL_SPECIAL)
  const sinceRescue = game.frame - mind.rescuedAt
  const isOut = isOffstage(placeOf(me, stage))
  // Jumps of her own are all that Jigglypuff has; they may follow one another.
  if (me.action >= FIRST_OWN && mind.recovery.up && (isOut || sinceRescue < LONGEST_RESCUE)) return steer(game, mind)
  if (isCarriedOff(game, mind)) return driftHome(me, stage)
  if (!isHelpless && (!isOut || isHunting(game, mind))) return null
  if (me.isInHitstun) return stick(me.x > 0 ? -1 : 1, 0.3)
  if (isHelpless) return driftHome(me, stage)
  return returnHome(game, mind, sinceRescue)
}

/** Sliding off the edge: turn back. */
function stayOn({ me, stage }: Game): Hands | null {
  const home = me.x > 0 ? -1 : 1
  const isRunningOut = me.speedX * home < -0.6
  return isRunningOut && Math.abs(me.x) > stage.edge - 10 ? stick(home) : null
}

function steer({ me, stage }: Game, { recovery }: Mind): Hands {
  return specialHome(me, stage, recovery)
}

function returnHome({ me, stage, frame }: Game, mind: Mind, sinceRescue: number): Hands {
  const home = me.x > 0 ? -1 : 1
  const drift = driftHome(me, stage)
  if (sinceRescue < PRESS_AGAIN) return drift
  const remedy = remedyFor(me, stage, mind.recovery, mind.caution)
  if (remedy === 'drift') return drift
  mind.rescuedAt = frame
  mind.caution = mind.random.between(...CAUTION)
  switch (remedy) {
    case 'jump':
      return { ...jumpHome(me, stage), buttons: BUTTON.X }
    case 'lunge':
      return stick(home, 0, BUTTON.B)
    case 'rise':
      return stick(home * 0.5, 1, BUTTON.B)
  }
}

/** Off the stage, or before it lands. */
function isOverPit({ me, stage }: Game): boolean {
  const here = placeOf(me, stage)
  // From a platform's end there is a fall first.
  if (!me.isAirborne) return placeOf(me, stage, here.height > 10 ? 16 : 6).out > 0
  const untilLanding = me.speedY > 0 ? LONG_HOP : Math.min(LONG_HOP, here.height / -me.speedY + 5)
  return isOffstage(here) || placeOf(me, stage, untilLanding).out > 0
}

/** In an attack that would end beside the stage, and too low. */
function isCarriedOff(game: Game, mind: Mind): boolean {
  const { me, stage } = game
  return isBetween(me.action, AERIALS) && placeOf(me, stage, LONG_HOP).out > -5 && !canAfford(game, AERIAL, mind)
}

/** No fast fall, no air dodge and no special out there; an attack only with the height for it. */
function withoutRisk({ stickX, stickY, cstickX, cstickY, buttons = 0 }: Hands, mayAttack: boolean): Hands {
  const drift = {
    ...stick(0),
    stickX: stickX ?? NEUTRAL.stickX,
    stickY: Math.max(NEUTRAL.stickY, stickY ?? NEUTRAL.stickY),
  }
  const jump = buttons & (BUTTON.X | BUTTON.Y)
  if (!mayAttack) return { ...drift, buttons: jump }
  return {
    ...drift,
    cstickX: cstickX ?? NEUTRAL.cstickX,
    cstickY: cstickY ?? NEUTRAL.cstickY,
    buttons: jump | (buttons & BUTTON.A),
  }
}

/** Off stage on purpose: it follows an opponent that is off stage too, and is high enough to return. */
function isHunting(game: Game, mind: Mind): boolean {
  const { me, opponent, stage } = game
  return (
    mayHunt(game, mind) &&
    placeOf(me, stage).out < mind.style.daring &&
    me.x * opponent.x > 0 &&
    me.y > stage.ledgeY &&
    canAfford(game, HUNT, mind)
  )
}

/** An opponent to follow out there; a jump is kept for the way back, and the one that turns Jigglypuff round. */
function mayHunt({ me, opponent, stage }: Game, { recovery }: Mind): boolean {
  const isAlive = opponent.action > REBIRTH_WAIT
  return isAlive && isOffstage(placeOf(opponent, stage)) && me.jumps > (recovery.up ? 0 : 1)
}

/** Whether it could still return after falling for `frames`. */
function canAfford({ me, stage }: Game, frames: number, { recovery }: Mind): boolean {
  const { side, out, height } = placeOf(me, stage)
  const carried = Math.max(0, frames * me.speedX * side)
  return canReturn({ side, out: out + carried, height: height - frames * recovery.fall }, me.jumps, recovery)
}

function choose(game: Game, mind: Mind): Plan {
  const { me, opponent, stage } = game
  const { random } = mind
  if (me.action === REBIRTH_WAIT) return [...moves.rest(random.between(20, 80)), ...moves.hold(stick(0, -1), 2)]
  if (me.action === CLIFF_WAIT) return fromLedge(game, mind)
  if (me.action === CLIFF_CATCH) return moves.rest(1)
  if (DOWN_WAIT.includes(me.action)) return fromDown(random)
  if (me.action === DAMAGE_FALL) return [...moves.rest(2), { buttons: BUTTON.R, r: 255 }, ...moves.rest(10)]
  if (me.isAirborne) return inTheAir(game, mind)
  if (opponent.action <= REBIRTH_WAIT) return holdCentre(game, mind)
  if (isOffstage(placeOf(opponent, stage))) return guardEdge(game, mind)
  return onTheGround(game, mind)
}

/** After a moment on the ledge: climb, jump, roll, attack, or drop and jump back. */
function fromLedge({ me }: Game, { random }: Mind): Plan {
  const home = me.x > 0 ? -1 : 1
  const option = random.pick<Plan>([
    [3, moves.hold(stick(0, 1), 2)],
    [3, moves.hold({ buttons: BUTTON.X }, 2)],
    [2, moves.hold({ buttons: BUTTON.R, r: 255 }, 2)],
    [2, moves.hold({ buttons: BUTTON.A }, 2)],
    [1, [...moves.hold(stick(-home), 2), stick(home), stick(home, 0, BUTTON.X), ...moves.hold(stick(home), 12)]],
  ])
  return [...moves.rest(random.between(1, 25)), ...option, ...moves.rest(8)]
}

function fromDown(random: Random): Plan {
  const option = random.pick<Hands>([
    [3, stick(0, 1)],
    [2, stick(1)],
    [2, stick(-1)],
    [2, { buttons: BUTTON.A }],
  ])
  return [...moves.rest(random.between(1, 12)), ...moves.hold(option, 2), ...moves.rest(6)]
}

/** Drift to the opponent, never out beyond what the style dares; strike when it is there. */
function inTheAir(game: Game, mind: Mind): Plan {
  const { me, opponent, stage } = game
  const { random, style } = mind
  const dx = opponent.x - me.x
  const reachable = stage.edge + (mayHunt(game, mind) && !isHanging(opponent) ? style.daring : -6)
  const toward = Math.sign(clamp(opponent.x, reachable) - me.x)
  const isInReach = Math.abs(dx) < style.reach && Math.abs(opponent.y - me.y) < style.reach
  if (isInReach && random.chance(style.aggression)) {
    return [...moves.hold(stick(toward * 0.8, 0, BUTTON.A), 2), ...moves.hold(stick(toward), 6)]
  }
  const isAboveStage = Math.abs(me.x) < stage.edge - 5
  if (me.speedY < 0 && isAboveStage && opponent.y < me.y - 5 && random.chance(0.2))
    return moves.hold(stick(toward, -1), 3)
  if (me.jumps > 0 && opponent.y > me.y + 20 && random.chance(style.airborne * 0.15)) {
    return [stick(toward, 0, BUTTON.Y), ...moves.hold(stick(toward), 6)]
  }
  return moves.hold(stick(toward), 2)
}

/** The opponent is about to return: be in the middle, on the move. */
function holdCentre({ me }: Game, { random, style }: Mind): Plan {
  const home = me.x > 0 ? -1 : 1
  if (Math.abs(me.x) > 25) return moves.dash(home, 8)
  return random.pick<Plan>([
    [3, moves.dashDance(home)],
    [2, moves.wavedash(home, style)],
    [1, moves.jump(home, style, true)],
    [2, moves.rest(15)],
  ])
}

/** The opponent is out: wait at the edge for it, or go out and meet it. */
function guardEdge(game: Game, mind: Mind): Plan {
  const { me, opponent, stage } = game
  const { random, style } = mind
  const side = Math.sign(opponent.x)
  const post = side * (stage.edge - 9)
  const toPost = post - me.x
  if (Math.abs(toPost) > 22) return moves.dash(Math.sign(toPost), 7)
  if (Math.abs(toPost) > 5) return moves.walk(Math.sign(toPost), 4)
  const isNear = Math.abs(opponent.x - me.x) < style.daring && opponent.y > stage.ledgeY - 30
  if (isNear && !isHanging(opponent) && random.chance(style.daring / 80)) return moves.jump(side, style, false)
  if (Math.abs(opponent.x - me.x) < style.reach && Math.abs(opponent.y - me.y) < style.reach)
    return moves.strike(side, random, false)
  if (style.zoning > 0 && random.chance(style.zoning)) return moves.special(side)
  return random.chance(0.3) ? moves.hold(stick(0, -1), 10) : moves.rest(4)
}

function onTheGround(game: Game, mind: Mind): Plan {
  const { me, opponent, stage } = game
  const { random, style } = mind
  const target = clamp(opponent.x, stage.edge - 8)
  const toward = Math.sign(target - me.x) || me.facing
  const distance = Math.abs(opponent.x - me.x)
  const height = opponent.y - me.y
  const isOnPlatform = me.y > stage.ledgeY + 10

  if (height < -14 && isOnPlatform) {
    return distance < 60 ? moves.dropThrough() : moves.dash(toward, 6)
  }
  if (height > 18 && distance < 30) {
    return random.chance(0.3) ? moves.strikeUp(random) : moves.jump(toward, style, true)
  }
  if (distance > style.reach + 40) {
    if (random.chance(style.zoning)) return moves.special(toward)
    return approach(game, toward, 10, mind)
  }
  if (distance > style.reach) {
    if (random.chance(style.caution * 0.5)) return giveWay(game, toward, mind)
    return approach(game, toward, 4, mind)
  }
  if (random.chance(style.caution)) return giveWay(game, toward, mind)
  if (hasRoom(game, toward) && random.chance(style.airborne * 0.5)) return moves.aerial(toward, style, random)
  if (!random.chance(style.aggression)) return moves.dashDance(toward)
  const direction = Math.sign(opponent.x - me.x) || me.facing
  return moves.strike(direction, random, hasRoom(game, direction, LUNGE))
}

function approach(game: Game, toward: number, frames: number, { random, style }: Mind): Plan {
  const airborne = hasRoom(game, toward) ? style.airborne : 0
  return random.pick<Plan>([
    [5, moves.dash(toward, frames)],
    [1, moves.walk(toward, frames)],
    [airborne > 0 ? 2 : 0, moves.wavedash(toward, style)],
    [4 * airborne, moves.jump(toward, style, false)],
    [3 * airborne, moves.aerial(toward, style, random)],
  ])
}

/** Evades an incoming attack without running off the edge. */
function giveWay(game: Game, toward: number, { random, style }: Mind): Plan {
  const isFree = hasRoom(game, -toward)
  return random.pick<Plan>([
    [3, moves.shield(random.between(8, 25))],
    [1, moves.dodge(0)],
    [1, moves.dodge(toward)],
    [isFree ? 4 : 0, moves.dash(-toward, 7)],
    [isFree ? 2 : 0, moves.wavedash(-toward, style)],
  ])
}

/** On the ledge, the floor or the respawn platform, where no way out leads into the pit. */
const isHeld = ({ action }: FighterView): boolean =>
  action === CLIFF_WAIT || action === REBIRTH_WAIT || DOWN_WAIT.includes(action)

/** Whether so much of a way, by default a dash or a hop, stays on the stage. */
function hasRoom({ me, stage }: Game, direction: number, distance = 40): boolean {
  return Math.abs(me.x + direction * distance) < stage.edge - 5
}

const isHanging = ({ action }: FighterView): boolean => action === CLIFF_CATCH || action === CLIFF_WAIT

const clamp = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value))

const isBetween = (value: number, { first, last }: { first: number; last: number }): boolean =>
  value >= first && value <= last
