/**
 * The chain: swung out, held as long as B is, drawn in. Source: doldecomp/melee (ftSk_SpecialS, itseakchain); figures
 * as a public randomizer lists them. In the game it is a rope that follows the hand and the stick; here it hits where
 * recordings of one swing show it, and does not follow the stick.
 */
import type { Callback } from '../../actions/action.ts'
import { changeAction, leaveGround, touchGround } from '../../actions/change.ts'
import { enterFall } from '../../actions/fall.ts'
import { hasScriptEnded } from '../../actions/script.ts'
import { enterWait } from '../../actions/wait.ts'
import type { ArticleKind } from '../../articles/article.ts'
import { landsOn, staysWithinFloor } from '../../collision/fighter-body.ts'
import { ECB_LOCK_FRAMES } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { fallWithoutDrift, slowInAir } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import { airTwinOf, enterSpecial, falling, heldGroundTwinOf, twinHere } from '../special.ts'

const START = 349
const SWING = 350
const END = 351
/** The id of each airborne state minus that of its grounded twin. */
const TO_AIR = 3

const Chain = privates({
  frames: 'int',
  /** B was released. */
  released: 'flag',
})

/** Frames of the start before the chain exists, and before it swings. */
const COMES_OUT = 22
const START_FRAMES = 32
const LEAST_FRAMES = 10
/** Frame of the end on which it is removed. */
const DRAWN_IN = 28
const HAND_X = f(12.9)
const HAND_Y = f(9.5)
/** Lifetime as recordings show it for held articles. */
const IN_HAND = 1400

function isOut(fighter: Fighter): boolean {
  const { action } = fighter
  const own = Chain.of(fighter)
  const isEnding = action === END || action === END + TO_AIR
  return action >= START && action <= END + TO_AIR && !(isEnding && own.frames >= DRAWN_IN)
}

const chain: ArticleKind = {
  type: 97,
  isHeld: () => true,
  animation: (article) => {
    const { ownedBy } = article
    if (!isOut(ownedBy) || !ownedBy.kind.articles.includes(chain)) article.remove()
  },
}

function enter(fighter: Fighter): void {
  if (fighter.isAirborne) fighter.selfVy = 0
  enterSpecial(fighter, twinHere(fighter, START, TO_AIR))
  Chain.of(fighter).frames = 0
  Chain.of(fighter).released = false
}

function animateStart(fighter: Fighter): void {
  const { match, x, y, facing } = fighter
  const own = Chain.of(fighter)
  own.frames++
  if (own.frames === COMES_OUT) {
    match.articles.spawn(chain, fighter, { x: f(x + facing * HAND_X), y: f(y + HAND_Y), timer: IN_HAND })
  }
  if (own.frames <= START_FRAMES) return
  changeAction(fighter, twinHere(fighter, SWING, TO_AIR))
  own.frames = 0
}

function drawIn(fighter: Fighter): void {
  changeAction(fighter, twinHere(fighter, END, TO_AIR))
  Chain.of(fighter).frames = 0
}

function animateSwing(fighter: Fighter): void {
  const own = Chain.of(fighter)
  own.frames++
  if (own.frames > LEAST_FRAMES && own.released) drawIn(fighter)
}

function noteRelease(fighter: Fighter): void {
  if ((fighter.held & BUTTON.B) === 0) Chain.of(fighter).released = true
}

function animateEnd(next: Callback): Callback {
  return (fighter) => {
    Chain.of(fighter).frames++
    if (hasScriptEnded(fighter)) next(fighter)
  }
}

/** She is weightless until the frame before the chain is out, as recordings show. */
function moveAirStart(fighter: Fighter): void {
  if (Chain.of(fighter).frames >= COMES_OUT - 1) fallWithoutDrift(fighter)
  else slowInAir(fighter)
}

export const CHAIN: FighterOverrides = {
  specials: { SpecialS: enter, SpecialAirS: enter },
  articles: [chain],
  actions: {
    SpecialSStart: { animation: animateStart, physics: stopOnGround, collision: heldGroundTwinOf(START + TO_AIR) },
    SpecialS: {
      animation: animateSwing,
      interrupt: noteRelease,
      physics: stopOnGround,
      collision: (fighter) => {
        if (staysWithinFloor(fighter)) return
        leaveGround(fighter, ECB_LOCK_FRAMES)
        drawIn(fighter)
      },
    },
    SpecialSEnd: { animation: animateEnd(enterWait), physics: stopOnGround, collision: heldGroundTwinOf(END + TO_AIR) },
    SpecialAirSStart: { animation: animateStart, physics: moveAirStart, collision: airTwinOf(START) },
    SpecialAirS: {
      animation: animateSwing,
      interrupt: noteRelease,
      physics: fallWithoutDrift,
      collision: (fighter) => {
        if (!landsOn(fighter, false)) return
        touchGround(fighter)
        drawIn(fighter)
      },
    },
    SpecialAirSEnd: {
      animation: animateEnd((fighter) => enterFall(fighter)),
      ...falling(END),
    },
  },
}
