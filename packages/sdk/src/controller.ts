/** Short names for controller input, for bots that do not work with raw bytes. */
import { encodePad, NEUTRAL, PAD_BYTES, type Controller } from '@arena/protocol'

export { BUTTON, NEUTRAL, type Controller } from '@arena/protocol'

/** What a bot gives for a frame: the parts it cares for, all others at rest. */
export type Hands = Partial<Controller>

const CENTRE = 128
/** Raw units from the centre to full tilt; the game takes no more than this from either axis. */
const FULL = 80

/** The raw byte of a stick axis for a tilt of -1 to 1. */
export function tilt(amount: number): number {
  return CENTRE + Math.round(FULL * Math.max(-1, Math.min(1, amount)))
}

/** The control stick pushed to (x, y), each -1 to 1, with buttons held. */
export function stick(x: number, y = 0, buttons = 0): Hands {
  return { stickX: tilt(x), stickY: tilt(y), buttons }
}

/** The whole controller with everything unsaid at rest. */
export function withRest(hands: Hands): Controller {
  return { ...NEUTRAL, ...hands }
}

const SCRATCH = new Uint8Array(PAD_BYTES)

/** The same; a `RangeError` names the field that the arena would not take. */
export function controllerOf(hands: Hands): Controller {
  const controller = withRest(hands)
  encodePad({ frame: 0, ...controller }, SCRATCH)
  return controller
}
