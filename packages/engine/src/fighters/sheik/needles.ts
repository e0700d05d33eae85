/**
 * Needles: charged while B is held, one for every round of the loop, up to six; thrown on release, one every third
 * frame, or kept by a shield for later. Thrown ones fly straight and stick in an obstacle, or bounce off and fall.
 * Source: doldecomp/melee (ftSk_SpecialN, itseakneedlethrown, itseakneedleheld); places, speed and lifetimes as
 * recorded.
 */
import type { Callback } from '../../actions/action.ts'
import { changeAction } from '../../actions/change.ts'
import { enterFall, fallOff } from '../../actions/fall.ts'
import { wholeWord } from '../../actions/first-word.ts'
import { landHard } from '../../actions/landing.ts'
import { enterWait } from '../../actions/wait.ts'
import type { Article, ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { articleHitbox } from '../../articles/hitbox.ts'
import { countDown, moveThroughAir } from '../../articles/motion.ts'
import { landsOn, staysOnFloor } from '../../collision/fighter-body.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON, GUARD_BIT } from '../../input/buttons.ts'
import { cosf, f, sinf } from '../../math.ts'
import { fallWithoutDrift } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import { randomInteger } from '../../random.ts'
import { isAbsent } from '../../state/presence.ts'
import { privates } from '../../state/privates.ts'
import { SPECIALS } from '../../tables/generated/sheik-specials.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, airTwinOf, enterSpecial, groundTwinOf, named, twinHere, type Copy } from '../special.ts'
import { NEEDLES, SHOWN } from './own.ts'

const OWN: Copy<'Sk'> = { first: 341, prefix: '' }
/** Types of those thrown and of those in the hand. */
interface NeedleTypes {
  readonly thrown: number
  readonly held: number
}
const TYPES: NeedleTypes = { thrown: 79, held: 80 }
/** The id of each airborne state minus that of its grounded twin. */
const TO_AIR = 4

const Needles = privates({
  thrownFrames: 'int',
  /** A needle leaves on this frame. */
  leaves: 'flag',
})

const MOST = 6
/** Frames to charge one more. */
const LOOP_FRAMES = 18
/** Frames of the throw before a needle leaves, and between two. */
const FIRST_LEAVES = 2
const BETWEEN = 3
/** Where they leave, forward and up, and their vertical scatter: an eighth of this per step. */
const HAND = { x: f(8), y: f(8), scatter: f(2) } as const
const AIR_HAND = { x: f(7), y: f(6), scatter: f(4) } as const
const SCATTER_STEPS = 9
/** On the floor those in the hand show this high above her position. */
const SHOWN_Y = f(1.5)
/** Their lifetime as recordings show it; they last as long as they are in the hand. */
const IN_HAND = 1400

const STATE = { flies: 0, drops: 1, sticks: 2, bounces: 4 } as const
const SPEED = f(4)
const UP = f(1.5707964)
const AIR_ANGLE = f(2.3561945)
/** Frames of flight, and of sticking or lying. */
const FLIES = 30
const LIES = 120

// Values for the draws of a bounce and a fall: eight of each.
const SIDEWAYS = SPECIALS.needles.sideways.map(f)
const FALL_SPEED = SPECIALS.needles.fallSpeed.map(f)
const GRAVITY = SPECIALS.needles.gravity.map(f)
const VALUES = 8
/** One needle in `OFF_BODIES` that hits a fighter bounces off; of `OFF_STAGE` that hit the stage, `STICKS` stick. */
const OFF_BODIES = 3
const OFF_STAGE = 5
const STICKS = 3

// Words of a thrown needle.
const VX = 0
const TERMINAL = 1
const PULL = 2

const NEEDLE: readonly ArticleHitbox[] = [
  articleHitbox({
    damage: 3,
    angle: 0,
    growth: 34,
    baseKnockback: 24,
    element: 'slash',
    interaction: 2,
    // The hit is ahead of the needle along its flight, by a figure fitted to recorded hits.
    x: f(2.5),
    radius: f(500 / 256),
  }),
]
const HARMLESS: readonly ArticleHitbox[] = []

function pick({ match }: Article, values: readonly number[]): number {
  return values[randomInteger(match.record, VALUES)]!
}

/** The model turns as it falls; the draws for it are the game's. */
function spin({ match }: Article): void {
  randomInteger(match.record, 2)
  randomInteger(match.record, VALUES)
}

function bounce(needle: Article, vy: number): void {
  const { record } = needle.match
  needle.timer = LIES
  needle.vx = 0
  needle.vy = vy
  spin(needle)
  const side = randomInteger(record, 2) === 0 ? 1 : -1
  needle.floats[VX] = f(pick(needle, SIDEWAYS) * side)
  needle.floats[TERMINAL] = pick(needle, FALL_SPEED)
  needle.floats[PULL] = pick(needle, GRAVITY)
  needle.state = STATE.bounces
}

function stick(needle: Article): void {
  needle.timer = LIES
  needle.vx = 0
  needle.vy = 0
  needle.state = STATE.sticks
}

function bounceOrGo(needle: Article): void {
  if (randomInteger(needle.match.record, OFF_BODIES) === 0) bounce(needle, -pick(needle, FALL_SPEED))
  else needle.remove()
}

function runsIntoStage(needle: Article): boolean {
  const { floor, wall, ceiling } = moveThroughAir(needle, 0)
  return floor || wall !== 0 || ceiling
}

function isInMotion({ state }: Article): boolean {
  return state !== STATE.sticks
}

function moveNeedle(needle: Article): void {
  if (needle.state !== STATE.drops && needle.state !== STATE.bounces) return
  needle.vx = needle.floats[VX]!
  needle.vy = Math.max(needle.floats[TERMINAL]!, f(needle.vy + needle.floats[PULL]!))
}

function collideNeedle(needle: Article): void {
  if (!isInMotion(needle) || !runsIntoStage(needle)) return
  if (needle.state === STATE.drops) bounce(needle, Math.abs(needle.vy))
  else if (needle.state === STATE.bounces || randomInteger(needle.match.record, OFF_STAGE) < STICKS) stick(needle)
  else bounce(needle, -pick(needle, FALL_SPEED))
}

export function needleStorm(states = OWN, types: NeedleTypes = TYPES): FighterOverrides {
  const START = states.first
  const LOOP = START + 1
  const CANCEL = START + 2
  const END = START + 3

  const thrown: ArticleKind = {
    type: types.thrown,
    isReflectable: true,
    bounces: true,
    animation: (needle) => {
      if (needle.state !== STATE.bounces) countDown(needle)
    },
    physics: moveNeedle,
    collision: collideNeedle,
    stretch: () => 1,
    hitboxes: ({ state }) => (state === STATE.flies || state === STATE.drops ? NEEDLE : HARMLESS),
    hit: bounceOrGo,
    shielded: bounceOrGo,
    clanked: bounceOrGo,
    reflected: (needle) => {
      needle.timer = FLIES
    },
  }

  const inHand: ArticleKind = {
    type: types.held,
    isHeld: () => true,
    animation: (needles) => {
      const { ownedBy } = needles
      if (ownedBy.ownInts[SHOWN] === 0 || isAbsent(ownedBy)) needles.remove()
    },
  }

  function hide(fighter: Fighter): void {
    fighter.ownInts[SHOWN] = 0
  }

  function hold(fighter: Fighter): void {
    const { x, y, match, isAirborne } = fighter
    fighter.ownInts[SHOWN] = 1
    match.articles.spawn(inHand, fighter, { x, y: isAirborne ? y : f(y + SHOWN_Y), timer: IN_HAND })
  }

  /** Lets the needles in the hand fall. */
  function drop(fighter: Fighter): void {
    const { ownInts, match, x, y, isAirborne } = fighter
    if (ownInts[SHOWN] !== 0) {
      hide(fighter)
      for (; ownInts[NEEDLES]! > 0; ownInts[NEEDLES]!--) {
        const start = { x, y: f(y + (isAirborne ? AIR_HAND : HAND).y), state: STATE.drops, timer: FLIES }
        const needle = match.articles.spawn(thrown, fighter, start)
        if (!needle) continue
        spin(needle)
        needle.floats[TERMINAL] = pick(needle, FALL_SPEED)
        needle.floats[PULL] = pick(needle, GRAVITY)
      }
    }
    ownInts[NEEDLES] = 0
  }

  function throwNeedle(fighter: Fighter): void {
    const { ownInts, match, x, y, facing, isAirborne } = fighter
    const own = Needles.of(fighter)
    if (!own.leaves) return
    own.leaves = false
    if (ownInts[NEEDLES] === 0) return
    const hand = isAirborne ? AIR_HAND : HAND
    const scatter = randomInteger(match.record, SCATTER_STEPS) / (SCATTER_STEPS - 1) - 0.5
    const angle = f(facing * (isAirborne ? AIR_ANGLE : UP) + UP)
    match.articles.spawn(thrown, fighter, {
      x: f(x + facing * hand.x),
      y: f(y + f(hand.y + scatter * hand.scatter)),
      vx: f(-SPEED * cosf(angle)),
      vy: f(SPEED * sinf(angle)),
      timer: FLIES,
    })
    ownInts[NEEDLES]!--
  }

  function enter(fighter: Fighter): void {
    enterSpecial(fighter, twinHere(fighter, START, TO_AIR))
    fighter.misc = 0
    if (fighter.ownInts[NEEDLES] === 0) fighter.ownInts[NEEDLES] = 1
  }

  const begin: Callback = afterScript((fighter) => {
    hold(fighter)
    changeAction(fighter, twinHere(fighter, LOOP, TO_AIR))
  })

  function gather(fighter: Fighter): void {
    const { ownInts } = fighter
    if (fighter.animationFrame < LOOP_FRAMES) return
    fighter.animationFrame -= LOOP_FRAMES
    ownInts[NEEDLES] = Math.min(MOST, ownInts[NEEDLES]! + 1)
  }

  /** Frames of the throw, as recordings show them. */
  function setThrownFrames(fighter: Fighter, frames: number): void {
    Needles.of(fighter).thrownFrames = frames
    fighter.misc = wholeWord(frames)
  }

  function throwOrKeep(fighter: Fighter): void {
    if ((fighter.held & BUTTON.B) === 0) {
      changeAction(fighter, twinHere(fighter, END, TO_AIR))
      setThrownFrames(fighter, 0)
      Needles.of(fighter).leaves = false
    } else if (fighter.pressed & GUARD_BIT) {
      changeAction(fighter, twinHere(fighter, CANCEL, TO_AIR))
    }
  }

  function animateCancel(next: Callback): Callback {
    const end = afterScript(next)
    return (fighter) => {
      hide(fighter)
      end(fighter)
    }
  }

  function animateThrow(next: Callback): Callback {
    const end = afterScript(next)
    return (fighter) => {
      const frames = Needles.of(fighter).thrownFrames
      if (frames >= FIRST_LEAVES && frames < MOST * BETWEEN && (frames - FIRST_LEAVES) % BETWEEN === 0) {
        Needles.of(fighter).leaves = true
        hide(fighter)
      }
      setThrownFrames(fighter, frames + 1)
      end(fighter)
    }
  }

  /** Off the edge, or onto the floor, while throwing: the needles left in the hand are lost. */
  function lose(fighter: Fighter): void {
    fighter.ownInts[NEEDLES] = 0
  }

  function fallFrom(before: Callback): Callback {
    return (fighter) => {
      if (staysOnFloor(fighter)) return
      before(fighter)
      fallOff(fighter)
    }
  }

  function landFrom(before: Callback): Callback {
    return (fighter) => {
      if (!landsOn(fighter, false)) return
      before(fighter)
      landHard(fighter)
    }
  }

  const nothing: Callback = () => {}
  const fall: Callback = (fighter) => enterFall(fighter)
  const onGround = { physics: stopOnGround, damaged: drop }
  const inAir = { physics: fallWithoutDrift, damaged: drop }

  return {
    specials: { SpecialN: enter, SpecialAirN: enter },
    articles: [thrown, inHand],
    actions: named(states, {
      SpecialNStart: { animation: begin, collision: groundTwinOf(START + TO_AIR), ...onGround },
      SpecialNLoop: { animation: gather, interrupt: throwOrKeep, collision: groundTwinOf(LOOP + TO_AIR), ...onGround },
      SpecialNCancel: { animation: animateCancel(enterWait), collision: fallFrom(nothing), ...onGround },
      SpecialNEnd: {
        animation: animateThrow(enterWait),
        accessory: throwNeedle,
        collision: fallFrom(lose),
        ...onGround,
      },
      SpecialAirNStart: { animation: begin, collision: airTwinOf(START), ...inAir },
      SpecialAirNLoop: { animation: gather, interrupt: throwOrKeep, collision: airTwinOf(LOOP), ...inAir },
      SpecialAirNCancel: { animation: animateCancel(fall), collision: landFrom(nothing), ...inAir },
      SpecialAirNEnd: { animation: animateThrow(fall), accessory: throwNeedle, collision: landFrom(lose), ...inAir },
    }),
  }
}
