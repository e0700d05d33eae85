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
import { isOutside } from '../../../engine/src/phases/off-camera.ts'
import { putMatchToRecord } from '../../../engine/src/recorded/follow.ts'
import { isFrozen } from '../../../engine/src/recorded/rebuild.ts'
import { matchOf, playRecorded } from './feed.ts'
import { holds, itemsOf, type Recording, recordOf } from './recording.ts'
import { feelFrame, gustsOf, recordedWinds, type Winds } from './wind.ts'

/** No wind on any frame. */
const STILL: Winds = new Int32Array(0)

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
    putMatchToRecord(match, this.#before, {
      stepOf: (fighter) => {
        const post = recordOf(recorded, fighter)?.post
        return post ? { post, before: recordOf(previous, fighter)?.post ?? post } : null
      },
      items: itemsOf(recorded, this.#recording),
      hitlagOf: (fighter, post) => this.#hitlagOf(fighter, post),
      hasInstances: holds(this.#recording, 'instances'),
    })
    for (const fighter of match.fighters) this.#applyOffCamera(fighter, recordOf(recorded, fighter)?.post)
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
    if (holds(this.#recording, 'hitlag')) return post.hitlagRemaining
    const { frames } = this.#recording
    let left = 0
    for (let shown: PostFrame | undefined = post; shown && isFrozen(shown); left++) {
      const next = frames[this.#index + left + 1]
      shown = next && recordOf(next, fighter)?.post
    }
    return left
  }
}
