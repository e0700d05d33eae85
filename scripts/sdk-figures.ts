/**
 * Writes packages/sdk/src/generated: what bots ask most of a fighter's figures, from the engine's tables. The engine has them too, but
 * a bot would have to load several megabytes for them. What every view of a frame needs is in figures.ts; attacks, which are more, in
 * attacks.ts. Run it after changing the engine's tables: `npm run docs`. A test compares the files with what it would write.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ACTION } from '../packages/engine/src/action-ids.ts'
import {
  DI,
  INPUT,
  KNOCKBACK_DECAY,
  L_CANCEL,
  LEDGE,
  REBIRTH,
  SHIELD_HIT,
  TECH,
} from '../packages/engine/src/constants.ts'
import { kindOf } from '../packages/engine/src/fighters/index.ts'
import { loadAllFighters } from '../packages/engine/src/load-fighters.ts'
import { actionWindows, FIRST_OWN_ACTION } from '../packages/engine/src/tables/actions.ts'
import { ALL_INTERNAL_IDS, type InternalId } from '../packages/engine/src/tables/ids.ts'
import { attackRowsOf, standingSize } from './sdk-figures/attacks.ts'

export const SDK_FIGURES = 'packages/sdk/src/generated/figures.ts'
export const SDK_ATTACKS = 'packages/sdk/src/generated/attacks.ts'

/** Actions that last a fixed time, after which the fighter is free. */
const TIMED = Object.entries(ACTION).flatMap(([name, action]) =>
  /^(?:Escape[FBN]|Down(?:Stand|Attack|Foward|Back)|Passive(?:StandF|StandB)?$|Cliff(?:Catch|Climb|Attack|Escape|Jump\w+2)|Catch$|CatchDash$)/.test(
    name,
  )
    ? [action]
    : [],
)
/** Landings whose animation is stretched over their lag. */
const LANDINGS = [
  ACTION.Landing,
  ACTION.LandingFallSpecial,
  ACTION.LandingAirN,
  ACTION.LandingAirF,
  ACTION.LandingAirB,
  ACTION.LandingAirHi,
  ACTION.LandingAirLw,
]
const ATTACKS: readonly (readonly [first: number, last: number])[] = [
  [ACTION.Attack11, ACTION.Attack13],
  [ACTION.AttackDash, ACTION.AttackAirLw],
]

/** A number as short as it may be without becoming another binary32. */
const short = (value: number): number => Number(value.toPrecision(7))

function figuresOf(internalId: InternalId) {
  const kind = kindOf(internalId)
  const { attributes: a } = kind
  const lagOf = (action: number): number => kind.actions[action]!.move?.landingLag ?? 0
  const attacks = ATTACKS.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i))
  return {
    jumpSquat: a.jumpStartupTime,
    jumps: a.maxJumps,
    fullHopSpeed: short(a.jumpVInitialVelocity),
    shortHopSpeed: short(a.hopVInitialVelocity),
    gravity: short(a.gravity),
    fallSpeed: short(a.terminalVelocity),
    fastFallSpeed: short(a.fastFallVelocity),
    airSpeed: short(a.airDriftMax),
    airAcceleration: short(a.airDriftStickMul + a.aerialDriftBase),
    airFriction: short(a.aerialFriction),
    leapSpeed: short(a.jumpHInitialVelocity),
    leapKeeps: short(a.groundToAirJumpMomentumMultiplier),
    leapMost: short(a.jumpHMaxVelocity),
    walkSpeed: short(a.walkMaxVel),
    dashSpeed: short(a.dashInitialVelocity),
    runSpeed: short(a.dashMaxVelocity),
    groundFriction: short(a.groundFriction),
    dashFrames: a.firstDashFrameRunAllowed,
    turnFrames: a.standingTurnFrames,
    weight: a.weight,
    ...standingSize(internalId),
    canWallJump: a.canWallJump !== 0,
    landingLag: a.normalLandingLag,
    aerialLag: {
      neutral: lagOf(ACTION.AttackAirN),
      forward: lagOf(ACTION.AttackAirF),
      back: lagOf(ACTION.AttackAirB),
      up: lagOf(ACTION.AttackAirHi),
      down: lagOf(ACTION.AttackAirLw),
    },
    attacks: pairs(attacks, (action) => {
      const move = kind.actions[action]!.move
      if (!move) return 0
      const end = (move.totalFrames || kind.actions[action]!.length) + 1
      return move.interruptible > 0 ? Math.min(move.interruptible, end) : end
    }),
    lengths: pairs(TIMED, (action) => kind.actions[action]!.length),
    landings: pairs(LANDINGS, (action) => short(kind.actions[action]!.animationFrames)),
    safe: Object.fromEntries(
      Array.from({ length: FIRST_OWN_ACTION }, (_, action) => {
        const { intangible, invincible } = actionWindows(internalId, action)
        return [action, [...intangible, ...invincible]] as const
      }).filter(([, windows]) => windows.length > 0),
    ),
  }
}

/** The actions for which there is a number other than 0. */
function pairs(actions: readonly number[], of: (action: number) => number): Record<number, number> {
  return Object.fromEntries(actions.map((action) => [action, of(action)] as const).filter(([, value]) => value !== 0))
}

export async function renderSdkFigures(): Promise<string> {
  await loadAllFighters()
  const shared = {
    firstFrame: INPUT.firstFrame,
    lCancelFrames: L_CANCEL.frames,
    techFrames: TECH.window,
    techAgainFrames: TECH.debounce,
    ledgeSafeFrames: LEDGE.intangible,
    respawnSafeFrames: REBIRTH.invincible,
    respawnFrames: REBIRTH.frames,
    respawnWaitFrames: REBIRTH.wait,
    shieldStunFrames: SHIELD_HIT.animationFrames,
    knockbackDecay: short(KNOCKBACK_DECAY),
    diDegrees: Math.round((DI.degrees * 180) / Math.PI),
  }
  return [
    '// Generated by `npm run docs` from the tables of packages/engine. Do not edit.',
    "import type { FighterFigures } from '../figures.ts'",
    '',
    `export const SHARED = ${JSON.stringify(shared)} as const`,
    '',
    '/** By internal id. */',
    'export const FIGURES: readonly FighterFigures[] = [',
    ...ALL_INTERNAL_IDS.map((id) => `${JSON.stringify(figuresOf(id))},`),
    ']',
    '',
  ].join('\n')
}

export async function renderSdkAttacks(): Promise<string> {
  await loadAllFighters()
  return [
    '// Generated by `npm run docs` from the tables of packages/engine. Do not edit.',
    "import type { AttackRows } from '../attacks.ts'",
    '',
    '/** By internal id. */',
    'export const ATTACKS: readonly AttackRows[] = [',
    ...ALL_INTERNAL_IDS.map((id) => `${JSON.stringify(attackRowsOf(id))},`),
    ']',
    '',
  ].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL(`../${SDK_FIGURES}`, import.meta.url), await renderSdkFigures())
  writeFileSync(new URL(`../${SDK_ATTACKS}`, import.meta.url), await renderSdkAttacks())
}
