/**
 * How long a fighter is bound to what it does. A bot plays what it decides now three frames later, so it has to know early
 * that a fighter will be free, and how long an opponent cannot answer.
 */
import { attacksOf, threatsOf, type AttackName } from '../attacks.ts'
import { figuresOf } from '../figures.ts'
import type { FighterView } from '../game.ts'
import type { Character } from '../characters.ts'
import { ACTION, isFrom } from './actions.ts'

/** Frames between the one that is seen and the one on which the answer to it is played, with the house's lead. */
export const DELAY = 3

/** Lengths that hardly differ between fighters. */
const ROLL = 32
const SPOT_DODGE = 22
const TECH = 26
const TECH_ROLL = 40
const GET_UP = 30
const GET_UP_ATTACK = 50
const BOUNCE = 26
const CATCH_LEDGE = 8
const FROM_LEDGE = 35
const THROW = 35
const PUMMEL = 24
const SPECIAL_LANDING = 10
const SHIELD_HIT = 8
/** Frames of a special after its last one that can hit, and all frames of a special that cannot hit. */
const SPECIAL_REST = 15
const SPECIAL = 40

/** What a fighter has been doing, and for how long: the stream only shows what it does. */
export class Watch {
  #action = -1
  #instance = -1
  #since = 0
  #isCancelled = false
  #frame = 0

  see({ action, raw: { post } }: FighterView, frame: number): void {
    if (post && (action !== this.#action || post.instanceId !== this.#instance)) {
      this.#action = action
      this.#instance = post.instanceId
      this.#since = frame - 1
      this.#isCancelled = post.lCancelStatus === 1
    }
    this.#frame = frame
  }

  /** Frames that the action has lasted, from 1 on. */
  get age(): number {
    return this.#frame - this.#since
  }

  /** The landing was shortened by the trigger. */
  get isCancelled(): boolean {
    return this.#isCancelled
  }
}

/** The attack that a common action performs. */
export function attackOf(action: number): AttackName | null {
  if (isFrom(action, ACTION.firstForwardTilt, ACTION.lastForwardTilt)) return 'ftilt'
  if (isFrom(action, ACTION.firstForwardSmash, ACTION.lastForwardSmash)) return 'fsmash'
  return ATTACK_OF[action] ?? null
}

const ATTACK_OF: Readonly<Record<number, AttackName>> = {
  [ACTION.jab]: 'jab',
  [ACTION.dashAttack]: 'dashAttack',
  [ACTION.upTilt]: 'utilt',
  [ACTION.downTilt]: 'dtilt',
  [ACTION.upSmash]: 'usmash',
  [ACTION.downSmash]: 'dsmash',
  65: 'nair',
  66: 'fair',
  67: 'bair',
  68: 'uair',
  69: 'dair',
  [ACTION.grab]: 'grab',
  [ACTION.dashGrab]: 'dashGrab',
}

const AERIAL_LANDINGS = ['nair', 'fair', 'bair', 'uair', 'dair'] as const

/** Frames until it can do something else; infinite where that does not depend on time. */
export function busyFor(fighter: FighterView, watch: Watch): number {
  return fighter.hitlag + Math.max(0, untilFree(fighter, watch))
}

function untilFree(fighter: FighterView, watch: Watch): number {
  const { action } = fighter
  const { age } = watch
  const { character } = fighter
  if (action < ACTION.rebirthWait || isFrom(action, ACTION.entry, ACTION.lastEntry)) return Infinity
  if (fighter.isInHitstun) return fighter.raw.post?.miscActionState ?? 0
  if (action >= ACTION.firstOwn) return lengthOfSpecial(action, character) - age
  const attack = attackOf(action)
  if (attack) return attacksOf(character)[attack].free - age
  if (isFrom(action, ACTION.nairLanding, ACTION.dairLanding)) {
    const { landingLag } = attacksOf(character)[AERIAL_LANDINGS[action - ACTION.nairLanding]!]
    return (watch.isCancelled ? Math.floor(landingLag / 2) : landingLag) - age
  }
  return lengthOf(action, character) - age
}

function lengthOfSpecial(action: number, character: Character): number {
  const threat = threatsOf(character).get(action)
  return threat ? threat.last + SPECIAL_REST : SPECIAL
}

function lengthOf(action: number, character: Character): number {
  switch (action) {
    case ACTION.jumpSquat:
      return figuresOf(character).jumpSquat
    case ACTION.landing:
      return figuresOf(character).landingLag
    case ACTION.specialLanding:
      return SPECIAL_LANDING
    case ACTION.guardHit:
      return SHIELD_HIT
    case ACTION.bounceUp:
    case ACTION.bounceDown:
      return BOUNCE
    case ACTION.bounceUp + 4:
    case ACTION.bounceDown + 4:
      return GET_UP_ATTACK
    case ACTION.techInPlace:
      return TECH
    case ACTION.pummel:
      return PUMMEL
    case ACTION.rollForward:
    case ACTION.rollBack:
      return ROLL
    case ACTION.spotDodge:
      return SPOT_DODGE
    case ACTION.ledgeCatch:
      return CATCH_LEDGE
  }
  if (isFrom(action, ACTION.fallSpecial, ACTION.fallSpecialBack) || action === ACTION.airDodge) return Infinity
  if (isFrom(action, ACTION.firstDizzy, ACTION.lastDizzy)) return Infinity
  if (isFrom(action, ACTION.firstHeld, ACTION.lastHeld) || isFrom(action, ACTION.firstThrown, ACTION.lastThrown))
    return Infinity
  if (isFrom(action, ACTION.firstThrow, ACTION.lastThrow)) return THROW
  if (action === ACTION.lieUp || action === ACTION.lieDown) return 0
  if (isFrom(action, ACTION.firstDown, ACTION.lastDown)) return GET_UP
  if (isFrom(action, ACTION.techInPlace, ACTION.lastTech)) return TECH_ROLL
  if (isFrom(action, ACTION.ledgeHang + 1, ACTION.lastLedge)) return FROM_LEDGE
  return 0
}
