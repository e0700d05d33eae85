/**
 * A match that follows a recording: it plays every frame, and is then set to the recorded values. After each frame its
 * state is the recorded one, with all values that the recording does not hold rebuilt from the frames before. A window
 * of play may begin from any of these states.
 */
import type { PostFrame } from '@arena/slp'
import { ACTION } from '../../../engine/src/action-ids.ts'
import { OFF_CAMERA } from '../../../engine/src/constants.ts'
import { FLAGS } from '../../../engine/src/events/recorder.ts'
import type { Fighter } from '../../../engine/src/fighter.ts'
import type { Match } from '../../../engine/src/match.ts'
import { f } from '../../../engine/src/math.ts'
import { isOutside, lookForFighters } from '../../../engine/src/phases/off-camera.ts'
import { FighterRecord } from '../../../engine/src/state/fields.ts'
import { fighterAt } from '../../../engine/src/state/state.ts'
import { matchOf, playRecorded } from './feed.ts'
import { agrees, isFrozen, linkHeld, passFrame, putToRecord } from './rebuild.ts'
import { holds, itemsOf, recordOf, SINCE, type Recording } from './recording.ts'
import { putArticlesToRecord } from './recorded-articles.ts'
import { isStriker, applyRecordedHit, restoreStaleQueue, type RecordedStep } from './recorded-hits.ts'
import { feelFrame, gustsOf, recordedWinds, type Winds } from './wind.ts'

/** No wind on any frame. */
const STILL: Winds = new Int32Array(0)

const FIGHTER_BYTES = 4 * FighterRecord.words

export class Tracker {
  readonly match: Match
  readonly #recordedWinds: Winds | null
  readonly #pushes: Winds
  readonly #recording: Recording
  readonly #before: Uint8Array
  #index = -1

  constructor(recording: Recording) {
    this.#recording = recording
    this.match = matchOf(recording)
    this.#recordedWinds = recordedWinds(recording)
    this.#pushes = new Int32Array(recording.frames.length)
    this.#before = new Uint8Array(this.match.buffer.byteLength)
  }

  /** Index of the frame that the match is at. */
  get index(): number {
    return this.#index
  }

  /** The wind of each frame, up to the present one. */
  get winds(): Winds {
    return this.#recordedWinds ?? gustsOf(this.#pushes)
  }

  /** Advances to the next recorded frame. */
  advance(): void {
    const { match } = this
    const index = ++this.#index
    const recorded = this.#recording.frames[index]!
    const previous = this.#recording.frames[Math.max(0, index - 1)]!
    this.#before.set(new Uint8Array(match.buffer))
    playRecorded(match, this.#recording, index, this.#recordedWinds ?? STILL)
    if (!this.#recordedWinds) feelFrame(match.fighters, this.#recording, index, this.#pushes)
    for (const [i, fighter] of match.fighters.entries()) {
      const post = recordOf(recorded, fighter)?.post
      if (!post) continue
      const before = recordOf(previous, fighter)?.post ?? post
      if (!agrees(fighter, this.#was(fighter).action, post, before)) {
        this.#takeBack(i)
        passFrame(fighter, post, before)
      }
    }
    // Entering an action may affect the other fighter as well, so the recorded values of both are set last.
    for (const fighter of match.fighters) {
      const post = recordOf(recorded, fighter)?.post
      if (!post) continue
      const before = recordOf(previous, fighter)?.post ?? post
      putToRecord(fighter, post, this.#hitlagOf(fighter, post))
      if (holds(this.#recording, SINCE.instances)) {
        if (post.instanceId !== before.instanceId) match.record.nextInstance += post.instanceId - fighter.instance
        fighter.instance = post.instanceId
        fighter.lastHitByInstance = post.instanceHitBy
      }
    }
    linkHeld(match.fighters)
    lookForFighters(match)
    for (const fighter of match.fighters) this.#applyOffCamera(fighter, recordOf(recorded, fighter)?.post)
    putArticlesToRecord(match, itemsOf(recorded, this.#recording), new Int32Array(this.#before.buffer))
    const stepOf = (fighter: Fighter): RecordedStep | null => {
      const post = recordOf(recorded, fighter)?.post
      return post ? { post, before: recordOf(previous, fighter)?.post ?? post } : null
    }
    for (const leader of match.leaders) restoreStaleQueue(leader, this.#was(leader), stepOf(leader)!)
    for (const attacker of match.fighters) {
      for (const victim of match.fighters) this.#applyRecordedHit(attacker, victim, stepOf)
    }
  }

  #applyRecordedHit(attacker: Fighter, victim: Fighter, stepOf: (fighter: Fighter) => RecordedStep | null): void {
    const own = stepOf(attacker)
    const other = stepOf(victim)
    if (attacker.port === victim.port || !own || !other) return
    const partnerOf = attacker.isFollower ? attacker.leader : attacker.follower
    const partner = partnerOf && stepOf(partnerOf)
    const instance = holds(this.#recording, SINCE.instances) ? other.post.instanceHitBy : null
    const isTheirs = partner !== null && !isStriker(attacker, own, partner)
    applyRecordedHit(attacker, this.#was(attacker), own, victim, other, instance, isTheirs)
  }

  /** A fighter as it was before the frame. */
  #was({ index }: Fighter): FighterRecord {
    return new FighterRecord(this.#before.buffer as ArrayBuffer, fighterAt(index))
  }

  #takeBack(fighter: number): void {
    const at = 4 * fighterAt(fighter)
    new Uint8Array(this.match.buffer).set(this.#before.subarray(at, at + FIGHTER_BYTES), at)
  }

  /**
   * How long it has been off camera follows from the frames on which it takes damage: on consoles the count begins
   * late, or not at all.
   */
  #applyOffCamera(fighter: Fighter, shown: PostFrame | undefined): void {
    if (!shown || shown.percent >= OFF_CAMERA.mostPercent) return
    if (!fighter.isOffCamera && (shown.stateBitFlags5 & FLAGS.stateBitFlags5.offCamera) === 0) return
    let { percent } = shown
    const due = OFF_CAMERA.frames - fighter.offCameraFrames
    for (let ahead = 1; ahead <= OFF_CAMERA.frames; ahead++) {
      const next = this.#recording.frames[this.#index + ahead]
      const post = next && recordOf(next, fighter)?.post
      if (!post) return
      if (f(percent + OFF_CAMERA.damage) === post.percent) {
        fighter.isOffCamera = true
        fighter.offCameraFrames = OFF_CAMERA.frames - ahead
        return
      }
      if (ahead >= due) fighter.offCameraFrames = 0
      const isGone = post.actionStateId <= ACTION.Rebirth
      if (isGone || !isOutside(this.match.stage.cameraZone, post.positionX, post.positionY)) return
      ;({ percent } = post)
    }
  }

  /** Recorded from 3.8 on. Before, only its presence is recorded, and its length follows from its end. */
  #hitlagOf(fighter: Fighter, post: PostFrame): number {
    if (holds(this.#recording, SINCE.hitlag)) return post.hitlagRemaining
    const { frames } = this.#recording
    let left = 0
    for (let shown: PostFrame | undefined = post; shown && isFrozen(shown); left++) {
      const next = frames[this.#index + left + 1]
      shown = next && recordOf(next, fighter)?.post
    }
    return left
  }
}
