/** The opponent cannot choose where it is: in hitstun, in the air, on the floor, off the stage. Be where it will be. */
import { stick } from '../../controller.ts'
import type { Game } from '../../game.ts'
import { isDown, isOutOfPlay, isTumbling } from '../actions.ts'
import { dash, rest, walk, type Plan } from '../inputs.ts'
import type { Skill } from '../mind.ts'
import { HORIZON, pathOf } from '../predict.ts'

const KEEP = 6

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

/** To a place on the stage; there, toward the opponent. */
export function goTo(x: number, { me, opponent, stage }: Game, near: number): Plan {
  const goal = Math.max(KEEP - stage.edge, Math.min(stage.edge - KEEP, x))
  const away = goal - me.x
  const toward = Math.sign(away)
  if (Math.abs(away) > 22) return dash(me, toward, 5)
  if (Math.abs(away) > near) return walk(toward, 2)
  const facing = Math.sign(opponent.x - me.x)
  return facing !== 0 && facing !== me.facing ? [stick(facing * 0.5), {}] : rest(1)
}
