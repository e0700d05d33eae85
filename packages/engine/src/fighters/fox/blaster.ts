/**
 * The blaster of Fox and Falco: drawn, fired again for each press of B while it fires, put away; three of their throws
 * fire it too (`throw-shots.ts`). While it is in the hand it is an article of its own. Each shot is another article, a
 * ray that grows to its full length. Source: doldecomp/melee (ftFx_SpecialN, itfoxlaser, itfoxblaster); flight,
 * lifetime and places measured on 2,000 recorded shots.
 */
import type { Callback } from '../../actions/action.ts'
import { enterFall } from '../../actions/fall.ts'
import { wholeWord } from '../../actions/first-word.ts'
import { hasScriptEnded } from '../../actions/script.ts'
import { enterWait } from '../../actions/wait.ts'
import type { Article, ArticleKind } from '../../articles/article.ts'
import { articleHitbox, type HitboxFigures } from '../../articles/hitbox.ts'
import { countDown, moveThroughAir } from '../../articles/motion.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { fallAndDrift } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import { enterSpecial, landOnly, named, stayOrFallOff, type Copy } from '../special.ts'
import { throwShots, type ShotsByThrow } from './throw-shots.ts'

const OWN: Copy<'Fx' | 'Fc'> = { first: 341, prefix: '' }
// Its states, in order.
const LOOP_STATE = 1
const END_STATE = 2
const AIR_LOOP_STATE = 4
const AIR_END_STATE = 5
const THROW_B = 220
const THROW_LW = 222

const Blaster = privates({
  /** 1 once B was pressed again. */
  again: 'int',
  /** The shot of this loop was fired. */
  fired: 'flag',
})

/**
 * Counters of a loop before and after its shot in which B requests another. All recorded presses within them do, and
 * none outside.
 */
const ASKS_BEFORE = 8
const ASKS_AFTER = 3

/** The gun's lifetime as recordings show it; it lasts as long as it is in the hand. */
const IN_HAND = 1400
/** What recordings show of a gun: a counter that starts with a shot, and how far it is open. */
const RECOIL = 0
const OPEN = 1
const LAST_RECOIL = 13
const WIDE_OPEN = 4
/** Counters of the loop that opens it, of the end that closes it, and of a throw that opens it. */
const OPENS_FRAME = 2
const CLOSES_FRAME = 2
const THROW_OPENS_FRAME = 14

/** A ray: frames since it left; the velocity with which it continues. */
const AGE = 0
const VELOCITY = 0
/** It grows by its speed to three times its model. */
const MODEL_LENGTH = f(11.25)
const GROWN = 3
/**
 * Hitboxes of a ray at the length of its model: distance behind its tip, and their radius, in 256ths of a unit. Source:
 * frankborden/slippilab (MIT); confirmed by recorded frames near a body.
 */
const FIRST_BOXES = [
  [-200, 300],
  [-933, 300],
  [-1666, 300],
] as const

export interface BlasterValues {
  readonly gunType: number
  readonly shotType: number
  readonly speed: number
  /** Frames of flight of a shot. */
  readonly life: number
  /** Where a shot first appears on the ground and in the air, relative to the fighter's place on the frame before. */
  readonly muzzle: Muzzle
  readonly airMuzzle: Muzzle
  /** The hits of a ray; where they are and their radius follow below. */
  readonly hitbox: Omit<HitboxFigures, 'radius'>
  /** The last of a ray's hitboxes; and the number of hitboxes after its first frame. */
  readonly lastBox: readonly [x: number, radius: number]
  readonly lasting: number
  /** Throws that fire it too, and what differs in the hits of those shots. */
  readonly throws?: ShotsByThrow
  readonly thrownHit?: Partial<HitboxFigures>
}

interface Muzzle {
  /** Counter of a loop on which the shot is fired. */
  readonly frame: number
  readonly x: number
  readonly y: number
}

/** State of the gun by its owner's action, as recordings show it; -1 when it is not in the hand. */
function gunState(action: number, first: number): number {
  if (action >= first && action <= first + AIR_END_STATE) return action - first
  return action >= THROW_B && action <= THROW_LW ? action - THROW_B + AIR_END_STATE + 1 : -1
}

/**
 * Shots of throws hit less hard, with one sphere. Fox's lies where the first of a ray's hitboxes does, and its radius is
 * fitted to recorded frames near a shot.
 */
const THROW_SHOT = { damage: 2, x: f(-200 / 256), radius: f(6.6) } as const

function passFrame({ misc, state, ownedBy }: Article): void {
  const { animationFrame } = ownedBy
  if (misc[RECOIL]! > 0) misc[RECOIL] = misc[RECOIL]! < LAST_RECOIL ? misc[RECOIL]! + 1 : 0
  if (state === LOOP_STATE || state === AIR_LOOP_STATE) open(misc, animationFrame >= OPENS_FRAME)
  else if (state > AIR_END_STATE) open(misc, animationFrame >= THROW_OPENS_FRAME)
  else if (animationFrame >= CLOSES_FRAME && (state === END_STATE || state === AIR_END_STATE)) close(misc)
}

function close(misc: Int32Array): void {
  misc[OPEN] = misc[OPEN] === WIDE_OPEN ? 2 : Math.max(0, misc[OPEN]! - 1)
}

function open(misc: Int32Array, isOpening: boolean): void {
  if (isOpening && misc[OPEN]! < WIDE_OPEN) misc[OPEN] = misc[OPEN] === 0 ? 2 : misc[OPEN]! + 1
}

export function blaster(values: BlasterValues, states = OWN): FighterOverrides {
  const { first } = states
  const START = first
  const LOOP = first + LOOP_STATE
  const END = first + END_STATE
  const AIR_START = first + 3
  const AIR_LOOP = first + AIR_LOOP_STATE
  const AIR_END = first + AIR_END_STATE
  const { gunType, shotType, speed, life, muzzle, airMuzzle, hitbox, lastBox, throws, thrownHit } = values
  const boxes = [...FIRST_BOXES, lastBox].map(([x, radius]) =>
    articleHitbox({ ...hitbox, x: f(x / 256), radius: f(radius / 256) }),
  )
  const lasting = boxes.slice(0, values.lasting)
  const thrown = [articleHitbox({ ...hitbox, ...THROW_SHOT, ...thrownHit })]
  const whileHeld = articleHitbox({ ...thrown[0]!, damage: THROW_SHOT.damage / 2 })
  const shot: ArticleKind = {
    type: shotType,
    isReflectable: true,
    isAbsorbable: true,
    hitboxes: ({ state, wasHitting }) => (state !== 0 ? thrown : wasHitting ? lasting : boxes),
    stretch: ({ ints }) => Math.min(GROWN, f(f(ints[AGE]! * speed) / MODEL_LENGTH)),
    physics: ({ ints }) => {
      ints[AGE]!++
    },
    collision: (article) => {
      const { x, y } = article
      const { floor, wall, ceiling } = moveThroughAir(article, 0)
      article.x = x
      article.y = y
      // A shot that runs into something remains for one more frame.
      if (floor || wall !== 0 || ceiling) article.timer = 1
    },
    animation: (article) => {
      const { floats } = article
      article.vx = floats[VELOCITY]!
      article.vy = floats[VELOCITY + 1]!
      countDown(article)
    },
    bounces: true,
    bounced: ({ ints, floats, vx, vy }) => {
      ints[AGE] = 0
      floats[VELOCITY] = vx
      floats[VELOCITY + 1] = vy
    },
    // The speed stays after any reflection; the shot turns round on the next frame.
    reflected: (article) => {
      const { ints, floats } = article
      ints[AGE] = 0
      article.vx = floats[VELOCITY]!
      article.vy = floats[VELOCITY + 1]!
      floats[VELOCITY] = -article.vx
      floats[VELOCITY + 1] = -article.vy
    },
    rebuild: ({ ints, floats, timer, vx, vy }) => {
      floats[VELOCITY] = vx
      floats[VELOCITY + 1] = vy
      ints[AGE] = life - timer + 1
    },
  }
  const gun: ArticleKind = {
    type: gunType,
    isHeld: () => true,
    isLost: ({ spawn, ownedBy }) => ownedBy.heldArticle !== spawn || gunState(ownedBy.action, first) < 0,
    animation: (article) => {
      article.state = Math.max(0, gunState(article.ownedBy.action, first))
      passFrame(article)
    },
  }

  function draw(fighter: Fighter): void {
    const { x, y, match, action } = fighter
    const start = { x, y, state: gunState(action, first), timer: IN_HAND }
    fighter.heldArticle = match.articles.spawn(gun, fighter, start)?.spawn ?? -1
  }

  /**
   * Starts at the fighter's place before the frame's motion, and flies on the same frame. `x` and `y` are the place
   * that it then has.
   */
  function shoot(fighter: Fighter, x: number, y: number, vx: number, vy: number, state: number): void {
    const { match, heldArticle } = fighter
    const facing = vx < 0 ? -1 : 1
    const start = { x: f(x - vx), y: f(y - vy), vx, vy, state, facing, timer: life + 1 }
    const ray = match.articles.spawn(shot, fighter, start)
    if (ray) {
      ray.floats[VELOCITY] = vx
      ray.floats[VELOCITY + 1] = vy
    }
    const held = match.articles.find(heldArticle)
    if (held) held.misc[RECOIL] = 1
  }

  function enter(action: number): Callback {
    return (fighter) => {
      enterSpecial(fighter, action)
      askAgain(fighter, 0)
      Blaster.of(fighter).fired = false
      draw(fighter)
    }
  }

  function enterOnGround(fighter: Fighter): void {
    fighter.groundVelocity = 0
    fighter.selfVx = 0
    fighter.selfVy = 0
    enter(START)(fighter)
  }

  function enterLoop(fighter: Fighter, action: number): void {
    enterSpecial(fighter, action)
    Blaster.of(fighter).fired = false
  }

  /** Recordings show the first word of its private variables. */
  function askAgain(fighter: Fighter, again: number): void {
    Blaster.of(fighter).again = again
    fighter.misc = wholeWord(again)
  }

  function readAgain({ frame }: Muzzle): Callback {
    return (fighter) => {
      const { animationFrame, pressed } = fighter
      if (animationFrame < frame - ASKS_BEFORE || animationFrame > frame + ASKS_AFTER) return
      if (pressed & BUTTON.B) askAgain(fighter, 1)
    }
  }

  function animateStart(loop: number): Callback {
    return (fighter) => {
      if (hasScriptEnded(fighter)) enterLoop(fighter, loop)
    }
  }

  function animateLoop(loop: number, end: number, from: Muzzle): Callback {
    return (fighter) => {
      if (!hasScriptEnded(fighter)) {
        fire(fighter, from)
        return
      }
      if (Blaster.of(fighter).again === 0) {
        enterSpecial(fighter, end)
        return
      }
      enterLoop(fighter, loop)
      // The shots after the first are performances of their own (ftFx_SpecialN_OnChangeAction).
      fighter.instance = fighter.match.takeInstance()
      askAgain(fighter, 0)
    }
  }

  function animateEnd(next: Callback): Callback {
    return (fighter) => {
      if (!hasScriptEnded(fighter)) return
      fighter.heldArticle = -1
      next(fighter)
    }
  }

  function fire(fighter: Fighter, { frame, x: dx, y: dy }: Muzzle): void {
    const { x, y, facing, animationFrame } = fighter
    const own = Blaster.of(fighter)
    if (animationFrame < frame || own.fired) return
    own.fired = true
    shoot(fighter, f(x + facing * dx), f(y + dy), f(facing * speed), 0, 0)
  }

  const onGround = { physics: stopOnGround, collision: stayOrFallOff }
  const inAir = { physics: fallAndDrift, collision: landOnly }
  return {
    specials: { SpecialN: enterOnGround, SpecialAirN: enter(AIR_START) },
    articles: [gun, shot],
    actions: {
      ...(throws && throwShots(throws, speed, whileHeld, draw, shoot)),
      ...named(states, {
        SpecialNStart: { animation: animateStart(LOOP), ...onGround },
        SpecialNLoop: { animation: animateLoop(LOOP, END, muzzle), interrupt: readAgain(muzzle), ...onGround },
        SpecialNEnd: { animation: animateEnd(enterWait), ...onGround },
        SpecialAirNStart: { animation: animateStart(AIR_LOOP), ...inAir },
        SpecialAirNLoop: {
          animation: animateLoop(AIR_LOOP, AIR_END, airMuzzle),
          interrupt: readAgain(airMuzzle),
          ...inAir,
        },
        SpecialAirNEnd: { animation: animateEnd((fighter) => enterFall(fighter)), ...inAir },
      }),
    },
  }
}
