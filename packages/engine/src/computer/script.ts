/**
 * Steps that a computer player plays on its controller, one after the other until one that waits. Source:
 * doldecomp/melee (ftcmdscript.c).
 */
import type { Fighter } from '../fighter.ts'
import { atan2f, cosf, f, sinf } from '../math.ts'
import { SCRIPT_STEPS, type TrailRecord } from '../state/fields.ts'

/** A step is one of these, with up to two signed bytes. */
export const STEP = {
  done: 0,
  wait: 1,
  press: 2,
  release: 3,
  stickX: 4,
  stickY: 5,
  /** The stick toward the goal; its x alone; its x forward. */
  toGoal: 6,
  xToGoal: 7,
  xForward: 8,
  /** Moves the x of the stick by the first number, no further than the second. */
  moveToGoal: 9,
  moveForward: 10,
} as const

/** Full tilt, and one that walks and turns but does not dash. */
export const FULL = 127
export const HALF = 80

const BYTE = 0xff
const BUTTONS = 0xffff

/** Begins anew: what is left of the steps before is dropped. */
export function plan(own: TrailRecord): void {
  own.scriptLength = 0
}

export function add(own: TrailRecord, step: number, first = 0, second = 0): void {
  write(own, step | ((first & BYTE) << 8) | ((second & BYTE) << 16))
}

export function press(own: TrailRecord, buttons: number): void {
  write(own, STEP.press | ((buttons & BUTTONS) << 8))
}

export function release(own: TrailRecord, buttons: number): void {
  write(own, STEP.release | ((buttons & BUTTONS) << 8))
}

function write(own: TrailRecord, word: number): void {
  if (own.scriptLength >= SCRIPT_STEPS) throw new RangeError(`A computer player plans at most ${SCRIPT_STEPS} steps`)
  own.script[own.scriptLength++] = word
}

export function centre(own: TrailRecord): void {
  add(own, STEP.stickX)
  add(own, STEP.stickY)
}

/** The first step is played on this frame. */
export function begin(own: TrailRecord): void {
  add(own, STEP.done)
  own.scriptAt = 0
  own.scriptLeft = 1
}

/** Lets go of everything. */
export function drop(own: TrailRecord): void {
  own.padX = 0
  own.padY = 0
  own.padCstickX = 0
  own.padCstickY = 0
  own.padButtons = 0
  own.scriptLeft = 0
}

export function playOn(fighter: Fighter, own: TrailRecord): void {
  if (own.scriptLeft === 0) return
  own.scriptLeft--
  while (own.scriptLeft === 0) {
    const word = own.script[own.scriptAt++]!
    if ((word & BYTE) === STEP.done) return
    play(fighter, own, word)
  }
}

function play(fighter: Fighter, own: TrailRecord, word: number): void {
  const first = (word << 16) >> 24
  const most = (word << 8) >> 24
  switch (word & BYTE) {
    case STEP.wait:
      own.scriptLeft = first & BYTE
      break
    case STEP.press:
      own.padButtons |= (word >> 8) & BUTTONS
      break
    case STEP.release:
      own.padButtons &= ~(word >> 8)
      break
    case STEP.stickX:
      own.padX = first
      break
    case STEP.stickY:
      own.padY = first
      break
    case STEP.toGoal: {
      const angle = atan2f(f(own.goalY - fighter.y), f(own.goalX - fighter.x))
      own.padX = Math.trunc(f(first * cosf(angle)))
      own.padY = Math.trunc(f(first * sinf(angle)))
      break
    }
    case STEP.xToGoal:
      own.padX = own.goalX > fighter.x ? first : -first
      break
    case STEP.xForward:
      own.padX = fighter.facing * first
      break
    case STEP.moveToGoal:
      own.padX = clamp(own.padX + (own.goalX > fighter.x ? first : -first), most)
      break
    case STEP.moveForward:
      own.padX = clamp(own.padX + fighter.facing * first, most)
      break
  }
}

function clamp(x: number, most: number): number {
  return Math.max(-most, Math.min(most, x))
}
