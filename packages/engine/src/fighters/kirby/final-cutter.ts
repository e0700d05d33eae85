/**
 * Final Cutter: up and down again along its animation, drifting by the stick, until it lands and sends a wave along the
 * floor. Source: doldecomp/melee (ftKb_SpecialHi, itkirbycutterbeam); the wave measured on recordings.
 * Its path: packages/engine/data/kirby/specials.csv.
 */
import type { Callback } from '../../actions/action.ts'
import { changeAction, leaveGround, touchGround } from '../../actions/change.ts'
import { tryLedge } from '../../actions/collide.ts'
import { standOrFall } from '../../actions/fall.ts'
import type { Article, ArticleKind } from '../../articles/article.ts'
import { articleHitbox } from '../../articles/hitbox.ts'
import { moveThroughAir, restOnFloor } from '../../articles/motion.ts'
import { landsOn, staysOnFloor } from '../../collision/fighter-body.ts'
import { ECB_LOCK_FRAMES } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { stopOnGround } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import { SPECIALS } from '../../tables/generated/kirby-specials.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, airTwinOf, enterSpecial, standing } from '../special.ts'

const START = 385
const AIR_START = 389
const RISE = 390
const FALL = 391
const LANDING = 388
const AIR_LANDING = 392

const FinalCutter = privates({
  hasTurned: 'flag',
  /** The wave exists. */
  hasCut: 'flag',
})

const TURN_STICK = f(0.25)
/** The stick moves it by eight times its usual drift. */
const DRIFT = 8
/** First counter on the way up and down at which floors and ledges count. */
const CATCH_FRAME = 21
const CUT_FRAME = 1
/** Rise of the animation by counter; the last value holds in the fall after it. */
const RISES: readonly number[] = SPECIALS.finalCutter.rises.map(f)

const WAVE_SPEED = 4
const WAVE_LOSS = f(0.1)
const WAVE_AHEAD = f(3.5)
const WAVE_LIFE = 25
const WAVE_HIT = articleHitbox({
  damage: 6,
  angle: 361,
  growth: 30,
  baseKnockback: 60,
  element: 'slash',
  radius: f(3.5),
  y: f(3.5),
})
const WAVE_HITS = [WAVE_HIT]

/** Words of the wave: its speed along its floor, and the slope of the floor. */
const SPEED = 0
const NORMAL_X = 1
const NORMAL_Y = 2

function setMotion(article: Article): void {
  const { floats, facing } = article
  article.vx = f(facing * f(floats[SPEED]! * floats[NORMAL_Y]!))
  article.vy = f(-facing * f(floats[SPEED]! * floats[NORMAL_X]!))
}

function takeSlope(article: Article): void {
  const { normalX, normalY } = article.match.terrain
  article.floats[NORMAL_X] = normalX[article.floorLine]!
  article.floats[NORMAL_Y] = normalY[article.floorLine]!
}

const WAVE: ArticleKind = {
  type: 50,
  isReflectable: true,
  isAbsorbable: true,
  hitboxes: () => WAVE_HITS,
  hit: () => {},
  reflected: (article) => {
    article.facing = -article.facing
    setMotion(article)
  },
  physics: (article) => {
    article.floats[SPEED] = Math.max(WAVE_LOSS, f(article.floats[SPEED]! - WAVE_LOSS))
    setMotion(article)
  },
  collision: (article) => {
    if (!article.isAirborne) {
      if (restOnFloor(article, 0)) takeSlope(article)
      else article.isAirborne = true
      return
    }
    const { floor, wall } = moveThroughAir(article, 0)
    if (wall !== 0) article.remove()
    else if (floor) {
      article.isAirborne = false
      takeSlope(article)
    }
  },
  rebuild: (article) => {
    article.floats[SPEED] = f(Math.hypot(article.vx, article.vy))
    article.floats[NORMAL_X] = f(-article.facing * f(article.vy / article.floats[SPEED]))
    article.floats[NORMAL_Y] = f((article.facing * article.vx) / article.floats[SPEED])
  },
}

function enter(fighter: Fighter): void {
  enterSpecial(fighter, fighter.isAirborne ? AIR_START : START)
  FinalCutter.of(fighter).hasTurned = false
}

/** The stick turns it round once before it leaps. */
function turn(fighter: Fighter): void {
  const { stickX, facing } = fighter
  const own = FinalCutter.of(fighter)
  if (own.hasTurned || f(stickX * facing) >= -TURN_STICK) return
  own.hasTurned = true
  fighter.facing = -facing
}

function drift(fighter: Fighter): void {
  const { airDriftStickMul, airDriftMax } = fighter.kind.attributes
  const vx = f(f(fighter.stickX * airDriftStickMul) * DRIFT)
  fighter.selfVx = Math.max(-airDriftMax, Math.min(airDriftMax, vx))
}

const leap: Callback = afterScript((fighter) => {
  if (!fighter.isAirborne) leaveGround(fighter, ECB_LOCK_FRAMES)
  changeAction(fighter, RISE)
})

function land(fighter: Fighter): void {
  touchGround(fighter)
  fighter.groundVelocity = 0
  fighter.selfVx = 0
  fighter.selfVy = 0
  changeAction(fighter, LANDING)
  FinalCutter.of(fighter).hasCut = false
}

function catchOrLand(fighter: Fighter): void {
  if (landsOn(fighter, false)) land(fighter)
  else tryLedge(fighter)
}

function cut(fighter: Fighter): void {
  const { animationFrame, x, y, facing, match } = fighter
  const own = FinalCutter.of(fighter)
  if (animationFrame < CUT_FRAME || own.hasCut) return
  own.hasCut = true
  const { normalX, normalY } = match.terrain
  const slopeX = fighter.floorLine >= 0 ? normalX[fighter.floorLine]! : 0
  const slopeY = fighter.floorLine >= 0 ? normalY[fighter.floorLine]! : 1
  const vx = f(facing * f(WAVE_SPEED * slopeY))
  const vy = f(-facing * f(WAVE_SPEED * slopeX))
  // It begins on the floor ahead, and has already moved on the frame that first shows it.
  const startY = f(y - f(f(facing * WAVE_AHEAD * slopeX) / slopeY))
  const start = { x: f(f(x + facing * WAVE_AHEAD) + vx), y: f(startY + vy), vx, vy, timer: WAVE_LIFE }
  const wave = match.articles.spawn(WAVE, fighter, start)
  if (!wave) return
  wave.floats[SPEED] = WAVE_SPEED
  wave.floats[NORMAL_X] = slopeX
  wave.floats[NORMAL_Y] = slopeY
  wave.floorLine = fighter.floorLine
  wave.isAirborne = fighter.isAirborne
}

const landing = { animation: afterScript(standOrFall), accessory: cut }

export const FINAL_CUTTER: FighterOverrides = {
  specials: { SpecialHi: enter, SpecialAirHi: enter },
  articles: [WAVE],
  actions: {
    SpecialHi1: { animation: leap, interrupt: turn, ...standing(AIR_START) },
    SpecialAirHi1: {
      animation: leap,
      interrupt: turn,
      physics: (fighter) => {
        fighter.selfVy = 0
        drift(fighter)
      },
      collision: airTwinOf(START),
    },
    SpecialAirHi2: {
      animation: afterScript((fighter) => changeAction(fighter, FALL)),
      physics: (fighter) => {
        fighter.selfVy = RISES[Math.min(RISES.length - 1, fighter.animationFrame)]!
        drift(fighter)
      },
      collision: (fighter) => {
        if (fighter.animationFrame >= CATCH_FRAME) catchOrLand(fighter)
        else landsOn(fighter, true)
      },
    },
    SpecialAirHi3: { physics: drift, collision: catchOrLand },
    SpecialHi4: {
      ...landing,
      physics: stopOnGround,
      collision: (fighter) => {
        if (staysOnFloor(fighter)) return
        leaveGround(fighter, ECB_LOCK_FRAMES)
        fighter.action = AIR_LANDING
      },
    },
    SpecialAirHi4: { ...landing, collision: (fighter) => void landsOn(fighter, true) },
  },
}
