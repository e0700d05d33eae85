/**
 * Phase 13, articles: what their hitboxes meet. Articles of different owners first use each other up (phase 11). Then
 * each fighter is tested in the game's order: reflector, absorber, attack, shield, body. Source: doldecomp/melee
 * (ftColl_8007925C, ftColl_80077970).
 */
import type { Article } from '../articles/article.ts'
import { BODY_STATE, CLANK, HITLAG, POWER_SHIELD, THROWN } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import type { Match } from '../match.ts'
import { f, sqrtf } from '../math.ts'
import { isAbsent, isCaptured } from '../state/presence.ts'
import type { Hitbox } from '../tables/moves.ts'
import { grazesShield, meetsBody, meetsBubble, meetsShield, SHIELD_NORMAL } from './contact.ts'
import { overlap, type Capsule } from './space.ts'
import {
  bitOf,
  clankingPair,
  clanks,
  hitboxDamage,
  hurtboxState,
  isInEgg,
  logHit,
  noteClank,
  noteShieldHit,
} from './find.ts'
import { wholeDamage } from './formulas.ts'
import { heightOf } from './height.ts'
import { goStale } from './notes.ts'

/** A slower article throws its victim away from where it is, a faster one in its direction of flight. */
const FLIES = f(0.1)

/** Damage of one of an article's hitboxes before staling. */
function articleDamage(article: Article, hitbox: Hitbox): number {
  return article.damage > 0 ? article.damage : hitbox.damage
}

/** Staled by the uses of its attack at the time it was made. */
export function staledDamage(article: Article, hitbox: Hitbox): number {
  return f(articleDamage(article, hitbox) * article.staleShare)
}

/**
 * What it deals to a body. The speed of a thrown item adds to its damage, but not against shields and other attacks
 * (it_8026B1D4, ftColl_80077970).
 */
function bodyDamage(article: Article, hitbox: Hitbox): number {
  const dealt = staledDamage(article, hitbox)
  if (!article.kind.isThrown?.(article)) return dealt
  const { vx, vy } = article
  const speed = sqrtf(f(f(vx * vx) + f(vy * vy)))
  return Math.max(THROWN.least, f(f(dealt + f(speed * THROWN.perSpeed)) + THROWN.base))
}

export function findArticleHits({ articles, fighters }: Match): void {
  for (let i = 0; i < articles.count; i++) {
    for (let j = i + 1; j < articles.count; j++) findMeeting(articles.at(i), articles.at(j))
  }
  for (let i = 0; i < fighters.length; i++) {
    const fighter = fighters[i]!
    if (isAbsent(fighter)) continue
    for (let j = 0; j < articles.count; j++) {
      const article = articles.at(j)
      const isOther = article.port !== fighter.port
      if (isOther || article.kind.sparesNobody?.(article)) findMeetingOf(article, fighter)
    }
  }
}

/**
 * Articles that clank: the weaker one is used up or thrown back, or both are. Those of one owner only meet if the older
 * was thrown; after that they pass each other for a while (it_802706D0, it_802754D4).
 */
function findMeeting(first: Article, second: Article): void {
  if (first.port === second.port && !first.kind.isThrown?.(first)) return
  if (first.clankLeft > 0 && second.clankLeft > 0) return
  const pair = clankingPair(first.hitboxes, second.hitboxes)
  if (pair < 0) return
  const damage = Math.floor(staledDamage(first, first.hitboxes.values[pair >> 8]!))
  const otherDamage = Math.floor(staledDamage(second, second.hitboxes.values[pair & 0xff]!))
  if (damage - otherDamage < CLANK.difference) useUp(first, damage)
  if (otherDamage - damage < CLANK.difference) useUp(second, otherDamage)
  first.clankLeft = CLANK.articleFrames
  second.clankLeft = CLANK.articleFrames
}

function useUp(article: Article, damage: number): void {
  article.isClanked = true
  article.hitboxes.landed = Math.max(article.hitboxes.landed, damage)
}

function findMeetingOf(article: Article, fighter: Fighter): void {
  const bit = bitOf(fighter)
  if (article.metFighters & bit) return
  const { hitboxes } = article
  for (let i = 0; i < hitboxes.count; i++) {
    const hitbox = hitboxes.values[i]!
    const capsule = hitboxes.capsules[i]!
    if (fighter.isAirborne ? !hitbox.hitsAir : !hitbox.hitsGround) continue
    if (meetsBubbleOf(article, hitbox, capsule, fighter) || meetsAttack(article, hitbox, capsule, fighter)) return
    if (fighter.isShielding && meetsShield(capsule, fighter)) {
      article.metFighters |= bit
      if (article.kind.bounces && grazesShield(capsule)) bounceOff(article)
      meetShield(article, fighter, hitbox)
      return
    }
    const state = hurtboxState(fighter)
    if (isInEgg(fighter) || state === BODY_STATE.intangible || isCaptured(fighter)) continue
    if (!meetsBody(capsule, fighter)) continue
    article.metFighters |= bit
    article.struck = fighter
    if (state !== BODY_STATE.invincible) noteBody(article, fighter, hitbox, heightOf(capsule, fighter))
    return
  }
}

/** An article that grazes a shield continues, with its velocity mirrored at the shield. */
function bounceOff(article: Article): void {
  const along = f(-2 * f(f(SHIELD_NORMAL.x * article.vx) + f(SHIELD_NORMAL.y * article.vy)))
  article.isGrazing = true
  article.vx = f(article.vx + f(SHIELD_NORMAL.x * along))
  article.vy = f(article.vy + f(SHIELD_NORMAL.y * along))
}

/** A power shield reflects before it counts as a shield. */
function meetsBubbleOf(article: Article, hitbox: Hitbox, capsule: Capsule, fighter: Fighter): boolean {
  const { bubble } = fighter.state
  const { isReflectable, isAbsorbable } = article.kind
  if (fighter.isReflecting && isReflectable && meetsShield(capsule, fighter, POWER_SHIELD.reflectSize)) {
    article.metFighters |= bitOf(fighter)
    article.reflectedBy = fighter
    return true
  }
  if (!bubble || !fighter.isBubbleOut) return false
  if (bubble.does === 'reflect' && !isReflectable) return false
  if (bubble.does === 'absorb' && !isAbsorbable) return false
  if (bubble.does === 'stop' && article.ownedBy === fighter) return false
  if (!meetsBubble(capsule, fighter, bubble)) return false
  article.metFighters |= bitOf(fighter)
  if (bubble.does === 'reflect') article.reflectedBy = fighter
  else if (bubble.does === 'absorb') article.absorbedBy = fighter
  else if (bubble.does === 'stop') article.struckShield = fighter
  else meetShield(article, fighter, hitbox)
  return true
}

/**
 * An attack that clanks stops an article and is stopped by it, unless one of them is much stronger. Its own damage sets
 * its hitlag and its rebound (ftColl_80077970).
 */
function meetsAttack(article: Article, box: Hitbox, capsule: Capsule, fighter: Fighter): boolean {
  if (!clanks(box)) return false
  const { hitboxes } = fighter
  for (let i = 0; i < hitboxes.count; i++) {
    const attack = hitboxes.values[i]!
    if (!clanks(attack) || !overlap(capsule, hitboxes.capsules[i]!)) continue
    const damage = Math.floor(staledDamage(article, box))
    const dealt = hitboxDamage(fighter, attack)
    const attackDamage = Math.floor(dealt)
    if (attackDamage - CLANK.difference < damage) noteClank(fighter, attack, dealt, fighter.x < article.x ? 1 : -1)
    if (damage - CLANK.difference < attackDamage) article.isClanked = true
    article.metFighters |= bitOf(fighter)
    return true
  }
  return false
}

/** A shield is pushed away from where the article is, whatever its direction of flight. */
function meetShield(article: Article, fighter: Fighter, hitbox: Hitbox): void {
  const dealt = staledDamage(article, hitbox)
  const damage = wholeDamage(dealt)
  article.struckShield = fighter
  article.hitboxes.landed = dealt
  noteShieldHit(fighter.shieldHit, article.ownedBy, article, damage, fighter.x > article.x ? 1 : -1)
  fighter.shieldHit.worn += Math.max(0, damage + hitbox.shieldDamage)
}

function noteBody(article: Article, fighter: Fighter, hitbox: Hitbox, height: number): void {
  goStale(article.ownedBy.leader, article.attackId, article.instance)
  // Its knockback depends on the damage that it deals, staling and speed included.
  const dealt = f(bodyDamage(article, hitbox) * fighter.state.damageShare)
  const hit = logHit(fighter.receivedHit, hitbox, dealt, dealt, height)
  article.hitboxes.landed = dealt
  hit.by = article.ownedBy
  hit.article = article
  hit.attackId = article.attackId
  hit.instance = article.instance
  hit.away = flightSide(article, fighter)
}

/** Where it launches what it meets: 1 right, -1 left. */
export function flightSide(article: Article, victim: { readonly x: number }): number {
  if (Math.abs(article.vx) >= FLIES) return article.vx < 0 ? -1 : 1
  return victim.x > article.x ? 1 : -1
}

/** Hitlag of an article that continues after a hit: two frames more than a fighter's (it_8026B424). */
export function articleHitlag(article: Article): number {
  const { landed } = article.hitboxes
  return landed > 0 ? hitlagOfArticle(landed) : 0
}

export function hitlagOfArticle(damage: number): number {
  return Math.floor(f(f(Math.floor(damage) * HITLAG.share) + HITLAG.articleBase))
}
