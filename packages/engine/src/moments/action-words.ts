/**
 * What a fighter does, in plain words. The name of an action state is the game's, as Slippi and bot authors use it; the words say the
 * same to somebody that has never read one. Fighters are given by internal id.
 */
import { actionNameOf } from '../action-names.ts'

/** The game's name of an action state, as `DamageFlyHi`; its number where it has none. */
export function actionLabel(character: number, action: number): string {
  return actionNameOf(character, action) ?? `Action ${action}`
}

/** Plain words for an action state, as `launched`. */
export function actionWords(character: number, action: number): string {
  const name = actionNameOf(character, action)
  return name === null ? `action ${action}` : wordsOf(name)
}

/** Names that begin alike mean the same unless a longer beginning is named too. */
const WORDS: Readonly<Record<string, string>> = {
  Dead: 'dead',
  DeadUpStar: 'dead, off the top',
  DeadUpFall: 'dead, off the top',
  Sleep: 'out of the game',
  Rebirth: 'returns',
  RebirthWait: 'waits on the respawn platform',
  Wait: 'stands',
  Walk: 'walks',
  Turn: 'turns',
  TurnRun: 'turns out of a run',
  Dash: 'dashes',
  Run: 'runs',
  RunBrake: 'stops running',
  KneeBend: 'jump squat',
  JumpF: 'jumps forward',
  JumpB: 'jumps back',
  JumpAerial: 'jumps in the air',
  Fall: 'falls',
  FallAerial: 'falls, out of jumps',
  FallSpecial: 'falls helpless',
  DamageFall: 'tumbles',
  Squat: 'crouches',
  SquatRv: 'stands up',
  Landing: 'lands',
  LandingFallSpecial: 'lands helpless',
  LandingAirN: 'lands a neutral air',
  LandingAirF: 'lands a forward air',
  LandingAirB: 'lands a back air',
  LandingAirHi: 'lands an up air',
  LandingAirLw: 'lands a down air',
  Attack1: 'jab',
  Attack100: 'rapid jab',
  AttackDash: 'dash attack',
  AttackS3: 'forward tilt',
  AttackHi3: 'up tilt',
  AttackLw3: 'down tilt',
  AttackS4: 'forward smash',
  AttackHi4: 'up smash',
  AttackLw4: 'down smash',
  AttackAirN: 'neutral air',
  AttackAirF: 'forward air',
  AttackAirB: 'back air',
  AttackAirHi: 'up air',
  AttackAirLw: 'down air',
  Damage: 'hit',
  DamageFly: 'launched',
  DamageFlyRoll: 'launched, spinning',
  DamageSong: 'asleep',
  DamageSongRv: 'wakes',
  DamageBind: 'bound',
  DamageIce: 'frozen',
  DamageIceJump: 'breaks out of ice',
  DamageScrew: 'hit by a screw attack',
  LightGet: 'picks up',
  HeavyGet: 'lifts',
  LightThrow: 'throws an item',
  HeavyThrow: 'throws a heavy item',
  SwordSwing: 'swings an item',
  BatSwing: 'swings a bat',
  ParasolSwing: 'swings a parasol',
  HarisenSwing: 'swings a fan',
  StarRodSwing: 'swings a star rod',
  LipstickSwing: 'swings a stick',
  ItemParasol: 'floats with a parasol',
  ItemScrew: 'screw attack',
  ItemScope: 'shoots a scope',
  LGunShoot: 'shoots a ray gun',
  FireFlowerShoot: 'breathes a fire flower',
  Lift: 'carries an item',
  GuardOn: 'raises the shield',
  Guard: 'shields',
  GuardOff: 'lowers the shield',
  GuardSetOff: 'shield hit',
  GuardReflect: 'power shield',
  DownBound: 'misses the tech',
  DownWait: 'lies on the floor',
  DownDamage: 'hit on the floor',
  DownReflect: 'bounces on the floor',
  DownStand: 'gets up',
  DownAttack: 'get-up attack',
  DownFoward: 'rolls forward, getting up',
  DownBack: 'rolls back, getting up',
  DownSpot: 'gets up in place',
  Passive: 'techs',
  PassiveStandF: 'techs, rolling forward',
  PassiveStandB: 'techs, rolling back',
  PassiveWall: 'techs on a wall',
  PassiveWallJump: 'jumps off a wall',
  PassiveCeil: 'techs on a ceiling',
  ShieldBreak: 'shield broken',
  Furafura: 'dizzy',
  Catch: 'grabs',
  CatchDash: 'dash grab',
  CatchPull: 'pulls in a grab',
  CatchDashPull: 'pulls in a grab',
  CatchWait: 'holds',
  CatchAttack: 'pummels',
  CatchCut: 'loses its hold',
  ThrowF: 'forward throw',
  ThrowB: 'back throw',
  ThrowHi: 'up throw',
  ThrowLw: 'down throw',
  Capture: 'grabbed',
  CaptureDamage: 'pummelled',
  CaptureCut: 'breaks free',
  CaptureJump: 'breaks free, jumping',
  CaptureCaptain: 'seized by a special',
  CaptureYoshi: 'swallowed',
  CaptureKoopa: 'in a claw',
  CaptureKirby: 'swallowed',
  CaptureWaitKirby: 'swallowed',
  CaptureMewtwo: 'seized by a special',
  Escape: 'dodges',
  EscapeF: 'rolls forward',
  EscapeB: 'rolls back',
  EscapeN: 'spot dodge',
  EscapeAir: 'air dodge',
  Rebound: 'clanks',
  Thrown: 'thrown',
  Pass: 'drops through a platform',
  Ottotto: 'teeters',
  FlyReflect: 'bounces off',
  StopWall: 'hits a wall',
  StopCeil: 'hits a ceiling',
  MissFoot: 'slips off',
  CliffCatch: 'catches the ledge',
  CliffWait: 'hangs on the ledge',
  CliffClimb: 'climbs the ledge',
  CliffAttack: 'ledge attack',
  CliffEscape: 'rolls off the ledge',
  CliffJump: 'jumps from the ledge',
  Appeal: 'taunts',
  Shouldered: 'carried',
  YoshiEgg: 'in an egg',
  KirbyYoshiEgg: 'in an egg',
  Barrel: 'in a barrel',
  Bury: 'buried',
  BuryJump: 'breaks out of the ground',
  WarpStar: 'on a warp star',
  Hammer: 'swings a hammer',
  Kinoko: 'changes size',
  Entry: 'enters',
  Heavy: 'carries',
  HeavyWait: 'carries',
  ThrowFWait: 'carries',
  ThrowFWalk: 'walks, carrying',
  ThrowFTurn: 'turns, carrying',
  ThrowFFall: 'falls, carrying',
  ThrowFJump: 'jumps, carrying',
  ThrowFF: 'throws the carried fighter forward',
  ThrowFB: 'throws the carried fighter back',
  ThrowFHi: 'throws the carried fighter up',
  ThrowFLw: 'throws the carried fighter down',
}

const BEGINNINGS = Object.keys(WORDS).sort((a, b) => b.length - a.length)

/** The name of a special says its direction, whether it is in the air, and its part: `SpecialAirHiStart`, `SpecialHiHoldAir`. */
const SPECIAL = /^Special(Air)?(Hi|Lw|N|S)(\w*)$/
const DIRECTIONS: Readonly<Record<string, string>> = { N: 'neutral', S: 'side', Hi: 'up', Lw: 'down' }

/** What the rest of a special's name says of its part. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/Start/, 'begins'],
  [/Hold|Charge/, 'charging'],
  [/Loop/, 'going on'],
  [/Landing/, 'lands'],
  [/Fall/, 'falling'],
  [/Bound|Rebound/, 'bounces'],
  [/Catch/, 'catches'],
  [/Throw/, 'throws'],
  [/Hit/, 'hits'],
  [/Cancel/, 'cancelled'],
  [/Turn/, 'turns'],
  [/End/, 'ends'],
]

/** Words for a name of the game; of one that is not known, the name taken apart. */
export function wordsOf(name: string): string {
  const special = SPECIAL.exec(name)
  if (special) {
    const [, air, direction, rest = ''] = special
    const place = air !== undefined || rest.includes('Air') ? ' in the air' : ''
    const part = PARTS.find(([pattern]) => pattern.test(rest))?.[1]
    return `${DIRECTIONS[direction!]} special${place}${part === undefined ? '' : `, ${part}`}`
  }
  const beginning = BEGINNINGS.find((each) => name.startsWith(each))
  if (beginning !== undefined) return WORDS[beginning]!
  return name.replace(/([a-z])([A-Z0-9])/g, '$1 $2').toLowerCase()
}

/** Attacks by the id that `lastAttackLanded` holds. */
const ATTACKS: Readonly<Record<number, string>> = {
  2: 'jab',
  3: 'jab',
  4: 'jab',
  5: 'rapid jab',
  6: 'dash attack',
  7: 'forward tilt',
  8: 'up tilt',
  9: 'down tilt',
  10: 'forward smash',
  11: 'up smash',
  12: 'down smash',
  13: 'neutral air',
  14: 'forward air',
  15: 'back air',
  16: 'up air',
  17: 'down air',
  18: 'neutral special',
  19: 'side special',
  20: 'up special',
  21: 'down special',
  50: 'get-up attack',
  51: 'get-up attack',
  52: 'pummel',
  53: 'forward throw',
  54: 'back throw',
  55: 'up throw',
  56: 'down throw',
  61: 'ledge attack',
  62: 'ledge attack',
}

/** Words for an attack id; null for one that says nothing, as that of items. */
export function attackWords(attack: number): string | null {
  return ATTACKS[attack] ?? null
}
