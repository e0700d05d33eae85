/**
 * The first word of an action's private variables, which recordings show ("Misc AS"). An action that does not use it
 * leaves it unchanged. This module has the words that begin at one value and count by one per frame; others are set by
 * the modules of their actions. Source: doldecomp/melee (ftCommon_MotionVars), checked on recordings.
 */
import { ACTION } from '../action-ids.ts'
import { ENTRY, REBIRTH } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { FIRST_OWN_ACTION } from '../tables/actions.ts'

/** Recordings store every word as a float: a whole number reads as a multiple of the smallest float. */
const UNIT = 2 ** -149

export function wholeWord(value: number): number {
  return value * UNIT
}

interface Word {
  readonly start?: number
  readonly step?: number
}

/** Whole frames left. */
const countDown = (frames: number): Word => ({ start: wholeWord(frames), step: -UNIT })
const from = (start: number): Word => ({ start })
const passed: Word = { step: 1 }
const none = from(0)
const yes = from(wholeWord(1))

const WORDS: Partial<Readonly<Record<keyof typeof ACTION, Word>>> = {
  DeadDown: countDown(60),
  DeadLeft: countDown(60),
  DeadRight: countDown(60),
  DeadUpStar: countDown(1),
  Rebirth: countDown(REBIRTH.frames),
  RebirthWait: countDown(REBIRTH.wait),
  Entry: { step: -UNIT },
  EntryStart: countDown(ENTRY.startFrames),
  EntryEnd: countDown(ENTRY.endFrames),
  Turn: none,
  Dash: none,
  Run: { start: 0, step: -1 },
  RunBrake: none,
  KneeBend: none,
  Fall: from(wholeWord(20)),
  FallAerial: from(wholeWord(23)),
  FallSpecial: from(wholeWord(26)),
  DamageFall: none,
  Squat: none,
  Landing: yes,
  LandingFallSpecial: none,
  Attack11: none,
  Attack12: none,
  Attack100Start: none,
  AttackDash: countDown(3),
  AttackLw3: none,
  GuardOn: { start: 0, step: 1 },
  Guard: passed,
  GuardOff: passed,
  GuardReflect: passed,
  DownWaitU: { start: 220, step: -1 },
  DownWaitD: { start: 220, step: -1 },
  PassiveWall: countDown(5),
  PassiveWallJump: countDown(5),
  Catch: none,
  CatchDash: none,
  CapturePulledHi: none,
  CaptureWaitHi: passed,
  CaptureDamageHi: passed,
  CapturePulledLw: none,
  CaptureWaitLw: passed,
  CaptureDamageLw: passed,
  CaptureJump: { start: 0, step: 1 },
  EscapeF: countDown(5),
  EscapeB: countDown(5),
  EscapeAir: countDown(3),
  ThrownF: none,
  ThrownB: none,
  ThrownHi: none,
  ThrownLw: none,
  CliffJumpSlow2: yes,
  CliffJumpQuick2: yes,
}

/** By action; NaN for actions that leave the word unchanged. */
const STARTS = new Float64Array(FIRST_OWN_ACTION).fill(NaN)
const STEPS = new Float64Array(FIRST_OWN_ACTION)
for (const [name, { start, step }] of Object.entries(WORDS)) {
  const action = ACTION[name as keyof typeof ACTION]
  if (start !== undefined) STARTS[action] = start
  if (step !== undefined) STEPS[action] = step
}

/** At the start of the action. */
export function beginWord(fighter: Fighter, action: number): void {
  if (action >= FIRST_OWN_ACTION) return
  const start = STARTS[action]!
  if (!Number.isNaN(start)) fighter.misc = start
}

/** When the animation advances; a count down stays at zero. */
export function stepWord(fighter: Fighter): void {
  if (fighter.action >= FIRST_OWN_ACTION) return
  const step = STEPS[fighter.action]!
  if (step > 0 || (step < 0 && fighter.misc > 0)) fighter.misc = f(fighter.misc + step)
}
