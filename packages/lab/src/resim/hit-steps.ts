/**
 * Hits measured one frame at a time: every frame is played from the recorded state of the frame before, and the
 * contacts found are compared with the recording. Character-specific attacks (341 and up), grabs, and recordings
 * without hitlag are left out.
 */
import { ACTION } from '../../../engine/src/action-ids.ts'
import type { LoggedHit } from '../../../engine/src/combat/scratch.ts'
import type { Fighter } from '../../../engine/src/fighter.ts'
import { FIRST_OWN_ACTION } from '../../../engine/src/tables/actions.ts'
import { restore } from './agreement.ts'
import { matchOf, playRecorded } from './feed.ts'
import { isFrozen } from '../../../engine/src/recorded/rebuild.ts'
import { holds, type Recording, recordOf } from './recording.ts'
import { Tracker } from './tracker.ts'

/**
 * Recorded hits on bodies and on shields, how many of them the engine finds on their exact frame, and the hits that
 * only the engine finds.
 */
export interface HitSteps {
  hits: number
  found: number
  /** Found hits whose height the recording shows, and those with that height. */
  heightShown: number
  right: number
  extra: number
  shieldHits: number
  shieldFound: number
  shieldExtra: number
}

export function emptyHitSteps(): HitSteps {
  return { hits: 0, found: 0, heightShown: 0, right: 0, extra: 0, shieldHits: 0, shieldFound: 0, shieldExtra: 0 }
}

export function addHitSteps(into: HitSteps, from: HitSteps): void {
  for (const key of Object.keys(into) as (keyof HitSteps)[]) into[key] += from[key]
}

/** Greatest wear of a shield per frame by holding it. */
const MOST_DRAIN = 0.5

function isCounted(action: number): boolean {
  return action < FIRST_OWN_ACTION && (action < ACTION.Catch || action > ACTION.ThrowLw)
}

/** Height of the hit that led to a damage state, in the order of `HEIGHT`; -1 where the state does not show it. */
function heightShownBy(action: number): number {
  if (action >= ACTION.DamageHi1 && action < ACTION.DamageAir1) return 2 - Math.floor((action - ACTION.DamageHi1) / 3)
  return action >= ACTION.DamageFlyHi && action < ACTION.DamageFlyTop ? 2 - (action - ACTION.DamageFlyHi) : -1
}

/** By the victim's internal id. */
export function measureHits(recording: Recording): Map<number, HitSteps> {
  const steps = new Map<number, HitSteps>()
  if (!holds(recording, 'hitlag')) return steps
  const tracker = new Tracker(recording)
  const match = matchOf(recording)
  tracker.advance()
  while (tracker.index < recording.frames.length - 1) {
    const index = tracker.index + 1
    restore(match, new Uint8Array(tracker.match.buffer))
    // Frames without hitboxes keep the hits of the last frame that had some.
    for (const { receivedHit, shieldHit } of match.fighters) {
      receivedHit.forget()
      shieldHit.forget()
    }
    playRecorded(match, recording, index, tracker.winds)
    for (const victim of match.fighters) {
      const attacker = match.fighters.find(({ port, isFollower }) => port !== victim.port && !isFollower)
      if (victim.isFollower || !attacker) continue
      const into = steps.get(victim.kind.internalId) ?? emptyHitSteps()
      steps.set(victim.kind.internalId, into)
      judge(into, recording, index, attacker, victim)
    }
    tracker.advance()
  }
  return steps
}

/** A hit of a fighter's attack, not of an article. */
function isOwn(hit: Pick<LoggedHit, 'by' | 'article'> | null, attacker: Fighter): boolean {
  return hit?.by === attacker && hit.article === null
}

function judge(into: HitSteps, recording: Recording, index: number, attacker: Fighter, victim: Fighter): void {
  const [before, now] = [recording.frames[index - 1]!, recording.frames[index]!]
  const [own, ownBefore] = [recordOf(now, attacker)!.post, recordOf(before, attacker)!.post]
  const [post, postBefore] = [recordOf(now, victim)!.post, recordOf(before, victim)!.post]
  if (!isCounted(own.actionStateId) || !isCounted(ownBefore.actionStateId)) return
  const isOnset = post.hitlagRemaining > postBefore.hitlagRemaining && isFrozen(own)
  const isHit = isOnset && post.percent > postBefore.percent
  // Yoshi's shield has states of its own; a power shield does not wear.
  const isWorn = post.shieldSize < postBefore.shieldSize - MOST_DRAIN
  const isShieldHit = isOnset && !isHit && (isWorn || post.actionStateId === ACTION.GuardSetOff)
  // A fighter that is hit on the same frame has lost its hitboxes, but its hit counts.
  const isFound = isOwn(victim.receivedHit.launching, attacker)
  const isShieldFound = isOwn(victim.shieldHit, attacker)
  if (isHit) into.hits++
  if (isHit && isFound) {
    into.found++
    const height = heightShownBy(post.actionStateId)
    if (height >= 0) into.heightShown++
    if (victim.receivedHit.launching!.height === height) into.right++
  }
  if (!isHit && isFound) into.extra++
  if (isShieldHit) into.shieldHits++
  if (isShieldHit && isShieldFound) into.shieldFound++
  if (!isShieldHit && isShieldFound) into.shieldExtra++
}
