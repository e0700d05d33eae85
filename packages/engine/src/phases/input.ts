/**
 * Priority 3: controllers, read before the frame, are recorded, edges and timers follow, and the state's interrupt
 * callback decides. Before the start of play controllers are followed (what is held then is not newly pressed when
 * play starts), but move nobody.
 */
import { INPUT } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import type { ControllerReading } from '../input/controller.ts'
import { advanceTimers } from '../input/timers.ts'
import { snapCardinals } from '../input/ucf.ts'
import type { Match } from '../match.ts'
import { isAsleep } from '../state/presence.ts'

export function readInputs(match: Match): void {
  const { fighters } = match
  for (let i = 0; i < fighters.length; i++) {
    const fighter = fighters[i]!
    if (isAsleep(fighter)) continue
    const reading = match.readings[fighter.index]!
    match.recorder.preFrame(fighter, reading)
    takeReading(fighter, reading, fighter.isFrozen)
    if (match.record.frame < INPUT.firstFrame) holdBack(fighter)
    else if (!fighter.isFrozen) {
      fighter.state.interrupt(fighter)
      fighter.pressed = 0
      fighter.released = 0
    }
  }
}

/** A tilt that began so is old when play starts: it walks, and does not dash or drop through a platform (recorded). */
function holdBack(fighter: Fighter): void {
  fighter.stickX = 0
  fighter.stickY = 0
  fighter.cstickX = 0
  fighter.cstickY = 0
  fighter.pressed = 0
  fighter.released = 0
  fighter.tiltXTimer = INPUT.timerEnd
  fighter.tiltYTimer = INPUT.timerEnd
  fighter.lastTiltXTimer = INPUT.timerEnd
  fighter.lastTiltYTimer = INPUT.timerEnd
}

/**
 * What is pressed in hitlag is kept until it is over: its first live frame sees only what is pressed anew. Timers run
 * on.
 */
export function takeReading(fighter: Fighter, reading: ControllerReading, isFrozen: boolean): void {
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
  if (!isFrozen) {
    fighter.pressed = 0
    fighter.released = 0
  }
  fighter.pressed |= fighter.held & ~fighter.previousHeld
  fighter.released |= ~fighter.held & fighter.previousHeld
  // UCF looks at controllers, and a follower has none of its own.
  remember(fighter.rawX, fighter.isFollower ? 0 : reading.rawX)
  remember(fighter.rawY, fighter.isFollower ? 0 : reading.rawY)
  advanceTimers(fighter, isFrozen)
  snapCardinals(fighter, reading)
}

/** The newest of three readings comes first. By hand: a typed array's own methods leave compiled code. */
function remember(readings: { [place: number]: number }, newest: number): void {
  readings[2] = readings[1]!
  readings[1] = readings[0]!
  readings[0] = newest
}
