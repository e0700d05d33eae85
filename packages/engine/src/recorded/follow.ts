/**
 * Sets a match to a recorded frame that it has just played. All that the recording holds is then as recorded. The rest
 * (timers, private variables, script progress) is the engine's own where it agreed, and else rebuilt from the frame
 * before.
 */
import type { ItemUpdate, PostFrame } from '@arena/slp'
import type { Fighter } from '../fighter.ts'
import type { Match } from '../match.ts'
import { f } from '../math.ts'
import { lookForFighters } from '../phases/off-camera.ts'
import { FighterRecord } from '../state/fields.ts'
import { fighterAt } from '../state/state.ts'
import { putArticlesToRecord } from './articles.ts'
import { applyRecordedHit, isStriker, restoreStaleQueue, type RecordedStep } from './hits.ts'
import { agrees, linkHeld, passFrame, putToRecord } from './rebuild.ts'

/** What a recording says of one frame. */
export interface RecordedMoment {
  /** A fighter's record of the frame and of the one before; null where it has none. */
  readonly stepOf: (fighter: Fighter) => RecordedStep | null
  readonly items: readonly ItemUpdate[]
  readonly hitlagOf: (fighter: Fighter, post: PostFrame) => number
  /** Whether the recording numbers the performances of actions. */
  readonly hasInstances: boolean
}

const FIGHTER_BYTES = 4 * FighterRecord.words

/** `before` is the match's state before it played the frame. */
export function putMatchToRecord(match: Match, before: Uint8Array, moment: RecordedMoment): void {
  const { stepOf, items, hitlagOf, hasInstances } = moment
  const was = ({ index }: Fighter) => new FighterRecord(before.buffer as ArrayBuffer, fighterAt(index))
  for (const fighter of match.fighters) {
    const step = stepOf(fighter)
    if (!step || agrees(fighter, was(fighter).action, step.post, step.before)) continue
    const at = 4 * fighterAt(fighter.index)
    const { nudgeZ } = fighter
    new Uint8Array(match.buffer).set(before.subarray(at, at + FIGHTER_BYTES), at)
    // How fighters give way depends on the frame before alone.
    fighter.z = f(fighter.z + nudgeZ)
    passFrame(fighter, step.post, step.before)
  }
  // Entering an action may affect the other fighter as well, so the recorded values of both are set last.
  for (const fighter of match.fighters) {
    const step = stepOf(fighter)
    if (!step) continue
    const { post } = step
    putToRecord(fighter, post, hitlagOf(fighter, post))
    if (hasInstances) {
      if (post.instanceId !== step.before.instanceId) match.record.nextInstance += post.instanceId - fighter.instance
      fighter.instance = post.instanceId
      fighter.lastHitByInstance = post.instanceHitBy
    }
  }
  linkHeld(match.fighters)
  lookForFighters(match)
  putArticlesToRecord(match, items, new Int32Array(before.buffer))
  for (const leader of match.leaders) {
    const step = stepOf(leader)
    if (step) restoreStaleQueue(leader, was(leader), step)
  }
  for (const attacker of match.fighters) {
    for (const victim of match.fighters) followHit(attacker, was(attacker), victim, moment)
  }
}

function followHit(attacker: Fighter, was: FighterRecord, victim: Fighter, moment: RecordedMoment): void {
  const { stepOf, hasInstances } = moment
  const own = stepOf(attacker)
  const other = stepOf(victim)
  if (attacker.port === victim.port || !own || !other) return
  const partnerOf = attacker.isFollower ? attacker.leader : attacker.follower
  const partner = partnerOf && stepOf(partnerOf)
  const instance = hasInstances ? other.post.instanceHitBy : null
  const isTheirs = partner !== null && !isStriker(attacker, own, partner)
  applyRecordedHit(attacker, was, own, victim, other, instance, isTheirs)
}
