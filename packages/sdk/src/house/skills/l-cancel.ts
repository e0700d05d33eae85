/** The trigger just before an aerial lands halves its lag. */
import { isInAerial } from '../actions.ts'
import type { Touch } from '../mind.ts'
import { pathOf } from '../predict.ts'
import { SHIELD } from '../inputs.ts'
import { DELAY } from '../timing.ts'

const L_CANCEL = 'l-cancel'
/** A press this many frames before the landing counts. */
const WINDOW = 6
/** A body in the air reaches less far down than it stands, so it lands somewhat later than it seems. */
const MARGIN = 2

export const lCancel: Touch = (hands, { me, stage, frame }, mind) => {
  if (!isInAerial(me) || mind.since(L_CANCEL, frame) <= WINDOW) return hands
  const { landsIn } = pathOf(me, stage)
  if (landsIn > DELAY + MARGIN) return hands
  mind.pressedAt.set(L_CANCEL, frame)
  return { ...hands, ...SHIELD }
}
