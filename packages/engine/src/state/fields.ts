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
  /** Frames for which each respawn point stays taken. */
  returnsLeft: ['ints', 6],
  /** Articles that exist, and the number that the next one takes. */
  articleCount: 'int',
  nextSpawn: 'int',
  /** 0 while the game runs, else the method of Game End. */
  endMethod: 'int',
  /** Winning port, or -1 for a draw; valid once `endMethod` is set. */
  winner: 'int',
} as const

const FIGHTER_FIELDS = {
  /** The fighter in play, of two behind a pick (Zelda and Sheik); 0 is the one picked. */
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
  /** Button word with its derived bits, now and on the frame before; and the bits that changed. */
  held: 'int',
  previousHeld: 'int',
  pressed: 'int',
  released: 'int',
  /** Raw stick of this frame and the two before, newest first (UCF needs the speed of the stick). */
  rawX: ['ints', 3],
  rawY: ['ints', 3],

  // Input timers (0 on the event, then up to 254; 254 also means "used up").
  tiltXTimer: 'int',
  tiltYTimer: 'int',
  /** Side to which each axis is tilted: -1, 0 or 1. */
  tiltXSide: 'int',
  tiltYSide: 'int',
  /** As above, but still counting after the stick returned to neutral; and the side of that last tilt. */
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
  /** Live frames since a jump and an up special were last asked for, and what each read when it was asked for. */
  jumpAskTimer: 'int',
  previousJumpAskTimer: 'int',
  upSpecialTimer: 'int',
  previousUpSpecialTimer: 'int',

  // Motion.
  x: 'float',
  y: 'float',
  previousX: 'float',
  previousY: 'float',
  /** Its motion on the frame before. */
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
  /** Knockback along the floor, which continues over joints; 0 until the fighter slides on a floor. */
  groundKnockback: 'float',
  /** Depth away from the camera, as in the tables of hitboxes and hurtboxes. */
  z: 'float',
  /** The step by which it gives way to fighters that it overlaps with. */
  nudgeX: 'float',
  nudgeZ: 'float',
  isAirborne: 'flag',
  /** Line that the fighter last stood on, -1 before the first landing. */
  floorLine: 'int',
  /** Drop-through line that the fighter is passing, or -1. */
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
  /** Its grapple was thrown since it last stood on a floor. */
  hasGrappled: 'flag',
  /** The wall that it touched last: its side (1: the wall is to the right) and frames since. */
  wallSide: 'int',
  wallTimer: 'int',
  /** Frames for which a wall has held it off that it reached fast enough for a wall jump. */
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
  /** A script has allowed another action since the fighter's last attack began. */
  hasOpened: 'flag',
  /** Private variables of the current action; the module of each action names its own. */
  stateFloats: ['floats', 6],
  stateInts: ['ints', 6],
  /** First word of the private variables as recordings show it; actions without one leave it unchanged. */
  misc: 'float',

  // Body.
  percent: 'float',
  shieldHealth: 'float',
  hitlagLeft: 'float',
  /** Frames until a cape that has hit it turns it round; it stands still until then. */
  turnLeft: 'int',
  /** The hitlag is that of a victim: SDI and ASDI may shift the fighter. */
  isHurt: 'flag',
  /** Frames of hitstun left; recordings show it also after the action ended. */
  hitstunLeft: 'float',
  /** Frames since the last hit, up to a limit. */
  sinceHit: 'int',
  /** Frames until a meteor may be cancelled, -1 for no meteor. */
  meteorLeft: 'int',
  /** Frames after its hitstun for which the fighter still belongs to its attacker's combo. */
  comboLeft: 'int',
  /** Number of the fighter on which its consecutive hits are counted; -1 for none. */
  comboVictim: 'int',
  /** Frames for which several hits of one attack push the fighter back. */
  comboPushLeft: 'int',
  /** Frames until its last attacker is forgotten; -1 while the time does not run. */
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
  /** Whether it is outside the camera zone, and for how many live frames without damage. */
  isOffCamera: 'flag',
  offCameraFrames: 'int',

  // The running attack: its hitboxes by number.
  hitboxX: ['floats', 8],
  hitboxY: ['floats', 8],
  hitboxZ: ['floats', 8],
  /** The share of damage that staling left to each hitbox as it came out. */
  hitboxShares: ['floats', 8],
  /** Hitboxes that were out on the frame before, one bit each. */
  hitboxesOut: 'int',
  /** Fighters that the attack has met since its hitboxes came out, one bit each. */
  metFighters: 'int',
  /** Frames left in which A still asks for the next jab, and the jab whose script lets one follow (0 for none). */
  jabLeft: 'int',
  jabToFollow: 'int',
  /** Presses and releases of A since the first jab. */
  jabPresses: 'int',
  /** The script of a jab has allowed a rapid jab since the first jab. */
  mayFlurry: 'flag',
  /** Frames of charge of a smash attack. */
  chargeFrames: 'int',
  /** Damage of its hitboxes where it differs from the table: charged, or returned; 0 for the table's. */
  hitboxDamage: 'float',
  /** The last attacks that landed, newest first: attack ids and the instances that performed them. */
  staleAttacks: ['ints', 10],
  staleInstances: ['ints', 10],

  // Hits of the fighter, and hits on it.
  lastAttackLanded: 'int',
  comboCount: 'int',
  lastHitBy: 'int',
  lastHitByInstance: 'int',

  /** The reflector, absorber or counter of the running action is up. */
  isBubbleOut: 'flag',
  /** Spawn number of the article in its hand; -1 for none. */
  heldArticle: 'int',

  /** The last hit it took came from its holder. */
  wasStruckHeld: 'flag',
  /** Number of the fighter that it holds, and of its holder; -1 for none. */
  holds: 'int',
  heldBy: 'int',
  /** Kind of the hold that it is in, and frames since its start (`invariants.ts`). */
  heldAs: 'int',
  heldFrames: 'int',

  // Shield.
  isShielding: 'flag',
  /** The bubble of a power shield reflects projectiles; a power shield takes no damage. */
  isReflecting: 'flag',
  isPowerShielding: 'flag',
  /** The time of the reflection is running, or another action has ended it early. */
  isReflectionTimed: 'flag',
  /** The last bubble that reflected was a shield's. */
  reflectedByShield: 'flag',
  /** Hardness of the shield: 0 lightest, 1 full. */
  shieldHardness: 'float',
  /** How far the bubble leans (1: the stick is held to its rim), and its direction in degrees up from ahead. */
  shieldTilt: 'float',
  shieldAngle: 'float',
  /** Action and frame whose pose the body still shows while a shield goes up, or blends out of; 0 for its own. */
  posedAs: 'int',
  posedAt: 'float',
  /** The bubble's centre relative to the fighter's position, x forward. */
  shieldX: 'float',
  shieldY: 'float',
  /** Speed at which a shield pushes an attacker back. */
  shieldPush: 'float',

  /** Words whose meaning the fighter's own folder defines (charges, floats used, ...). */
  ownFloats: ['floats', 8],
  ownInts: ['ints', 8],
} as const

/** Articles: what a fighter's action creates beside itself, from lasers to a turnip in the hand. */
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
  /**
   * Frames until it expires; the same on the frame before; and for how long that time has stood still
   * (`invariants.ts`).
   */
  timer: 'float',
  timerBefore: 'float',
  timerStands: 'int',
  /** Frames for which it does not clank again with an article that it has just met. */
  clankLeft: 'int',
  damageTaken: 'int',
  hitlagLeft: 'int',
  /** Damage of its hitboxes where it differs from its kind's: charged, or after a reflection; 0 for its kind's. */
  damage: 'float',
  /** The share of damage that staling left to the attack when the article was made. */
  staleShare: 'float',
  /** Attack id and performance that its hits count for. */
  attackId: 'int',
  instance: 'int',
  /** Its hitboxes were out on the frame before, and are swept from there. */
  wasHitting: 'flag',
  hitboxX: ['floats', 4],
  hitboxY: ['floats', 4],
  /** Fighters that it has hit, one bit each. */
  metFighters: 'int',
  isGone: 'flag',
  /** The four bytes of Item Update whose meaning depends on the type. */
  misc: ['ints', 4],
  /** Words whose meaning the article's own module defines. */
  floats: ['floats', 6],
  ints: ['ints', 6],
} as const

/** Frames that a follower lags behind its leader. */
export const TRAIL_FRAMES = 6

/** Most steps that a computer player plans ahead. */
export const SCRIPT_STEPS = 16

/** What a follower knows of its leader: input and place of the last frames, by frame modulo their number. */
const TRAIL_FIELDS = {
  /** In step: the follower repeats its leader's input; otherwise it comes after the leader on its own. */
  isInStep: 'flag',
  stickX: ['floats', TRAIL_FRAMES],
  stickY: ['floats', TRAIL_FRAMES],
  cstickX: ['floats', TRAIL_FRAMES],
  cstickY: ['floats', TRAIL_FRAMES],
  buttons: ['ints', TRAIL_FRAMES],
  x: ['floats', TRAIL_FRAMES],
  y: ['floats', TRAIL_FRAMES],
  facing: ['ints', TRAIL_FRAMES],

  // The computer player that moves it out of step.
  /** Frames that it has counted, from a start of its own. */
  count: 'int',
  /** Opponent that it minds, or -1, and frames until it looks for the nearest anew. */
  target: 'int',
  targetLeft: 'int',
  /** What it does at present: a member of `BEHAVIOUR`. */
  behaviour: 'int',
  /** Where it goes, and the distance at which it has arrived. */
  goalX: 'float',
  goalY: 'float',
  goalReach: 'float',
  goalDistance: 'float',
  /** The share of that distance which it draws from time to time. */
  stray: 'float',
  /** Its leader threw it, and it has not landed since. */
  isFlung: 'flag',
  /** The goal is the ledge to which it recovers. */
  isRefuge: 'flag',
  /** It holds the trigger through this hitlag. */
  techs: 'flag',
  /** Attacks on the victim that it holds. */
  pummels: 'int',
  /** Its own controller: sticks as signed bytes, buttons. */
  padX: 'int',
  padY: 'int',
  padCstickX: 'int',
  padCstickY: 'int',
  padButtons: 'int',
  /** Steps that it plays on that controller, their number, the next one, and frames until then (0: none are left). */
  script: ['ints', SCRIPT_STEPS],
  scriptLength: 'int',
  scriptAt: 'int',
  scriptLeft: 'int',
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
