/** The last look at what is played: nothing that throws the fighter into the pit. */
import { BUTTON, NEUTRAL, stick } from '../../controller.ts'
import type { Game } from '../../game.ts'
import { ACTION, isHanging, isLying, isOutOfPlay } from '../actions.ts'
import type { Touch } from '../mind.ts'
import { canAfford } from './come-back.ts'
import { isOffstage, placeOf } from './way-back.ts'

/** Frames that a jump takes which is under way, and an attack in the air. */
const LONG_HOP = 30
const AERIAL = 50

/** Over the pit: no fast fall, no air dodge and no special but the one that rescues; an attack only with the height for it. */
export const stayAlive: Touch = (hands, game, mind) => {
  const isRescue = mind.since('rescue', game.frame) < 1
  if (isRescue || !isOverPit(game) || isBound(game)) return hands
  const { stickX = NEUTRAL.stickX, stickY = NEUTRAL.stickY, cstickX, cstickY, buttons = 0 } = hands
  const jump = buttons & (BUTTON.X | BUTTON.Y)
  const drift = {
    ...stick(0),
    stickX,
    stickY: game.me.action >= ACTION.firstOwn ? stickY : Math.max(NEUTRAL.stickY, stickY),
  }
  if (!canAfford(game, AERIAL)) return { ...drift, buttons: jump }
  return {
    ...drift,
    cstickX: cstickX ?? NEUTRAL.cstickX,
    cstickY: cstickY ?? NEUTRAL.cstickY,
    buttons: jump | (buttons & BUTTON.A),
  }
}

/** Off the stage, or before it lands. */
function isOverPit({ me, stage }: Game): boolean {
  const here = placeOf(me, stage)
  // From a platform's end there is a fall first. Where it stands still, the edge itself is floor.
  if (!me.isAirborne) return placeOf(me, stage, here.height > 10 ? 16 : 6).out > Math.max(0, here.out)
  const untilLanding = me.speedY > 0 ? LONG_HOP : Math.min(LONG_HOP, here.height / -me.speedY + 5)
  return isOffstage(here) || placeOf(me, stage, untilLanding).out > 0
}

/** On the ledge, on the floor or above the stage with a new stock, where no way out leads into the pit. */
const isBound = ({ me }: Game): boolean => isHanging(me) || isLying(me) || isOutOfPlay(me)
