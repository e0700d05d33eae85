/**
 * The Peach Bomber: drawn back, then a leap forward that detects a fighter, a longer one after a flick. Where it meets
 * a body or a shield it explodes and throws her back; else it ends in a slide, or in the air. Source: doldecomp/melee
 * (ftPe_SpecialS, itpeachexplode); speeds from the sources of a public randomizer and in-game recordings of motion, the
 * hit from FightCore; its slowing and the throw back as in 7 recorded ones. No recorded one missed, and the size of the
 * blast is an estimate.
 */
import type { ActionCallbacks, Callback } from '../../actions/action.ts'
import { changeAction, leaveGround, touchGround } from '../../actions/change.ts'
import type { ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { articleHitbox } from '../../articles/hitbox.ts'
import { landsOn } from '../../collision/fighter-body.ts'
import { ECB_LOCK_FRAMES } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { fallUpTo, slowInAirBy } from '../../movement/air.ts'
import { setMotion } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, enterSpecial, falling, flyBack, groundTwinOf, standing, thenFall, thenWait } from '../special.ts'

const START = 354
const END = 355
const AIR_START = 357
const AIR_END = 358
const BURST_END = 359
const LEAP = 360

/** Frames since the stick's flick for which the leap is the longer one. */
const FLICK_FRAMES = 4
/** On the ground she begins at this speed and gains the same on each frame; in the air she hops. */
const START_SPEED = f(0.1)
const START_ACCELERATION = f(0.025)
const HOP = f(1.25)
/** The leap begins behind and above where she stood, at this speed. */
const LEAP_FROM = { x: f(-4), y: f(3.5) } as const
const LEAP_SPEED = f(3)
const FLICK_SPEED = f(3.5)
const LEAP_RISE = f(0.5)
const GRAVITY = f(0.08)
const TERMINAL_VELOCITY = f(1.5)
/** Script frame from which the leap slows, and by how much. */
const SLOW_FRAME = 4
const SLOWING = f(0.34)
/** Share of the speed that remains after a leap that missed. */
const MISS_SHARE = f(0.5)
/** Thrown back by the blast, and up. */
const RECOIL = { x: f(-1), y: f(1.4) } as const

const Bomber = privates({
  /** 1 after a flick. */
  isFlicked: 'int',
})

const BLAST: ArticleHitbox = articleHitbox({
  radius: f(6),
  damage: 16,
  angle: 70,
  growth: 40,
  baseKnockback: 80,
  element: 'fire',
})
/** By state. */
const BLASTS: readonly (readonly ArticleHitbox[])[] = [
  [BLAST],
  [articleHitbox({ ...BLAST, damage: 18, angle: 55, baseKnockback: 100 })],
]
const NONE: readonly ArticleHitbox[] = []
/** Frames for which the blast exists, and those on which it hits. */
const BLAST_FRAMES = 20
const BLAST_HITS = 2
/** Height of the blast above her feet. */
const BLAST_Y = f(7)

const EXPLOSION: ArticleKind = {
  type: 98,
  hitboxes: ({ state, timer }) => (timer > BLAST_FRAMES - BLAST_HITS ? BLASTS[state]! : NONE),
  hit: () => {},
  shielded: () => {},
  clanked: () => {},
}

function note(fighter: Fighter): void {
  Bomber.of(fighter).isFlicked = fighter.tiltXTimer < FLICK_FRAMES ? 1 : 0
}

function enterOnGround(fighter: Fighter): void {
  note(fighter)
  fighter.selfVy = 0
  fighter.groundVelocity = f(START_SPEED * fighter.facing)
  enterSpecial(fighter, START)
}

function enterInAir(fighter: Fighter): void {
  note(fighter)
  fighter.selfVx = 0
  fighter.selfVy = HOP
  enterSpecial(fighter, AIR_START)
}

function leap(fighter: Fighter): void {
  if (!fighter.isAirborne) {
    leaveGround(fighter, ECB_LOCK_FRAMES)
    fighter.x = f(fighter.x + fighter.facing * LEAP_FROM.x)
    fighter.y = f(fighter.y + LEAP_FROM.y)
  }
  fighter.selfVx = f(fighter.facing * (Bomber.of(fighter).isFlicked === 0 ? LEAP_SPEED : FLICK_SPEED))
  fighter.selfVy = LEAP_RISE
  changeAction(fighter, LEAP)
}

function moveInStart(fighter: Fighter): void {
  fighter.groundVelocity = f(fighter.groundVelocity + fighter.facing * START_ACCELERATION)
  setMotion(fighter)
}

function moveInLeap(fighter: Fighter): void {
  fallUpTo(fighter, GRAVITY, TERMINAL_VELOCITY)
  if (fighter.animationFrame >= SLOW_FRAME) slowInAirBy(fighter, SLOWING)
  else fighter.airAccelerationX = 0
}

function miss(fighter: Fighter): void {
  fighter.selfVx = f(fighter.selfVx * MISS_SHARE)
  changeAction(fighter, AIR_END)
}

function collideInLeap(fighter: Fighter): void {
  if (!landsOn(fighter, false)) return
  touchGround(fighter)
  changeAction(fighter, END)
}

function burst(fighter: Fighter): void {
  const { x, y, facing, match } = fighter
  const own = Bomber.of(fighter)
  const start = { x, y: f(y + BLAST_Y), state: own.isFlicked, timer: BLAST_FRAMES }
  changeAction(fighter, BURST_END)
  match.articles.spawn(EXPLOSION, fighter, start)
  fighter.selfVx = f(facing * RECOIL.x)
  fighter.selfVy = RECOIL.y
}

const leapAfter: Callback = afterScript(leap)
const inAirEnd: ActionCallbacks = { animation: thenFall, ...falling(END) }

export const BOMBER: FighterOverrides = {
  specials: { SpecialS: enterOnGround, SpecialAirS: enterInAir },
  actions: {
    SpecialSStart: { animation: leapAfter, physics: moveInStart, collision: groundTwinOf(AIR_START) },
    SpecialAirSStart: { animation: leapAfter, ...falling(START) },
    SpecialAirSJump: {
      animation: afterScript(miss),
      physics: moveInLeap,
      collision: collideInLeap,
      detects: burst,
      turned: flyBack,
    },
    SpecialSEnd: { animation: thenWait, ...standing(AIR_END) },
    SpecialAirSEnd_0: inAirEnd,
    SpecialAirSEnd_1: inAirEnd,
  },
  articles: [EXPLOSION],
}
