/** The opponent cannot choose where it is: in hitstun, in the air, on the floor, off the stage. Be where it will be. */
import { stick } from '../../controller.ts'
import type { Game } from '../../game.ts'
import { isDown, isHanging, isOutOfPlay, isTumbling } from '../actions.ts'
import { dash, rest, walk } from '../inputs.ts'
import type { Skill } from '../mind.ts'
import { HORIZON, pathOf } from '../predict.ts'
import { isOffstage, placeOf } from './way-back.ts'

const KEEP = 6
/** Where to wait for one that hangs on the ledge: out of reach of what it does from there. */
const OUT_OF_REACH = 24

/** To where it comes down, or lies. */
export const pursue: Skill = (game) => {
  const { me, opponent } = game
  if (me.isAirborne || isOutOfPlay(opponent)) return null
  const isBound = isTumbling(opponent) || opponent.isInHitstun || isDown(opponent)
  if (!isBound && !(opponent.isAirborne && opponent.y > me.y + 25)) return null
  return goTo(landingOf(game), game, 5)
}

function landingOf({ opponent, stage }: Game): number {
  const { xs, landsIn } = pathOf(opponent, stage)
  return xs[Math.min(landsIn, HORIZON)]!
}

/** At the edge, while it is off the stage. */
export const waitAtEdge: Skill = (game) => {
  const { me, opponent, stage } = game
  if (me.isAirborne || isOutOfPlay(opponent)) return null
  const side = Math.sign(opponent.x)
  if (isHanging(opponent)) return goTo(side * (stage.edge - OUT_OF_REACH), game, 4)
  return isOffstage(placeOf(opponent, stage)) ? goTo(side * (stage.edge - 8), game, 4) : null
}

function goTo(x: number, { me, opponent, stage }: Game, near: number) {
  const goal = Math.max(KEEP - stage.edge, Math.min(stage.edge - KEEP, x))
  const away = goal - me.x
  const toward = Math.sign(away)
  if (Math.abs(away) > 22) return dash(toward, 4)
  if (Math.abs(away) > near) return walk(toward, 2)
  const facing = Math.sign(opponent.x - me.x)
  return facing !== 0 && facing !== me.facing ? [stick(facing * 0.5), {}] : rest(1)
}
