/**
 * Phase 13: which hitboxes meet each other, a shield or a body. Hits are only noted here: all are found before any is
 * applied, so that two fighters may hit each other. Source: doldecomp/melee (ftColl).
 */
import type { Article } from '../articles/article.ts'
import { BODY_STATE, CLANK } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import type { Match } from '../match.ts'
import { f } from '../math.ts'
import { isAbsent, isCaptured } from '../state/presence.ts'
import type { Hitbox } from '../tables/moves.ts'
import { meetsBody, meetsBubble, meetsShield } from './contact.ts'
import { overlap, type Capsule } from './space.ts'
import { chargedDamage, knockbackOf, wholeDamage } from './formulas.ts'
import { heightOf } from './height.ts'
import { goStale, staleShareOf } from './notes.ts'
import type { HitboxesOut, LoggedHit, ReceivedHit, ShieldHit } from './scratch.ts'

/** Bits of a hitbox's `interaction` (ftAction_8007121C). */
const REBOUNDS = 1
const CLANKS = 2

export function findHits(match: Match): void {
  const { fighters } = match
  for (let i = 0; i < fighters.length; i++) {
    const fighter = fighters[i]!
    fighter.receivedHit.forget()
    fighter.shieldHit.forget()
    fighter.hitboxes.forget()
  }
  for (let i = 0; i < fighters.length; i++) {
    const victim = fighters[i]!
    if (isAbsent(victim) || isCaptured(victim)) continue
    for (let j = 0; j < fighters.length; j++) {
      const attacker = fighters[j]!
      if (attacker.port !== victim.port) findHit(attacker, victim)
    }
  }
}

export function bitOf(fighter: Fighter): number {
  return 1 << fighter.index
}

function hasMet(attacker: Fighter, victim: Fighter): boolean {
  return (attacker.metFighters & bitOf(victim)) !== 0
}

/** A hitbox, or a throw. */
interface HasDamage {
  readonly id?: number
  readonly damage: number
}

/** Damage of a hitbox with its charge, fresh. */
function fullDamage(attacker: Fighter, { id, damage }: HasDamage): number {
  const isSet = attacker.hitboxDamage !== 0 && (id === 0 || !attacker.state.raisesFirst)
  return isSet ? attacker.hitboxDamage : chargedDamage(damage, attacker.chargeFrames)
}

export function dealtDamage(attacker: Fighter, hitbox: HasDamage): number {
  return f(fullDamage(attacker, hitbox) * staleShareOf(attacker))
}

/** Damage of a hitbox, staled as its attack was when the hitbox came out (ftColl_8007ABD0), whatever it hit since. */
export function hitboxDamage(attacker: Fighter, hitbox: Hitbox): number {
  return f(fullDamage(attacker, hitbox) * attacker.hitboxShares[hitbox.id]!)
}

export function clanks({ interaction, element }: Hitbox): boolean {
  return (interaction & CLANKS) !== 0 && element !== 'grab' && element !== 'empty'
}

/**
 * The first hitbox that clanks with one of the others, in the second byte, and that other one in the first; -1 for
 * none.
 */
export function clankingPair(first: HitboxesOut, second: HitboxesOut): number {
  for (let i = 0; i < first.count; i++) {
    if (!clanks(first.values[i]!)) continue
    for (let j = 0; j < second.count; j++) {
      if (!clanks(second.values[j]!)) continue
      if (overlap(first.capsules[i]!, second.capsules[j]!)) return (i << 8) | j
    }
  }
  return -1
}

function clank(first: Fighter, box: Hitbox, second: Fighter, other: Hitbox): void {
  const damage = hitboxDamage(first, box)
  const otherDamage = hitboxDamage(second, other)
  if (Math.floor(damage) - CLANK.difference < Math.floor(otherDamage)) useUp(first, second, box, damage)
  if (Math.floor(otherDamage) - CLANK.difference < Math.floor(damage)) useUp(second, first, other, otherDamage)
}

function useUp(attacker: Fighter, other: Fighter, box: Hitbox, damage: number): void {
  attacker.metFighters |= bitOf(other)
  noteClank(attacker, box, damage, attacker.x < other.x ? 1 : -1)
}

/** The attack's own damage sets its hitlag and its rebound, which only a fighter on the ground has (ftColl_8007699C). */
export function noteClank({ hitboxes, isAirborne }: Fighter, box: Hitbox, damage: number, side: number): void {
  const whole = wholeDamage(damage)
  if (whole <= hitboxes.clanked) return
  hitboxes.clanked = whole
  if ((box.interaction & REBOUNDS) !== 0 && !isAirborne) hitboxes.clankSide = side
}

/**
 * An egg that is still going up does not cover the whole body. A hit on the body beside it causes hitlag, but no damage
 * (ftYs_Guard).
 */
function isEggRising({ kind, action }: Fighter): boolean {
  return kind.guard.isAnimated && (action === kind.guard.on || action === kind.guard.reflect)
}

export function hurtboxState(fighter: Fighter): number {
  if (isEggRising(fighter)) return BODY_STATE.invincible
  if (fighter.bodyState !== 0) return fighter.bodyState
  if (fighter.intangibleLeft > 0) return BODY_STATE.intangible
  return fighter.invincibleLeft > 0 ? BODY_STATE.invincible : 0
}

/** A complete egg leaves no part of the body to hit. */
export function isInEgg(fighter: Fighter): boolean {
  return fighter.isShielding && fighter.kind.guard.isAnimated && !isEggRising(fighter)
}

function isCountered(capsule: Capsule, victim: Fighter): boolean {
  const { bubble } = victim.state
  return victim.isBubbleOut && bubble?.does === 'counter' && meetsBubble(capsule, victim, bubble)
}

/**
 * Two attacks on the ground use each other up where they meet. This is true for one of the two fighters only, the later
 * one in the list.
 */
function mayClank(attacker: Fighter, victim: Fighter): boolean {
  if (attacker.index < victim.index || attacker.isAirborne || victim.isAirborne) return false
  return victim.hitboxes.count > 0 && !hasMet(victim, attacker)
}

/** Lets a hitbox clank with those of the victim. True when that uses it up. */
function isUsedUp(attacker: Fighter, hitbox: Hitbox, capsule: Capsule, victim: Fighter): boolean {
  if (!clanks(hitbox)) return false
  const { count, values, capsules } = victim.hitboxes
  for (let i = 0; i < count && !hasMet(victim, attacker); i++) {
    const other = values[i]!
    if (!other.hitsGround || !clanks(other) || !overlap(capsule, capsules[i]!)) continue
    clank(attacker, hitbox, victim, other)
    if (hasMet(attacker, victim)) return true
  }
  return false
}

/** The first hitbox that meets one of the victim's hitboxes, its shield or its body counts (ftColl_80078C70). */
function findHit(attacker: Fighter, victim: Fighter): void {
  const { hitboxes } = attacker
  if (hitboxes.count === 0 || hasMet(attacker, victim)) return
  const state = hurtboxState(victim)
  const isClanking = mayClank(attacker, victim)
  for (let i = 0; i < hitboxes.count; i++) {
    const hitbox = hitboxes.values[i]!
    const capsule = hitboxes.capsules[i]!
    if (hitbox.element === 'grab') continue
    if (victim.isAirborne ? !hitbox.hitsAir : !hitbox.hitsGround) continue
    if (isClanking && isUsedUp(attacker, hitbox, capsule, victim)) return
    if (hitbox.element === 'empty') {
      const isInShield = victim.isShielding && meetsShield(capsule, victim)
      if (isInShield || meetsBody(capsule, victim)) hitboxes.detected = victim
      continue
    }
    if (victim.isShielding && meetsShield(capsule, victim)) {
      meetShield(attacker, victim, hitbox, hitboxDamage(attacker, hitbox))
      return
    }
    if (isCountered(capsule, victim)) {
      meetShield(attacker, victim, hitbox, hitboxDamage(attacker, hitbox))
      return
    }
    if (isInEgg(victim) || state === BODY_STATE.intangible) continue
    if (!meetsBody(capsule, victim)) continue
    if (state === BODY_STATE.invincible) {
      freezeOnly(attacker, victim, hitbox)
    } else {
      note(attacker, victim, hitbox, heightOf(capsule, victim))
      goStale(attacker.leader, attacker.state.attackId, attacker.instance)
    }
    return
  }
}

/** A hit on a shield, or on the stance of a counter, which is one to the game (ftColl_80076CBC). */
function meetShield(attacker: Fighter, victim: Fighter, { shieldDamage }: Hitbox, dealt: number): void {
  const { hitboxes } = attacker
  const damage = wholeDamage(dealt)
  const side = victim.x > attacker.x ? 1 : -1
  attacker.metFighters |= bitOf(victim)
  if (damage > hitboxes.shielded) {
    hitboxes.shielded = damage
    if (!attacker.isAirborne) {
      hitboxes.shieldPush = f(victim.shieldHardness * damage)
      hitboxes.pushedTo = -side
    }
  }
  noteShieldHit(victim.shieldHit, attacker, null, damage, side)
  if (!victim.isPowerShielding) victim.shieldHit.worn += Math.max(0, damage + shieldDamage)
}

export function noteShieldHit(
  hit: ShieldHit,
  by: Fighter,
  article: Article | null,
  damage: number,
  away: number,
): void {
  if (damage <= hit.most) return
  hit.by = by
  hit.article = article
  hit.most = damage
  hit.away = away
}

function freezeOnly(attacker: Fighter, victim: Fighter, hitbox: Hitbox): void {
  attacker.metFighters |= bitOf(victim)
  attacker.hitboxes.landed = Math.max(attacker.hitboxes.landed, wholeDamage(hitboxDamage(attacker, hitbox)))
}

function note(attacker: Fighter, victim: Fighter, hitbox: Hitbox, height: number): void {
  const dealt = f(hitboxDamage(attacker, hitbox) * victim.state.damageShare)
  attacker.metFighters |= bitOf(victim)
  attacker.hitboxes.landed = Math.max(attacker.hitboxes.landed, wholeDamage(dealt))
  const hit = logHit(victim.receivedHit, hitbox, dealt, fullDamage(attacker, hitbox), height)
  hit.by = attacker
  hit.article = null
  hit.attackId = attacker.state.attackId
  hit.instance = attacker.instance
  hit.away = victim.x > attacker.x ? 1 : -1
}

/** Logs a hit on a body; its damage adds to that of the frame. */
export function logHit(received: ReceivedHit, hitbox: Hitbox, dealt: number, full: number, height: number): LoggedHit {
  const { logged } = received
  const hit = logged[Math.min(received.count, logged.length - 1)]!
  received.count = Math.min(received.count + 1, logged.length)
  received.total = f(received.total + dealt)
  received.most = Math.max(received.most, wholeDamage(dealt))
  hit.hitbox = hitbox
  hit.dealt = dealt
  hit.full = full
  hit.height = height
  return hit
}

/**
 * The damage of all hits of the frame drives the knockback of each, and the first with the greatest launches
 * (ftColl_8007A06C).
 */
export function weighHits({ receivedHit, percent, kind }: Fighter): void {
  const { logged, count, total } = receivedHit
  const { weight } = kind.attributes
  for (let i = 0; i < count; i++) {
    const hit = logged[i]!
    hit.knockback = knockbackOf(hit.hitbox!, total, hit.full, percent, weight)
    if (hit.knockback > logged[receivedHit.strongest]!.knockback) receivedHit.strongest = i
  }
}
