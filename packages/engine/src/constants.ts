/**
 * Values that all fighters share, rounded to binary32 as the game holds them. Source: the common fighter block of the
 * game's data (PlCo) as published in doldecomp/melee and public simulators, checked on recordings where they show.
 */
import { f, RADIANS_PER_DEGREE } from './math.ts'

export const INPUT = {
  /** Axes and triggers up to these count as released. */
  stickDeadZone: f(0.28),
  triggerDeadZone: f(0.3),
  tiltThreshold: f(0.25),
  triggerThreshold: f(0.25),
  /** What Z gives as trigger. */
  zTrigger: f(0.35),
  /** Highest value of a timer; also "used up". */
  timerEnd: 254,
  /** First frame whose input acts. */
  firstFrame: -39,
} as const

export const WALK = { stick: f(0.18), middle: f(0.4), fast: f(0.8), taper: f(0.5) } as const
export const TURN = { stick: f(0.25), runStick: f(0.375) } as const
export const DASH = {
  stick: f(0.8),
  tiltFrames: 2,
  /** A fresh dash cannot be reversed up to this frame; from the late one on it may be dashed out of. */
  earlyFrames: 4,
  rollFrames: 3,
  lateFrame: 20,
  /** What interrupting a dash leaves of its speed. */
  cut: f(0.25),
} as const
export const RUN = { stick: f(0.625), taper: f(0.4), frictionFactor: f(1), turnLock: 10, restSpeed: f(0.01) } as const
/** Friction is multiplied by this above walking speed. */
export const FAST_FRICTION = f(2)
export const JUMP = {
  stick: f(0.6625),
  /** From Dash and Run. */
  relaxedStick: f(0.5625),
  tiltFrames: 4,
  shortHopStick: f(0.3),
  backward: f(-0.125),
} as const
export const FAST_FALL = { stick: f(0.6625), tiltFrames: 4 } as const
export const SQUAT = { stick: f(0.6875), release: f(0.625) } as const
export const PASS = { stick: f(0.66), tiltFrames: 6, vy: f(-0.5), delay: 2 } as const
/** Landing slower than this goes straight to Wait. */
export const SOFT_LANDING_SPEED = f(1)
export const ESCAPE = { stick: f(0.7), tiltFrames: 4 } as const
export const ESCAPE_AIR = { deadZone: f(0.25), speed: f(3.1), decay: f(0.9), driftFrame: 30 } as const
export const FALL_SPECIAL = { drift: f(0.6), landingLag: 10 } as const
/** Frames for which the diamond's bottom stays at the feet after leaving the ground. */
export const ECB_LOCK_FRAMES = 10
export const TEETER_STICK = f(0.75)
export const LEDGE = {
  /** Holding further down than this lets the ledge pass by. */
  refuseStick: f(0.66),
  slowPercent: 100,
  hangFrames: 640,
  slowHangFrames: 480,
  optionStick: f(0.25),
  cstickUp: f(0.6625),
  cooldown: 30,
  intangible: 30,
} as const
/** Above this angle a stick means up or down rather than sideways. */
export const VERTICAL_ANGLE = f(50 * RADIANS_PER_DEGREE)
export const SHIELD = {
  health: f(60),
  /** Least frames a shield stays up. */
  minimumFrames: 8,
  drain: f(0.14),
  regeneration: f(0.07),
  lightDrain: f(0.1),
  hardDrain: f(2),
  healthAfterBreak: f(30),
  cstickJump: f(0.6625),
} as const
export const ATTACK = {
  tilt: f(0.25),
  smashSide: f(0.8),
  smashSideFrames: 2,
  vertical: f(0.6625),
  verticalFrames: 4,
  cstickSide: f(0.8),
  aerial: f(0.25),
  /** Angles of the raised and lowered forward attacks. */
  high: f(17 * RADIANS_PER_DEGREE),
  highMid: f(10 * RADIANS_PER_DEGREE),
  chargeFrames: 60,
} as const
export const L_CANCEL = { frames: 7, done: 1, missed: 2 } as const
export const TECH = { window: 20, debounce: 40, rollStick: f(0.2) } as const
export const DOWN = {
  wiggleStick: f(0.8),
  wiggleFrames: 1,
  rollStick: f(0.2),
  standStick: f(0.2),
  /** An A or B press within so many frames before the bounce ends attacks. */
  attackFrames: 60,
  waitFrames: 220,
} as const
export const WALL_JUMP = { freezeFrames: 5, intangible: 14, stick: f(0.8), tiltFrames: 3, contactFrames: 5 } as const
export const DEATH = { frames: 60, starFrames: 176, starLoss: 131, upSpeed: f(2.4) } as const
export const REBIRTH = { frames: 60, wait: 240, invincible: 120 } as const
export const ENTRY = { slotFrames: 5, startFrames: 29, endFrames: 30 } as const
export const KNOCKBACK_DECAY = f(0.051)
export const NUDGE_SPEED = f(0.3)
