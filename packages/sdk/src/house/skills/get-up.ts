/** Off the ledge and off the floor again. */
import { BUTTON, stick, type Hands } from '../../controller.ts'
import { ACTION, isLying } from '../actions.ts'
import { hold, rest, CLICK, type Plan } from '../inputs.ts'
import type { Skill } from '../mind.ts'

/** Nearer than this the opponent may be struck from the ledge or from the floor. */
const NEAR = 22

const press = (hands: Hands): Plan => [{}, ...hold(hands, 2), ...rest(4)]

/** By chance: climb, jump, roll, or attack. */
export const leaveLedge: Skill = ({ me }, { random }) => {
  if (me.action === ACTION.ledgeCatch) return rest(1)
  if (me.action !== ACTION.ledgeHang) return null
  const option = random.pick<Hands>([
    [3, stick(0, 1)],
    [3, { buttons: BUTTON.X }],
    [2, CLICK],
    [2, { buttons: BUTTON.A }],
  ])
  return [...rest(random.between(1, 20)), ...press(option)]
}

/** By where the opponent stands: an attack where it is near, else the way that leads past it. */
export const leaveLedgeWell: Skill = ({ me, opponent }, { random }) => {
  if (me.action === ACTION.ledgeCatch) return rest(1)
  if (me.action !== ACTION.ledgeHang) return null
  const distance = Math.abs(opponent.x - me.x)
  if (distance > 50) return press(stick(0, 1))
  return press(
    random.pick<Hands>(
      distance < NEAR
        ? [
            [3, CLICK],
            [2, { buttons: BUTTON.A }],
            [2, { buttons: BUTTON.X }],
          ]
        : [
            [3, stick(0, 1)],
            [2, CLICK],
            [2, { buttons: BUTTON.X }],
          ],
    ),
  )
}

/** By chance: stand up, roll, or attack. */
export const getUp: Skill = ({ me }, { random }) => {
  if (!isLying(me)) return null
  const option = random.pick<Hands>([
    [3, stick(0, 1)],
    [2, stick(1)],
    [2, stick(-1)],
    [2, { buttons: BUTTON.A }],
  ])
  return [...rest(random.between(1, 12)), ...press(option)]
}

/** At once: an attack where the opponent is near, else away from it. */
export const getUpWell: Skill = ({ me, opponent }, { random }) => {
  if (!isLying(me)) return null
  const away = Math.sign(me.x - opponent.x) || 1
  if (Math.abs(opponent.x - me.x) < NEAR && random.chance(0.6)) return press({ buttons: BUTTON.A })
  return press(
    random.pick([
      [2, stick(away)],
      [1, stick(-away)],
      [2, stick(0, 1)],
    ]),
  )
}
