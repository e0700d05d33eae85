/** Skills for the time in which the opponent decides: in a hit, on the way down from it, and in a grab. */
import { BUTTON, stick, type Hands } from '../../controller.ts'
import { isFrom, ACTION, isHeld, isTumbling } from '../actions.ts'
import { CLICK } from '../inputs.ts'
import type { Skill } from '../mind.ts'
import { pathOf } from '../predict.ts'
import { DELAY } from '../timing.ts'

const TECH = 'tech'
/** A press this many frames before the floor still techs; another one so soon after it does not. */
const TECH_WINDOW = 14
const TECH_LOCKOUT = 42
/** From so much percent on a hit may take the stock. */
const DEADLY = 70

/** In the hitlag of a hit the stick bends the flight: at low percent out of the combo, at high percent up and in, to live. */
export const di: Skill = ({ me, opponent }) => {
  if (me.hitlag === 0 || !isFrom(me.action, ACTION.firstDamage, ACTION.lastDamage)) return null
  const home = me.x > 0 ? -1 : 1
  const away = Math.sign(me.x - opponent.x) || home
  return [me.percent > DEADLY ? stick(home * 0.8, 0.8) : stick(away)]
}

/** Shield as the floor comes near, once, with the stick to where it would roll: it lands on its feet. */
export const tech: Skill = (game, mind) => {
  const { me, stage, frame } = game
  if (!isTumbling(me) || me.hitlag > 0) return null
  const since = mind.since(TECH, frame)
  if (since < DELAY + TECH_WINDOW) return [teched(mind.pressedAt.get(TECH)!)]
  if (since < TECH_LOCKOUT) return null
  const { landsIn } = pathOf(me, stage)
  if (landsIn > DELAY + TECH_WINDOW) return null
  mind.pressedAt.set(TECH, frame)
  return [{ ...teched(frame), ...CLICK }]
}

/** In place, or a roll to a side: by the frame of the press, so that nobody knows it before. */
function teched(frame: number): Hands {
  return stick([0, 1, -1][frame % 3]!)
}

/** Held: every press and every turn of the stick shortens it. */
export const mash: Skill = ({ me, frame }) => {
  if (!isHeld(me)) return null
  return [frame % 2 === 0 ? stick(1, 0, BUTTON.A) : stick(-1, 0, BUTTON.X)]
}
