/**
 * Priority 3: controllers are read and recorded, edges and timers follow, and the state's interrupt callback decides.
 * Before the start of play a fighter sees a controller at rest, whatever the recording shows.
 */
import { INPUT } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { readController, type ControllerReading, type Pad } from '../input/controller.ts'
import { advanceTimers } from '../input/timers.ts'
import { snapCardinals } from '../input/ucf.ts'
import type { Match } from '../match.ts'

const AT_REST: Pad = { buttons: 0, stickX: 128, stickY: 128, cstickX: 128, cstickY: 128, l: 0, r: 0 }

export function readInputs(match: Match, pads: readonly Pad[]): void {
  for (const fighter of match.fighters) {
    const reading = match.readings[fighter.port]!
    readController(pads[fighter.port]!, reading)
    match.recorder.preFrame(fighter, reading)
    if (match.record.frame < INPUT.firstFrame) readController(AT_REST, reading)
    takeReading(fighter, reading)
    if (!fighter.isFrozen) {
      fighter.state.interrupt(fighter)
      fighter.pressed = 0
      fighter.released = 0
    }
  }
}

/** What is pressed while frozen is kept for the first live frame; timers run on. */
function takeReading(fighter: Fighter, reading: ControllerReading): void {
  fighter.previousStickX = fighter.stickX
  fighter.previousStickY = fighter.stickY
  fighter.previousCstickX = fighter.cstickX
  fighter.previousCstickY = fighter.cstickY
  fighter.previousTrigger = fighter.trigger
  fighter.previousHeld = fighter.held
  fighter.stickX = reading.stickX
  fighter.stickY = reading.stickY
  fighter.cstickX = reading.cstickX
  fighter.cstickY = reading.cstickY
  fighter.trigger = reading.trigger
  fighter.held = reading.buttons
  fighter.pressed |= fighter.held & ~fighter.previousHeld
  fighter.released |= ~fighter.held & fighter.previousHeld
  fighter.rawX.copyWithin(1, 0, 2)
  fighter.rawY.copyWithin(1, 0, 2)
  fighter.rawX[0] = reading.rawX
  fighter.rawY[0] = reading.rawY
  advanceTimers(fighter)
  snapCardinals(fighter)
}
