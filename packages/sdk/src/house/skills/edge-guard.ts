/**
 * The opponent is off the stage. While it has a jump left, wait at the edge, where it has to come past. Once it has none, take
 * the ledge that it needs: only one fighter can hang there.
 */
import { stick } from '../../controller.ts'
import { figuresOf } from '../../figures.ts'
import type { Game } from '../../game.ts'
import { ACTION, isHanging, isOutOfPlay } from '../actions.ts'
import { rest, wavedash } from '../inputs.ts'
import type { Skill } from '../mind.ts'
import { goTo } from './pursue.ts'
import { isOffstage, placeOf } from './way-back.ts'

/** Where one waits, from the edge; and where for one that hangs there, out of reach of what it does from there. */
const POST = 8
const OUT_OF_REACH = 24
/** From so near the edge a slide backward ends on the ledge; from nearer, its jump leaves the floor and falls past it. */
const SLIDE = 14
const TAKE_OFF = 6
/** Higher than this above the ledge the opponent does not need it. */
const HIGH = 25

/** Off the stage, and with nothing left but what ends on the ledge. */
function isSpent({ opponent, stage }: Game): boolean {
  const { height } = placeOf(opponent, stage)
  return (opponent.jumps === 0 || opponent.action >= ACTION.firstOwn) && height < HIGH
}

/** Off the stage. One that stands is not, also where a platform reaches out over the edge. */
function isOut({ opponent, stage }: Game): boolean {
  return opponent.isAirborne && !isOutOfPlay(opponent) && !isHanging(opponent) && isOffstage(placeOf(opponent, stage))
}

/** Back to the edge, and slide off it onto the ledge. */
export const takeLedge: Skill = (game) => {
  const { me, opponent, stage } = game
  const side = Math.sign(opponent.x)
  if (me.isAirborne || !isOut(game) || !isSpent(game) || me.y > stage.ledgeY + 8) return null
  const floor = stage.edge - side * me.x
  if (floor > SLIDE || floor < TAKE_OFF) return null
  // Only what is ahead is caught.
  if (me.facing === side) return [stick(-side * 0.5), ...rest(2)]
  return wavedash(side, figuresOf(me.character).jumpSquat)
}

/** On the ledge: stays for as long as the opponent needs it. */
export const keepLedge: Skill = (game) => {
  const { me, opponent } = game
  if (me.action !== ACTION.ledgeHang || !isOut(game) || opponent.x * me.x < 0) return null
  return rest(1)
}

/** At the edge, on the side of the opponent. */
export const waitAtEdge: Skill = (game) => {
  const { me, opponent, stage } = game
  if (me.isAirborne || isOutOfPlay(opponent)) return null
  const side = Math.sign(opponent.x)
  if (isHanging(opponent)) return goTo(side * (stage.edge - OUT_OF_REACH), game, 4)
  return isOut(game) ? goTo(side * (stage.edge - POST), game, 4) : null
}
