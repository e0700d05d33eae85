/**
 * The Yoshi Bomb: a hop, then straight down; where he lands a star flies to either side. Source: doldecomp/melee
 * (ftYs_SpecialLw, ityoshistar); the hop in the air, speeds and stars measured on recordings, the hop off the ground
 * from in-game recordings of motion, hits from FightCore.
 */
import { actionOf } from '../../actions/action.ts'
import { changeAction, halt, leaveGround, swapAction, touchGround } from '../../actions/change.ts'
import { tryLedge } from '../../actions/collide.ts'
import { hasScriptEnded } from '../../actions/script.ts'
import type { ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { articleHitbox } from '../../articles/hitbox.ts'
import { lookAlong, MEETING, meetsFloor } from '../../articles/surfaces.ts'
import { FLOOR_GAP } from '../../collision/airborne.ts'
import { landsOn } from '../../collision/fighter-body.ts'
import { ECB_LOCK_FRAMES } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { stopOnGround } from '../../movement/ground.ts'
import { SPECIALS } from '../../tables/generated/yoshi-specials.ts'
import { motionY } from '../../tables/root-motion.ts'
import type { FighterOverrides } from '../kind.ts'
import { enterSpecial, stayOrFallOff, thenWait } from '../special.ts'

const HOP = 366
const LANDING = 367
const DROP = 368

/** Vertical speed of the hop in the air, by script frame from 15 on. */
const HOP_START = 15
const HOP_SPEEDS = SPECIALS.bomb.hop.map(f)
const DROP_SPEED = f(-5)
/** Script frame at which the drop continues after the hop off the ground. */
const DROP_FRAME = 20

/** Where a star appears beside him; over a floor it stands as far above it as its body reaches down. */
const STAR_FROM = { x: f(8), y: 1 } as const
const STAR_REACH = 3
const STAR_SPEED = f(0.8)
const STAR_SLOWING = f(0.02)
const STAR_RISE = f(0.48)
const STAR_GRAVITY = f(0.03)
const STAR_FRAMES = 16
/** Its time as recordings show it; its animation ends it. */
const STAR_TIMER = 1400
/** The word of a star that counts its frames. */
const AGE = 0
const STAR_BOXES: readonly ArticleHitbox[] = [
  articleHitbox({
    radius: f(2.5),
    damage: 1,
    angle: 361,
    growth: 50,
    baseKnockback: 50,
    element: 'normal',
    interaction: 2,
  }),
]

const STAR: ArticleKind = {
  type: 88,
  isReflectable: true,
  isAbsorbable: true,
  hitboxes: () => STAR_BOXES,
  animation: (article) => {
    if (++article.ints[AGE]! >= STAR_FRAMES) article.remove()
  },
  physics: (article) => {
    article.vy = f(article.vy - STAR_GRAVITY)
    article.vx = f(article.vx - article.facing * STAR_SLOWING)
  },
  rebuild: (article) => {
    article.ints[AGE] = Math.round((STAR_SPEED - Math.abs(article.vx)) / STAR_SLOWING)
  },
}

function enterOnGround(fighter: Fighter): void {
  leaveGround(fighter, ECB_LOCK_FRAMES)
  enterSpecial(fighter, HOP)
  halt(fighter)
}

function enterInAir(fighter: Fighter): void {
  enterSpecial(fighter, DROP)
  fighter.selfVx = 0
  fighter.selfVy = 0
}

function animateHop(fighter: Fighter): void {
  if (!hasScriptEnded(fighter)) return
  swapAction(fighter, DROP)
  fighter.animationFrame = DROP_FRAME
}

function moveInHop(fighter: Fighter): void {
  fighter.selfVy = motionY(actionOf(fighter.kind, HOP).motion, fighter.animationFrame)
}

/** It stays on its last frame until it lands. */
function animateDrop(fighter: Fighter): void {
  if (fighter.animationFrame > DROP_FRAME) fighter.animationFrame = DROP_FRAME
}

function moveInDrop(fighter: Fighter): void {
  const at = fighter.animationFrame - HOP_START
  fighter.selfVy = at < 0 ? 0 : (HOP_SPEEDS[at] ?? DROP_SPEED)
}

function collide(fighter: Fighter): void {
  if (!landsOn(fighter, false)) {
    if (fighter.selfVy < 0) tryLedge(fighter)
    return
  }
  if (fighter.selfVy > 0 || fighter.animationFrame < HOP_START) return
  touchGround(fighter)
  fighter.groundVelocity = 0
  changeAction(fighter, LANDING)
}

function scatter(fighter: Fighter): void {
  if (fighter.actionFrame > 1) return
  const { match, kind } = fighter
  const middle = f(fighter.y + kind.body.top / 2)
  for (let side = -1; side <= 1; side += 2) {
    const x = f(fighter.x + side * STAR_FROM.x)
    const y = f(fighter.y + STAR_FROM.y)
    lookAlong(x, middle, x, f(y - STAR_REACH))
    match.articles.spawn(STAR, fighter, {
      x,
      y: meetsFloor(match.terrain) ? f(f(MEETING.y + FLOOR_GAP) + STAR_REACH) : y,
      vx: f(side * STAR_SPEED),
      vy: STAR_RISE,
      facing: side,
      timer: STAR_TIMER,
    })
  }
}

export const YOSHI_BOMB: FighterOverrides = {
  specials: { SpecialLw: enterOnGround, SpecialAirLw: enterInAir },
  actions: {
    SpecialLw: { animation: animateHop, physics: moveInHop, collision: collide },
    SpecialAirLw: { animation: animateDrop, physics: moveInDrop, collision: collide },
    SpecialLwLanding: { animation: thenWait, accessory: scatter, physics: stopOnGround, collision: stayOrFallOff },
  },
  articles: [STAR],
}
