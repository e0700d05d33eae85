/** The opponent cannot choose where it is: in hitstun, in the air, on the floor, off the stage. Be where it will be. */
import type { Game } from '../../game.ts'
import { isDown, isOutOfPlay, isTumbling } from '../actions.ts'
import { dash, walk, type Plan } from '../inputs.ts'
import type { Skill } from '../mind.ts'
import { HORIZON, pathOf } from '../predict.ts'
import { face } from './go.ts'

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
export function goTo(x: number, game: Game, near: number): Plan {
  const { me, stage } = game
  const goal = Math.max(KEEP - stage.edge, Math.min(stage.edge - KEEP, x))
  const away = goal - me.x
  const toward = Math.sign(away)
  if (Math.abs(away) > 22) return dash(me, toward, 5)
  if (Math.abs(away) > near) return walk(toward, 2)
  return face(game)
}
