/**
 * The blaster of Fox and Falco: drawn, fired as often as B is pressed again while it fires, put away. It is an article of
 * its own for as long as it is in the hand; each shot is another. Source: doldecomp/melee (ftFx_SpecialN, itfoxlaser,
 * itfoxblaster); flight, life and places measured on 2,000 recorded shots.
 */
import type { ActionCallbacks, Callback } from '../../actions/action.ts'
import { hasScriptEnded } from '../../actions/attack.ts'
import { enterFall } from '../../actions/fall.ts'
import { enterWait } from '../../actions/wait.ts'
import type { ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { moveThroughAir } from '../../articles/motion.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { fallAndDrift } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import type { Specials } from '../kind.ts'
import { enterSpecial, landOnly, named, stayOrFallOff, type Copy } from '../special.ts'

const OWN: Copy = { first: 341, prefix: '' }

// Private variables, handed on from the start to the end.
/** 1 once B was pressed again. */
const AGAIN = 0
/** The shot of this loop is out. */
const FIRED = 1

/** The gun's life as recordings show it: it lasts as long as it is in the hand. */
const IN_HAND = 1400

export interface BlasterValues {
  readonly gunType: number
  readonly shotType: number
  readonly speed: number
  /** Frames that a shot flies. */
  readonly life: number
  /** Where a shot leaves on the ground and in the air, from the fighter. */
  readonly muzzle: Muzzle
  readonly airMuzzle: Muzzle
  readonly hitbox: ArticleHitbox
}

interface Muzzle {
  /** Counter of a loop on which the shot leaves. */
  readonly frame: number
  readonly x: number
  readonly y: number
}

export interface Blaster {
  readonly specials: Specials
  readonly actions: Readonly<Record<string, ActionCallbacks>>
  readonly articles: readonly ArticleKind[]
}

export function blaster(values: BlasterValues, states = OWN): Blaster {
  const { gunType, shotType, speed, life, muzzle, airMuzzle, hitbox } = values
  const START = states.first
  const LOOP = START + 1
  const END = START + 2
  const AIR_START = START + 3
  const AIR_LOOP = START + 4
  const AIR_END = START + 5

  function isFiring({ action }: Fighter): boolean {
    return action >= START && action <= AIR_END
  }

  const hitboxes = [hitbox]
  const shot: ArticleKind = {
    type: shotType,
    isReflectable: true,
    isAbsorbable: true,
    hitboxes: () => hitboxes,
    collision: (article) => {
      const { floor, wall, ceiling } = moveThroughAir(article, 0)
      // What runs into something is seen for one frame more.
      if (floor || wall !== 0 || ceiling) article.timer = 1
    },
  }
  const gun: ArticleKind = {
    type: gunType,
    isHeld: () => true,
    animation: (article) => {
      const { ownedBy } = article
      if (!isFiring(ownedBy) || ownedBy.heldArticle !== article.spawn) article.remove()
    },
  }

  function enter(action: number): Callback {
    return (fighter) => {
      enterSpecial(fighter, action)
      fighter.stateInts[AGAIN] = 0
      fighter.stateInts[FIRED] = 0
      const { x, y, match } = fighter
      fighter.heldArticle = match.articles.spawn(gun, fighter, { x, y, timer: IN_HAND })?.spawn ?? -1
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
    fighter.stateInts[AGAIN] = 0
    fighter.stateInts[FIRED] = 0
  }

  function enterEnd(fighter: Fighter, action: number): void {
    enterSpecial(fighter, action)
  }

  function askAgain(fighter: Fighter): void {
    if (fighter.pressed & BUTTON.B) fighter.stateInts[AGAIN] = 1
  }

  function animateStart(loop: number): Callback {
    return (fighter) => {
      if (hasScriptEnded(fighter)) enterLoop(fighter, loop)
    }
  }

  function animateLoop(loop: number, end: number): Callback {
    return (fighter) => {
      if (!hasScriptEnded(fighter)) return
      if (fighter.stateInts[AGAIN] !== 0) enterLoop(fighter, loop)
      else enterEnd(fighter, end)
    }
  }

  function animateEnd(next: Callback): Callback {
    return (fighter) => {
      if (!hasScriptEnded(fighter)) return
      fighter.heldArticle = -1
      next(fighter)
    }
  }

  function fire({ frame, x: dx, y: dy }: Muzzle): Callback {
    return (fighter) => {
      if (fighter.animationFrame < frame || fighter.stateInts[FIRED] !== 0) return
      fighter.stateInts[FIRED] = 1
      const { x, y, facing, match } = fighter
      const start = { x: f(x + facing * dx), y: f(y + dy), vx: f(facing * speed), timer: life }
      match.articles.spawn(shot, fighter, start)
    }
  }

  const onGround = { physics: stopOnGround, collision: stayOrFallOff }
  const inAir = { physics: fallAndDrift, collision: landOnly }
  return {
    specials: { SpecialN: enterOnGround, SpecialAirN: enter(AIR_START) },
    articles: [gun, shot],
    actions: named(states, {
      SpecialNStart: { animation: animateStart(LOOP), interrupt: askAgain, ...onGround },
      SpecialNLoop: { animation: animateLoop(LOOP, END), interrupt: askAgain, accessory: fire(muzzle), ...onGround },
      SpecialNEnd: { animation: animateEnd(enterWait), ...onGround },
      SpecialAirNStart: { animation: animateStart(AIR_LOOP), interrupt: askAgain, ...inAir },
      SpecialAirNLoop: {
        animation: animateLoop(AIR_LOOP, AIR_END),
        interrupt: askAgain,
        accessory: fire(airMuzzle),
        ...inAir,
      },
      SpecialAirNEnd: { animation: animateEnd((fighter) => enterFall(fighter)), ...inAir },
    }),
  }
}
