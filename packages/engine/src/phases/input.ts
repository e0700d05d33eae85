/**
 * Priority 3: the controllers of this frame are recorded, edges and timers follow, and the state's interrupt callback
 * decides. Before play starts controllers are tracked but move no fighter, so that a button held then is not newly
 * pressed when play starts.
 */
import { asksForJump } from '../actions/motion-input.ts'
import { asksForUpSpecial } from '../actions/special.ts'
import { INPUT } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import type { ControllerReading } from '../input/controller.ts'
import { advanceTimers, countAsks } from '../input/timers.ts'
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
      countAsks(fighter, asksForJump(fighter), asksForUpSpecial(fighter))
      fighter.state.interrupt(fighter)
      fighter.pressed = 0
      fighter.released = 0
    }
  }
}

/**
 * A tilt that began before play starts counts as old: the fighter walks, and does not dash or drop through a platform.
 * Recordings show this. What the sticks were is kept as what they were before the first frame of play, so that a C-stick
 * held meanwhile is not newly pushed (Fighter_Spaghetti_8006AD10).
 */
function holdBack(fighter: Fighter): void {
  fighter.previousStickX = fighter.stickX
  fighter.previousStickY = fighter.stickY
  fighter.previousCstickX = fighter.cstickX
  fighter.previousCstickY = fighter.cstickY
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
 * Buttons pressed in hitlag are kept until it ends: its first live frame sees only new presses. Timers keep running.
 */
export function takeReading(fighter: Fighter, reading: ControllerReading, isFrozen: boolean): void {
  if (fighter.match.record.frame !== INPUT.firstFrame) {
    fighter.previousStickX = fighter.stickX
    fighter.previousStickY = fighter.stickY
    fighter.previousCstickX = fighter.cstickX
    fighter.previousCstickY = fighter.cstickY
  }
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
  // UCF reads controllers, and a follower has none.
  remember(fighter.rawX, fighter.isFollower ? 0 : reading.rawX)
  remember(fighter.rawY, fighter.isFollower ? 0 : reading.rawY)
  advanceTimers(fighter, isFrozen)
  snapCardinals(fighter, reading)
}

/** The newest of three readings comes first. Copied by hand: a typed array's own methods leave compiled code. */
function remember(readings: { [place: number]: number }, newest: number): void {
  readings[2] = readings[1]!
  readings[1] = readings[0]!
  readings[0] = newest
}
