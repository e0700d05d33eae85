/**
 * The whole state of a match, described once. What stands here is saved, restored, hashed, compared and printed;
 * nothing else in the engine may remember anything from one frame to the next.
 * Units: distance units of the game, frames of 1/60 s. "Timer" counts up from an event, "left" counts down to zero.
 */
import { STAGE_FIELDS } from '../stages/state.ts'
import { defineRecord, type RecordOf } from './record.ts'

const MATCH_FIELDS = {
  /** Frame last played; one less than the first before the match. */
  frame: 'int',
  /** State of the in-game random generator. */
  seed: 'int',
  /** Instance number that the next action or article takes. */
  nextInstance: 'int',
  /** Frames for which each place above the point of return stays taken. */
  returnsLeft: ['ints', 6],
  /** Articles that are out, and the number that the next one takes. */
  articleCount: 'int',
  nextSpawn: 'int',
  /** 0 while the game runs, else the method of Game End. */
  endMethod: 'int',
  /** Winning port, or -1 for a draw; read only once `endMethod` is set. */
  winner: 'int',
} as const

const FIGHTER_FIELDS = {
  /** Which of the two fighters behind a pick is played (Zelda and Sheik); 0 is the one picked. */
  form: 'int',

  // Input, read in phase 3. Sticks and trigger are the processed values after their dead zones.
  stickX: 'float',
  stickY: 'float',
  previousStickX: 'float',
  previousStickY: 'float',
  cstickX: 'float',
  cstickY: 'float',
  previousCstickX: 'float',
  previousCstickY: 'float',
  trigger: 'float',
  previousTrigger: 'float',
  /** Button word with its derived bits, now and one frame ago; and those that changed. */
  held: 'int',
  previousHeld: 'int',
  pressed: 'int',
  released: 'int',
  /** Raw stick of this frame and the two before, newest first (UCF looks at how fast the stick moved). */
  rawX: ['ints', 3],
  rawY: ['ints', 3],

  // Input timers (0 on the event, then up to 254; 254 also means "used up").
  tiltXTimer: 'int',
  tiltYTimer: 'int',
  /** Side to which each axis is tilted: -1, 0 or 1. */
  tiltXSide: 'int',
  tiltYSide: 'int',
  /** As above, but running on after the stick returned to neutral; and the side of that last tilt. */
  lastTiltXTimer: 'int',
  lastTiltYTimer: 'int',
  lastTiltXSide: 'int',
  triggerTimer: 'int',
  aTimer: 'int',
  bTimer: 'int',
  jumpButtonTimer: 'int',
  /** Any trigger, any depth, or Z: the L-cancel timer. */
  guardButtonTimer: 'int',
  /** Digital L or R: the tech timer, and what it read at the press before. */
  techTimer: 'int',
  previousTechTimer: 'int',

  // Motion.
  x: 'float',
  y: 'float',
  previousX: 'float',
  previousY: 'float',
  /** How far the frame before took it. */
  movedX: 'float',
  movedY: 'float',
  /** 1 right, -1 left. */
  facing: 'int',
  selfVx: 'float',
  selfVy: 'float',
  /** Signed speed along the floor. */
  groundVelocity: 'float',
  airAccelerationX: 'float',
  kbVx: 'float',
  kbVy: 'float',
  /** Knockback along the floor, which it keeps over its bends; 0 until it slides on one. */
  groundKnockback: 'float',
  nudgeX: 'float',
  isAirborne: 'flag',
  /** Line last stood on, -1 before the first landing. */
  floorLine: 'int',
  /** Drop-through line that is being passed, or -1. */
  passedLine: 'int',
  /** Frames for which the ECB's bottom stays at the fighter's feet. */
  ecbLockLeft: 'int',
  /** The ECB of the frame before: bottom, top, widths to either side, height of the sides. */
  previousEcbBottom: 'float',
  previousEcbTop: 'float',
  previousEcbLeft: 'float',
  previousEcbRight: 'float',
  previousEcbMiddle: 'float',
  jumpsUsed: 'int',
  wallJumps: 'int',
  isFastFalling: 'flag',
  /** Its grapple was thrown since it last stood. */
  hasGrappled: 'flag',
  /** Wall touched last: its side (1: the wall is to the right) and frames since. */
  wallSide: 'int',
  wallTimer: 'int',
  /** Frames that it has been held off by a wall which it came upon fast enough to leap off it. */
  wallJumpTimer: 'int',
  /** Ledge held, or -1. */
  ledge: 'int',
  ledgeCooldownLeft: 'int',

  // Action state.
  action: 'int',
  animationFrame: 'float',
  animationRate: 'float',
  facingAtStart: 'int',
  /** Number of this performance of the action. */
  instance: 'int',
  /** Frames since the action began; the first frame that shows it is 1. */
  actionFrame: 'int',
  /** A script has let the fighter do something else since its last attack began. */
  hasOpened: 'flag',
  /** Private variables of the current action; each action's module names its own. */
  stateFloats: ['floats', 6],
  stateInts: ['ints', 6],
  /** First word of the private variables as recordings show it; actions without one leave it as it was. */
  misc: 'float',

  // Body.
  percent: 'float',
  shieldHealth: 'float',
  hitlagLeft: 'float',
  /** The hitlag is that of a victim: the stick may shift the fighter. */
  isHurt: 'flag',
  /** Frames without control left; recordings show it also after the action ended. */
  hitstunLeft: 'float',
  /** Frames since the last hit, up to a limit. */
  sinceHit: 'int',
  /** Frames until a meteor may be cancelled, -1 for no meteor. */
  meteorLeft: 'int',
  /** Frames after its hitstun for which the fighter still belongs to its attacker's combo. */
  comboLeft: 'int',
  /** Number of the fighter on which its hits in a row are counted; -1 for none. */
  comboVictim: 'int',
  /** Frames for which the many hits of one attack push the fighter back. */
  comboPushLeft: 'int',
  /** Frames until its last attacker is forgotten; -1 while nothing runs. */
  forgetLeft: 'int',
  intangibleLeft: 'int',
  invincibleLeft: 'int',
  /** Set by the running action: 0 vulnerable, 1 invincible, 2 intangible. */
  bodyState: 'int',
  /** 0 none, 1 successful, 2 unsuccessful; shown on the landing frame. */
  lCancelStatus: 'int',
  /** Its stock is lost. */
  isDead: 'flag',
  stocks: 'int',
  /** Outside the camera's zone; and for how many live frames without damage for it. */
  isOffCamera: 'flag',
  offCameraFrames: 'int',

  // The running attack: its hitboxes by number.
  hitboxX: ['floats', 8],
  hitboxY: ['floats', 8],
  hitboxZ: ['floats', 8],
  /** What staleness left of their damage as each came out. */
  hitboxShares: ['floats', 8],
  /** Those that were out on the frame before, one bit each. */
  hitboxesOut: 'int',
  /** Fighters that the attack has met since its hitboxes came out, one bit each. */
  metFighters: 'int',
  /** Frames left in which A still asks for the next jab, and the jab whose script lets one follow (0 for none). */
  jabLeft: 'int',
  jabToFollow: 'int',
  /** How often A was pressed or let go of since the first jab. */
  jabPresses: 'int',
  /** The script of a jab has let a flurry follow since the first jab. */
  mayFlurry: 'flag',
  /** Frames for which a smash was charged. */
  chargeFrames: 'int',
  /** Damage of its hitboxes where it is not their own: charged, or given back; 0 for their own. */
  hitboxDamage: 'float',
  /** The last attacks that landed, newest first: attack ids and the instances that performed them. */
  staleAttacks: ['ints', 10],
  staleInstances: ['ints', 10],

  // What the fighter's attacks did, and what was done to it.
  lastAttackLanded: 'int',
  comboCount: 'int',
  lastHitBy: 'int',
  lastHitByInstance: 'int',

  /** The reflector, absorber or counter of the running action is up. */
  isBubbleOut: 'flag',
  /** Spawn number of the article in its hand; -1 for none. */
  heldArticle: 'int',

  /** The last hit it took was its holder's. */
  wasStruckHeld: 'flag',
  /** Number of the fighter held, and of the one that holds; -1 for none. */
  holds: 'int',
  heldBy: 'int',
  /** Kind of the hold it is in, and for how many frames (`invariants.ts`). */
  heldAs: 'int',
  heldFrames: 'int',

  // Shield.
  isShielding: 'flag',
  /** The bubble of a power shield sends projectiles back; a power shield takes no damage. */
  isReflecting: 'flag',
  isPowerShielding: 'flag',
  /** The time of the reflection runs, or another action has cut it off. */
  isReflectionTimed: 'flag',
  /** The bubble that reflected last was a shield's. */
  reflectedByShield: 'flag',
  /** Hardness of the shield: 0 lightest, 1 full. */
  shieldHardness: 'float',
  /** How far the bubble leans (1 is the stick held to its rim), and to which side, in degrees up from ahead. */
  shieldTilt: 'float',
  shieldAngle: 'float',
  /** Action, and frame of it, whose pose the body still shows while a shield goes up, or at first comes out of; 0 for its own. */
  posedAs: 'int',
  posedAt: 'float',
  /** The bubble's middle from the fighter's position, x forward. */
  shieldX: 'float',
  shieldY: 'float',
  /** Speed at which a shield pushes an attacker back. */
  shieldPush: 'float',

  /** Words whose meaning the fighter's own folder defines (charges, floats used, ...). */
  ownFloats: ['floats', 8],
  ownInts: ['ints', 8],
} as const

/** Articles: what a fighter's action makes beside itself, from lasers to a turnip in the hand. */
const ARTICLE_FIELDS = {
  /** Type and state as recordings show them. */
  type: 'int',
  state: 'int',
  /** Number in order of spawning, from 0. */
  spawn: 'int',
  /** Number of its owner; a fighter that reflects it becomes the owner. */
  owner: 'int',
  x: 'float',
  y: 'float',
  previousX: 'float',
  previousY: 'float',
  vx: 'float',
  vy: 'float',
  /** 1 right, -1 left, 0 for some types. */
  facing: 'int',
  isAirborne: 'flag',
  floorLine: 'int',
  /** Frames until it expires; the same on the frame before, and for how long it has stood still (`invariants.ts`). */
  timer: 'float',
  timerBefore: 'float',
  timerStands: 'int',
  damageTaken: 'int',
  hitlagLeft: 'int',
  /** Damage of its hitboxes where it is not their own: charged, or after a reflection; 0 for their own. */
  damage: 'float',
  /** What is left of it by the staling of the attack when it was made. */
  staleShare: 'float',
  /** Attack and performance that its hits count for. */
  attackId: 'int',
  instance: 'int',
  /** Its hitboxes were out on the frame before, and sweep from there. */
  wasHitting: 'flag',
  hitboxX: ['floats', 4],
  hitboxY: ['floats', 4],
  /** Fighters that it has met, one bit each. */
  metFighters: 'int',
  isGone: 'flag',
  /** The four bytes of Item Update whose meaning the type decides. */
  misc: ['ints', 4],
  /** Words whose meaning the article's own module defines. */
  floats: ['floats', 6],
  ints: ['ints', 6],
} as const

/** Frames that a follower lags behind its leader. */
export const TRAIL_FRAMES = 6

/** What a follower knows of its leader: the last frames' input and place, by frame modulo their number. */
const TRAIL_FIELDS = {
  /** The follower does what its leader did; else it comes after on its own. */
  isInStep: 'flag',
  stickX: ['floats', TRAIL_FRAMES],
  stickY: ['floats', TRAIL_FRAMES],
  cstickX: ['floats', TRAIL_FRAMES],
  cstickY: ['floats', TRAIL_FRAMES],
  buttons: ['ints', TRAIL_FRAMES],
  x: ['floats', TRAIL_FRAMES],
  y: ['floats', TRAIL_FRAMES],
  facing: ['ints', TRAIL_FRAMES],
} as const

export const MatchRecord = defineRecord(MATCH_FIELDS)
export type MatchRecord = RecordOf<typeof MATCH_FIELDS>
export const FighterRecord = defineRecord(FIGHTER_FIELDS)
export type FighterRecord = RecordOf<typeof FIGHTER_FIELDS>
export const ArticleRecord = defineRecord(ARTICLE_FIELDS)
export type ArticleRecord = RecordOf<typeof ARTICLE_FIELDS>
export const TrailRecord = defineRecord(TRAIL_FIELDS)
export type TrailRecord = RecordOf<typeof TRAIL_FIELDS>
export const StageRecord = defineRecord(STAGE_FIELDS)
export type StageRecord = RecordOf<typeof STAGE_FIELDS>
