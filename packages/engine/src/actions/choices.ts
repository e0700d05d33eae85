/** The functions behind the choices of the interrupt lists. */
import { tryAerial } from './aerial.ts'
import { tryAirCatch } from './air-catch.ts'
import { tryAppeal } from './appeal.ts'
import { tryGroundAttack } from './attack.ts'
import { tryGrab } from './catch.ts'
import { tryDash, tryDashOutOfTurn } from './dash.ts'
import { tryWiggle } from './down.ts'
import { tryEscapeAir } from './escape-air.ts'
import { tryGuard, trySpotDodgeFromStand } from './guard.ts'
import { CHOICE, type Try } from './interrupts.ts'
import { tryJump } from './jump.ts'
import { asksForSquat, tryAirJump } from './motion-input.ts'
import { tryAirSpecial, tryCrouchedSpecial, trySpecial } from './special.ts'
import { trySquat, trySquatWait } from './squat.ts'
import { tryTurn } from './turn.ts'
import { tryWalk, tryWalkOff } from './walk.ts'

const TRIES: Readonly<Record<keyof typeof CHOICE, Try>> = {
  special: trySpecial,
  crouchedSpecial: tryCrouchedSpecial,
  airSpecial: tryAirSpecial,
  grab: tryGrab,
  groundAttack: tryGroundAttack,
  spotDodge: trySpotDodgeFromStand,
  guard: tryGuard,
  appeal: tryAppeal,
  jump: (fighter) => tryJump(fighter),
  dash: tryDash,
  squat: trySquat,
  squatWait: trySquatWait,
  stayCrouched: asksForSquat,
  turn: tryTurn,
  walk: tryWalk,
  walkOff: tryWalkOff,
  dashOutOfTurn: tryDashOutOfTurn,
  airCatch: tryAirCatch,
  escapeAir: tryEscapeAir,
  aerial: tryAerial,
  airJump: tryAirJump,
  wiggle: tryWiggle,
}

/** By index, in the order of the lists. */
export const CHOICES: readonly Try[] = Object.entries(CHOICE)
  .sort(([, a], [, b]) => a - b)
  .map(([name]) => TRIES[name as keyof typeof CHOICE])
