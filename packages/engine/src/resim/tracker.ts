/**
 * A match that goes along with a recording: it plays every frame, and is then put to what the recording shows. So its
 * state is, after each frame, the recorded one together with all that the recording does not hold, rebuilt from the
 * frames before; a window of play may begin from any of them.
 */
import type { PostFrame } from '@arena/slp'
import type { Match } from '../match.ts'
import { FighterRecord } from '../state/fields.ts'
import { fighterAt } from '../state/state.ts'
import { matchOf, playRecorded, type Winds } from './feed.ts'
import { agrees, FLAG2, passFrame, putToRecord } from './rebuild.ts'
import { holds, recordOf, SINCE, type Recording } from './recording.ts'

const DREAM_LAND = 28
/** Directions of the wind and its push on a frame. */
const CALM = 0
const LEFTWARD = 1
const RIGHTWARD = 2
const PUSH = 0.2
const TOLERANCE = 0.001

/** Hitlag by damage. */
const HITLAG_SHARE = 3
const LEAST_HITLAG = 3
const MOST_HITLAG = 20

const FIGHTER_BYTES = 4 * FighterRecord.words

export class Tracker {
  readonly match: Match
  /** The wind as it was told or felt, by frame; filled as the recording is gone through. */
  readonly winds: Winds
  readonly #recording: Recording
  readonly #before: Uint8Array
  /** Frames of hitlag of each player's last hit, and the frame it began; only where hitlag is not recorded. */
  readonly #hitlags: readonly { frames: number; from: number }[]
  #index = -1

  constructor(recording: Recording) {
    this.#recording = recording
    this.match = matchOf(recording)
    this.winds = new Int32Array(recording.frames.length)
    this.#before = new Uint8Array(this.match.buffer.byteLength)
    this.#hitlags = this.match.fighters.map(() => ({ frames: 0, from: 0 }))
  }

  /** Index of the frame that the match stands at. */
  get index(): number {
    return this.#index
  }

  /** Goes to the next recorded frame. */
  advance(): void {
    const { match } = this
    const index = ++this.#index
    const recorded = this.#recording.frames[index]!
    const previous = this.#recording.frames[Math.max(0, index - 1)]!
    const told = recorded.events.dreamlandWhispy
    this.winds[index] = told ? told.direction : (this.winds[index - 1] ?? CALM)
    this.#before.set(new Uint8Array(match.buffer))
    playRecorded(match, this.#recording, index, this.winds)
    if (match.stage.id === DREAM_LAND && !holds(this.#recording, SINCE.stageEvents)) this.#feelWind(index)
    for (const [i, fighter] of match.fighters.entries()) {
      const post = recordOf(recorded, fighter)?.post
      if (!post) continue
      const before = recordOf(previous, fighter)?.post ?? post
      const action = new FighterRecord(this.#before.buffer as ArrayBuffer, fighterAt(i)).action
      if (!agrees(fighter, action, post, before)) {
        this.#takeBack(i)
        passFrame(fighter, post, before)
      }
      putToRecord(fighter, post, this.#hitlagOf(i, post, before))
      if (post.instanceId >= match.record.nextInstance) match.record.nextInstance = post.instanceId + 1
      if (holds(this.#recording, SINCE.instances)) {
        fighter.instance = post.instanceId
        fighter.lastHitByInstance = post.instanceHitBy
      }
    }
  }

  #takeBack(fighter: number): void {
    const at = 4 * fighterAt(fighter)
    new Uint8Array(this.match.buffer).set(this.#before.subarray(at, at + FIGHTER_BYTES), at)
  }

  /** Recorded from 3.8 on; before, only whether there is any: how long follows from the damage. */
  #hitlagOf(fighter: number, post: PostFrame, previous: PostFrame): number {
    if (holds(this.#recording, SINCE.hitlag)) return post.hitlagRemaining
    if ((post.stateBitFlags2 & FLAG2.hitlag) === 0) return 0
    const hitlag = this.#hitlags[fighter]!
    const damage = this.#damageBetween(previous, post)
    if (damage > 0) {
      hitlag.frames = Math.min(MOST_HITLAG, Math.floor(damage / HITLAG_SHARE + LEAST_HITLAG))
      hitlag.from = this.#index
    } else if ((previous.stateBitFlags2 & FLAG2.hitlag) === 0) {
      hitlag.frames = this.match.fighters[fighter]!.hitlagLeft
      hitlag.from = this.#index
    }
    return Math.max(1, hitlag.frames - (this.#index - hitlag.from))
  }

  /** What a fighter took on a frame, or else what it dealt. */
  #damageBetween(previous: PostFrame, post: PostFrame): number {
    const own = post.percent - previous.percent
    if (own > 0) return own
    const { frames } = this.#recording
    const now = frames[this.#index]!.players
    const before = frames[Math.max(0, this.#index - 1)]!.players
    const other = now[0].post.playerIndex === post.playerIndex ? 1 : 0
    return Math.max(0, now[other].post.percent - before[other].post.percent)
  }

  /** Recordings do not always tell when the wind blows: a fighter that is off by just its push was pushed. */
  #feelWind(index: number): void {
    for (const fighter of this.match.fighters) {
      const post = recordOf(this.#recording.frames[index]!, fighter)?.post
      if (!post || fighter.action !== post.actionStateId) continue
      const push = post.positionX - fighter.x
      if (Math.abs(Math.abs(push) - PUSH) > TOLERANCE) continue
      const felt = push > 0 ? RIGHTWARD : LEFTWARD
      // Pushed the other way by as much: the wind that was assumed does not blow.
      this.winds[index] = this.winds[index] === CALM ? felt : CALM
      return
    }
  }
}
