/**
 * Values that all fighters share, rounded to binary32 as the game holds them. Source: the common fighter block of the
 * game's data (PlCo) as published in doldecomp/melee and public simulators, checked on recordings where they show.
 */
import { f, RADIANS_PER_DEGREE } from './math.ts'

/** Stocks at the start. */
export const STOCKS = 4
/** The clock runs from frame 0 and ends on this frame. */
export const LAST_FRAME = 8 * 60 * 60
/** `lastHitBy` of a fighter without an attacker. */
export const NOBODY = 6
/** Owner of articles that nobody owns. */
export const NO_OWNER = -1

/** How hits find a body, as recordings show it. */
export const BODY_STATE = { normal: 0, invincible: 1, intangible: 2 } as const

export const INPUT = {
  /** Axes and triggers up to these values count as released. */
  stickDeadZone: f(0.28),
  triggerDeadZone: f(0.3),
  tiltThreshold: f(0.25),
  triggerThreshold: f(0.25),
  /** Trigger value of Z. */
  zTrigger: f(0.35),
  /** Highest value of a timer; also "used up". */
  timerEnd: 254,
  /** First frame whose input acts. */
  firstFrame: -39,
} as const

export const WALK = { stick: f(0.18), middle: f(0.4), fast: f(0.8), taper: f(0.5), shownShare: f(1.3) } as const
/**
 * A fall leans to its side above this share of the fastest drift, and moves this part of the distance to its full lean
 * on each frame.
 */
export const FALL_LEAN = { least: f(0.1), speed: f(0.5) } as const
export const TURN = { stick: f(0.25), runStick: f(0.375) } as const
export const DASH = {
  stick: f(0.8),
  tiltFrames: 2,
  /** A fresh dash cannot be reversed up to this frame; from the late one on it may be dashed out of. */
  earlyFrames: 4,
  rollFrames: 3,
  lateFrame: 20,
  /** Share of its speed that an interrupted dash loses, on ground of usual friction. */
  cut: f(0.75),
} as const
export const RUN = { stick: f(0.625), taper: f(0.4), frictionFactor: f(1), turnLock: 10, restSpeed: f(0.01) } as const
/** Factor of friction above walking speed. */
export const FAST_FRICTION = f(2)
/** In the air above the greatest speed of drift. */
export const FAST_AIR_FRICTION = f(0.03)
export const JUMP = {
  stick: f(0.6625),
  /** From Dash and Run. */
  relaxedStick: f(0.5625),
  tiltFrames: 4,
  shortHopStick: f(0.3),
  backward: f(-0.125),
} as const
export const FAST_FALL = { stick: f(0.6625), tiltFrames: 4 } as const
/** Sticks of the specials: how far back one turns the fighter, and for how many frames a tilt backward still does. */
export const SPECIAL = { side: f(0.6), vertical: f(0.55), turn: f(0.2), reverseFrames: 20 } as const
export const SQUAT = { stick: f(0.6875), release: f(0.625) } as const
/** `fallStick`: a fighter in the air with its stick at least this far down falls through platforms. */
export const PASS = { stick: f(0.66), tiltFrames: 6, vy: f(-0.5), delay: 2, fallStick: f(0.56) } as const
/** A slower landing goes directly to Wait. */
export const SOFT_LANDING_SPEED = f(1)
export const ESCAPE = { stick: f(0.7), tiltFrames: 4 } as const
export const ESCAPE_AIR = { deadZone: f(0.25), speed: f(3.1), decay: f(0.9), driftFrame: 30, caught: f(0.1) } as const
/** After an air dodge. */
export const FALL_SPECIAL = { landingLag: 10, isHard: true } as const
/** Frames for which the ECB's bottom stays at the feet after leaving the ground. */
export const ECB_LOCK_FRAMES = 10
/** The same after leaving it without a jump left (ftCommon_8007D60C). */
export const SPENT_ECB_LOCK_FRAMES = 5
export const TEETER_STICK = f(0.75)
export const LEDGE = {
  /** Height to which the ECB's bottom rises, from 0, as a ledge jump leaps; measured beside walls. */
  leapBottom: f(2.4),
  /** A stick held further down than this catches no ledge. */
  refuseStick: f(0.66),
  slowPercent: 100,
  hangFrames: 640,
  slowHangFrames: 480,
  optionStick: f(0.25),
  cstickUp: f(0.6625),
  /** In recordings, 8 C-sticks toward the stage from 0.85 on roll, and 20 up to 0.7375 do not. */
  cstickRoll: f(0.8),
  cooldown: 30,
  intangible: 30,
} as const
/** Above this angle a stick counts as up or down rather than horizontal. */
export const VERTICAL_ANGLE = f(50 * RADIANS_PER_DEGREE)
export const SHIELD = {
  health: f(60),
  /** Least frames for which a shield stays up. */
  minimumFrames: 8,
  drain: f(0.14),
  regeneration: f(0.07),
  lightDrain: f(0.1),
  hardDrain: f(2),
  healthAfterBreak: f(30),
  /** After this many frames of going up the body is nearer to the pose behind a shield than to the one before. */
  poseFrames: 3,
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
  /** Frames of a dash attack on which a trigger turns it into a grab. */
  boostGrabFrames: 3,
} as const
export const L_CANCEL = { frames: 7, done: 1, missed: 2 } as const
export const TECH = { window: 20, debounce: 40, rollStick: f(0.2) } as const
export const DOWN = {
  wiggleStick: f(0.8),
  wiggleFrames: 1,
  rollStick: f(0.2),
  standStick: f(0.2),
  /** A or B pressed within this many frames before the bounce ends attacks, and so does the C-stick up. */
  attackFrames: 60,
  attackStick: f(0.6625),
  waitFrames: 220,
  /** Weaker hits leave a fighter that lies on the floor where it is. */
  lightDamage: 7,
} as const
export const WALL_JUMP = {
  stick: f(0.8),
  tiltFrames: 3,
  /** Frames since a wall began to hold it off (measured on recorded wall jumps). */
  contactFrames: 130,
  stillFrames: 5,
  /** Frames of the animations once the fighter moves, the same for all. */
  frames: 26,
  leapFrames: 40,
  intangible: 14,
  /** Share of the height that each further wall jump of one airtime keeps. */
  heightKept: f(0.975),
} as const
export const DEATH = {
  frames: 60,
  starFrames: 176,
  starLoss: 131,
  /** Frames for which a star is out of sight, until the camera has followed it. */
  starUnseen: 70,
  /** Where a star ends, as a share of the height from which fighters respawn. */
  starGoal: f(0.6),
  upSpeed: f(2.4),
  /** Percentage of deaths that fall against the camera, and their phases: flying up to it, sliding down it, gone. */
  fallOdds: 16,
  fallFrames: 51,
  hitFrames: 43,
  goneFrames: 35,
  /** Frames of the pose against the camera. */
  hitPose: 40,
} as const
export const REBIRTH = {
  frames: 60,
  wait: 240,
  invincible: 120,
  /** Frames for which a respawn point stays taken; the points beside the first. */
  placeFrames: 144,
  shifts: [0, 16, -16, 32, -32, 48],
} as const
/** The counter of EntryStart stops before its length. */
export const ENTRY = { slotFrames: 5, startFrames: 29, shownFrames: 10, endFrames: 30 } as const
/**
 * How a follower keeps to its leader: the greatest distance, and the share of its own place that it keeps on each
 * frame.
 */
export const FOLLOW = { reach: 25, own: 0.95, leaders: 0.05 } as const
export const KNOCKBACK_DECAY = f(0.051)
/** How fast grounded fighters that overlap give way along the floor and in depth, and how far they go in depth. */
export const NUDGE = { speed: f(0.3), depthSpeed: f(0.1), mostDepth: f(1.4) } as const
/** Figures of the knockback formula and of its consequences. */
export const KNOCKBACK = {
  base: f(18),
  growth: f(1.4),
  percentShare: f(0.1),
  damageShare: f(0.05),
  setFactor: f(10),
  most: f(2500),
  speed: f(0.03),
  crouch: f(2 / 3),
  charging: f(1.2),
  /** Angle code that depends on knockback and ground, and the range of knockback between flat and raised. */
  sakurai: 361,
  sakuraiFrom: f(32),
  sakuraiRange: f(0.1),
  sakuraiRaised: 44,
  sakuraiAir: 45,
  /** A hit sooner than this after another replaces its speed; a later one merges with the rest of it. */
  mergeFrames: 10,
  /** A trigger pressed in the air at most this many frames before a hit leaves this share of the speed. */
  braceFrames: 3,
  braced: f(0.95),
} as const
/** What the speed of a thrown item adds to its damage. */
export const THROWN = { perSpeed: f(3), base: f(-0.4), least: 1 } as const
export const HITLAG = {
  share: f(1 / 3),
  base: f(3),
  articleBase: f(5),
  most: 20,
  electric: f(1.5),
  crouch: f(2 / 3),
} as const
export const HITSTUN = {
  share: f(0.4),
  /** From these shares of knockback on a hit is of the second and third degree, and launches. */
  second: f(10),
  third: f(21),
  launch: f(32),
  /** Angles of a launch that count as upward, and the odds of a roll at high percent. */
  topFrom: f(70 * RADIANS_PER_DEGREE),
  topTo: f(110 * RADIANS_PER_DEGREE),
  rollPercent: 100,
  rollOdds: f(0.3),
  /** Speeds of knockback on touching the floor after a light hit. */
  downSpeed: f(5),
  landSpeed: f(0.5),
  /** A jump pressed with this much hitstun left or less is made when it ends. */
  jumpFrames: 20,
  /** Frames after hitstun in which a hit still counts as combo. */
  comboFrames: 2,
  /** After this many frames in control on the ground a fighter has no last attacker. */
  forgetFrames: 60,
} as const
/**
 * Share of the speed upward that a floor returns of a launch into it, and the cosine beyond which it does: 100 degrees
 * from the floor's normal.
 */
export const FLOOR_BOUNCE = { share: f(0.8), least: f(0.17364818) } as const
/** Greatest speed with which the slide of a launched fighter along a floor begins. */
export const MOST_SLIDE = f(8.3)
/**
 * A fighter launched into a wall or ceiling faster than this bounces, with this share of the speed. `wait`: frames for
 * which a bounce off a wall meets no further wall.
 */
export const WALL_BOUNCE = { least: 1, share: f(0.8), intangible: 15, wait: 3 } as const
/** Five consecutive hits of one attack on one victim push the attacker back for some frames, thirteen push it harder. */
export const COMBO_PUSH = { hits: 5, frames: 20, step: f(0.025), manyHits: 13, manyStep: f(0.07) } as const
export const DI = { degrees: f(18 * RADIANS_PER_DEGREE), least: f(0.00001) } as const
/** SDI, and ASDI on the last frame of hitlag. */
export const SDI = { stick: f(0.7), tiltFrames: 4, step: f(6), lastStep: f(3) } as const
/**
 * Angles of a meteor, live frames until it may be cancelled, and the least number since the press before the one that
 * cancels it.
 */
export const METEOR = { from: 260, to: 280, frames: 8, debounce: 40 } as const
/** Weights of the nine newest of the last ten attacks. */
export const STALE_WEIGHT = f(0.01)
export const STALE_SLOTS = 10
export const CHARGE = { frames: 60, gain: f(0.3671) } as const
export const CLANK = {
  /** Attacks that differ by more damage than this do not cancel each other. */
  difference: 9,
  /** Frames after which two articles that clanked may do so again (public native engines). */
  articleFrames: 33,
  frames: f(0.3),
  base: f(3),
  speed: f(0.5),
  speedPerFrame: f(0.007),
  /** Frames by which the animation that is stretched over the rebound counts as longer. */
  more: f(0.1),
} as const
export const SHIELD_HIT = {
  /** Cosine between the direction of an article and the shield's normal, above which it grazes: 135 degrees. */
  grazing: -Math.SQRT1_2,
  least: f(0.1),
  range: f(0.2),
  stun: f(1.5),
  stunLight: f(0.05),
  stunRange: f(0.65),
  stunBase: f(2),
  /** Frames of the animation that is stretched over the stun, and the length that it counts as. */
  animationFrames: 20,
  animation: f(20.1),
  push: f(0.2),
  pushShare: f(0.6),
  mostPush: f(2),
  sizeLeast: f(0.15),
  sizeRange: f(0.85),
  lightSize: f(0.5),
  tiltX: f(0.173),
  tiltY: f(0.219),
  tiltStep: f(0.5),
  attackerPush: f(0.07),
  attackerBase: f(0.02),
  attackerFriction: f(1.1),
  /** SDI is smaller by this factor than without a shield. */
  shift: f(0.66),
} as const
export const POWER_SHIELD = {
  /** The trigger is pressed down within this many frames, and of the shield's first frames. */
  window: 2,
  reflectFrames: 1,
  /** Its reflector is smaller than the shield. */
  reflectSize: f(0.75),
  protectFrames: 3,
  answerFrames: 4,
} as const
/** States in which a fighter cannot act: times as SmashWiki gives them. */
export const AFFLICTION = {
  perRank: 15,
  bury: { frames: 99, perPercent: f(0.7), perPress: 6 },
  sleep: { frames: 95, perPercent: 2, perPress: 6 },
  bind: { frames: 96, perPercent: f(0.6), perPress: 5 },
  dizzy: { frames: 400, perPercent: -1, perPress: 3 },
  leastDizzy: 90,
  /** Frames of falling asleep, before the loop; measured on recordings. */
  nodFrames: 30,
} as const

/** Usual figures, except for the frame on which the leap out of the floor is free. */
export const BURY = { sinkFrames: 10, jumpSpeed: 2, lockFrames: 5, jumpFrames: 40, invincible: 10 } as const

/** Estimates: for how long a cape turns its victim, and how hard it pushes it. */
export const CAPE = { frames: 10, push: f(0.5) } as const

/** Times as SmashWiki gives them; the leap is a usual one. */
export const ICE = {
  perDamage: f(12.5),
  perPress: 3,
  lossPerDamage: f(0.75),
  jumpSpeed: f(1.5),
  jumpSide: f(1),
  jumpFrames: 30,
  /** Frozen, a fighter is launched less far by this factor. */
  knockback: f(0.25),
  /** Degree from which on a hit of ice freezes. */
  degree: 2,
} as const

/** The hit with which a carried victim comes free, like that of a broken throw. */
export const SHOULDER = { damage: 3, angle: 361, growth: 100, setKnockback: 0, baseKnockback: 40 } as const

/** Factors of reflections for damage (rounded up) and speed. */
export const REFLECTION = {
  roundUp: f(0.99),
  mostDamage: 100,
  powerShield: { damageShare: f(0.5), speedShare: f(0.7) },
} as const

export const GRAB = {
  stick: f(0.25),
  pullFrames: 2,
  /** Throws are timed and launch as if the victim had this weight. */
  weight: f(100),
  weightShare: f(0.01),
  /** The share of a throw at which it releases, where no recording shows it. */
  usualRelease: f(0.45),
  invincible: 8,
  /**
   * Where the path of a released victim begins, as a share of the thrower's height; and how low its ECB reaches then,
   * as a share of its usual bottom (fitted to recorded slams; throws.csv has the exceptions).
   */
  releaseHeight: f(0.4),
  releaseBottom: f(0.5),
  /** A victim within this distance of the hand is at it: places are known to a ten-thousandth. */
  slack: 0.001,
  /**
   * Frames of a hold, additional frames by percent; and the frames that a press or a tilt past `mashStick` takes off.
   */
  frames: f(75),
  perPercent: f(1.6),
  /** Less for each opponent with more stocks. */
  perRank: 15,
  perPress: 6,
  mashStick: f(0.5),
  /**
   * A pummel shakes the victim for this many frames; the animation of a victim that mashes is faster for some frames.
   */
  struckFrames: 20,
  hurryFrames: 10,
  hurryRate: 2,
  slide: f(1),
  jumpSpeed: f(2),
  jumpFrames: 16,
} as const

/** Off camera: `damage` every `frames` live frames, below `mostPercent`. */
export const OFF_CAMERA = { frames: 60, damage: 1, mostPercent: 150 } as const

/** In Kirby's mouth; places are ahead of him and above. */
export const SWALLOW = {
  mouthAhead: f(5.4),
  mouthAbove: f(3.4),
  /** How far he draws a victim per frame, and the distance that is near enough. */
  drawX: f(0.9),
  drawY: f(1.2),
  reach: 1,
  frames: 250,
  perPress: 12,
  perPressOfStar: 12,
  spat: { ahead: f(1.84), above: f(6.44), speedX: 4, speedY: 0, loss: f(0.13), frames: 30 },
  /** 2.8 at 75 degrees, backward. */
  swallowed: { ahead: 0, above: f(5.4626), speedX: f(-0.72468), speedY: f(2.7046), loss: f(0.17), frames: 10 },
  burstX: f(0.73),
  burstY: f(2.3),
  burstFrames: 4,
  /** Factor of Kirby's speed for a flick of the victim's stick. */
  shove: f(0.6),
  shoveFrames: 5,
} as const
