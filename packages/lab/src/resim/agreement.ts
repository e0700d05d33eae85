/**
 * How far the engine agrees with a recording. In windows (teacher-forced): every 60 frames the state is taken from the
 * recording and the engine plays on from there, all fighters together, until the next. Free run: the engine plays on
 * from the first frame.
 */
import type { PostFrame } from '@arena/slp'
import type { Fighter } from '../../../engine/src/fighter.ts'
import { asInternalId, type InternalId } from '../../../engine/src/tables/ids.ts'
import type { Match } from '../../../engine/src/match.ts'
import { matchOf, playRecorded } from './feed.ts'
import { isFrozen } from '../../../engine/src/recorded/rebuild.ts'
import { CAUSES, causeOf, type Cause } from './causes.ts'
import { holds, isSince, type Recording, recordOf } from './recording.ts'
import { Tracker } from './tracker.ts'
import type { Winds } from './wind.ts'
import type { WindowFilter } from './window-filters.ts'

export const WINDOW_FRAMES = 60
/** A position is right within this distance on either axis. */
const NEAR = 0.05
/** A fighter farther than this from its recorded place on either axis has diverged. */
const FAR = 0.5
/** Percent is right within this difference, which is rounding. */
const SAME_PERCENT = 0.001

/** Fighter frames, and how many of them agree in which respect. */
export interface Tally {
  frames: number
  action: number
  position: number
  percent: number
  /** Frames that agree in all three respects. */
  all: number
  /** Sum of the distances between recorded and played positions. */
  distance: number
}

type Aspect = 'action' | 'position' | 'percent'

/** The first difference of a fighter in a stretch of play, and the number of its frames lost by it. */
export interface Loss {
  readonly player: 0 | 1
  /** Internal id of the fighter. */
  readonly fighter: InternalId
  /** Frame of the first difference. */
  readonly frame: number
  readonly aspect: Aspect
  readonly cause: Cause
  /** Recorded action of the frame before, and of this one; the engine's action. */
  readonly from: number
  readonly action: number
  readonly played: number
  readonly expected: string
  readonly got: string
  lost: number
}

/** What a stretch of play departs by: the first difference in it, and the frames of all fighters lost from there on. */
export interface Divergence {
  readonly loss: Loss
  lost: number
}

/** Tallies by fighter (internal id) and recorded action. */
export type Tallies = Map<InternalId, Map<number, Tally>>

export interface Agreement {
  readonly tallies: Tallies
  readonly losses: Loss[]
  /** One for each stretch of play that does not agree to its end. */
  readonly divergences: Divergence[]
}

export interface WindowedAgreement extends Agreement {
  /** Windows that were judged, and windows in all. */
  readonly judged: number
  readonly windows: number
}

export interface FreeAgreement extends Agreement {
  /**
   * Frame on which a fighter's action first differs, or its position by more than half a unit; null when neither
   * happens.
   */
  readonly firstDivergence: number | null
}

const emptyAgreement = (): Agreement => ({ tallies: new Map(), losses: [], divergences: [] })

export function emptyTally(): Tally {
  return { frames: 0, action: 0, position: 0, percent: 0, all: 0, distance: 0 }
}

export function addTally(into: Tally, { frames, action, position, percent, all, distance }: Tally): void {
  into.frames += frames
  into.action += action
  into.position += position
  into.percent += percent
  into.all += all
  into.distance += distance
}

/** Starts of the windows of a recording: indices of the frames from which the state is taken. */
export function windowStarts(frames: number): number[] {
  return Array.from({ length: Math.ceil((frames - 1) / WINDOW_FRAMES) }, (_, i) => i * WINDOW_FRAMES)
}

/** Windows of a recording that are judged, by the index of the frame from which their state is taken. */
export function judgedWindows(recording: Recording, isJudged: WindowFilter): { judged: number[]; windows: number } {
  const { frames } = recording
  const starts = holds(recording, 'speeds') ? windowStarts(frames.length) : []
  const judged = starts.filter((start) => isJudged(frames.slice(start + 1, start + 1 + WINDOW_FRAMES)))
  return { judged, windows: starts.length }
}

/** Measures a recording both ways. Recordings without speeds are measured in a free run only. */
export function measure(
  recording: Recording,
  isJudged: WindowFilter,
): { windows: WindowedAgreement; free: FreeAgreement } {
  const { judged, windows } = judgedWindows(recording, isJudged)
  const { states, winds } = takeOver(recording, [0, ...judged])
  const match = matchOf(recording)
  const playNext: PlayNext = (index) => playRecorded(match, recording, index, winds)
  const agreement = measureWindows(recording, match, judged, states.slice(1), playNext)
  return {
    windows: { ...agreement, judged: judged.length, windows },
    free: measureFree(recording, match, states[0]!, playNext),
  }
}

/** Plays frame `index`, after the one before. */
export type PlayNext = (index: number) => void

/** Plays windows from the states of their first frames. */
export function measureWindows(
  recording: Recording,
  match: Match,
  starts: readonly number[],
  states: readonly Uint8Array[],
  playNext: PlayNext,
): Agreement {
  const agreement = emptyAgreement()
  for (const [i, start] of starts.entries()) {
    restore(match, states[i]!)
    const last = Math.min(start + WINDOW_FRAMES, recording.frames.length - 1)
    const { first } = new Play(recording, match, playNext, agreement).run(start + 1, last)
    if (first) agreement.divergences.push(first)
  }
  return agreement
}

/** Plays on from the state of the first frame to the end. */
export function measureFree(recording: Recording, match: Match, state: Uint8Array, playNext: PlayNext): FreeAgreement {
  const agreement = emptyAgreement()
  restore(match, state)
  const play = new Play(recording, match, playNext, agreement).run(1, recording.frames.length - 1)
  if (play.onset) agreement.divergences.push(play.onset)
  return { ...agreement, firstDivergence: play.firstDivergence }
}

/** The recorded states after these frames (indices in order), and the wind of the frames up to the last. */
export function takeOver(recording: Recording, indices: readonly number[]): { states: Uint8Array[]; winds: Winds } {
  const tracker = new Tracker(recording)
  const states: Uint8Array[] = []
  for (const index of indices) {
    while (tracker.index < index) tracker.advance()
    states.push(new Uint8Array(tracker.match.buffer).slice())
  }
  // The last window needs the wind of its frames as it plays them.
  while (tracker.index < recording.frames.length - 1) tracker.advance()
  return { states, winds: tracker.winds }
}

export function restore(match: Match, state: Uint8Array): void {
  new Uint8Array(match.buffer).set(state)
  match.syncTerrain()
}

/** A stretch of play, with the first difference of each fighter by its index in the match. */
class Play {
  readonly #recording: Recording
  readonly #match: Match
  readonly #playNext: PlayNext
  readonly #into: Agreement
  readonly #losses = new Map<number, Loss>()
  /** The first difference. */
  first: Divergence | null = null
  firstDivergence: number | null = null
  /** The first of the differences that last until now, or lasted until the first divergence. */
  onset: Divergence | null = null
  /** The loss of this frame that leads by its cause. */
  #leading: Loss | null = null

  constructor(recording: Recording, match: Match, playNext: PlayNext, into: Agreement) {
    this.#recording = recording
    this.#match = match
    this.#playNext = playNext
    this.#into = into
  }

  run(first: number, last: number): this {
    for (let index = first; index <= last; index++) this.#step(index)
    return this
  }

  #step(index: number): void {
    const recorded = this.#recording.frames[index]!
    this.#playNext(index)
    this.#leading = null
    const hasDiverged = this.firstDivergence !== null
    let lost = 0
    for (const [i, fighter] of this.#match.fighters.entries()) {
      const post = recordOf(recorded, fighter)?.post
      if (!post || isRecordedLater(this.#recording, index, fighter)) continue
      if (!this.#compare(i, index, post, fighter)) lost++
    }
    if (!hasDiverged && lost === 0) this.onset = null
    if (this.#leading) {
      this.first ??= { loss: this.#leading, lost: 0 }
      this.onset ??= { loss: this.#leading, lost: 0 }
    }
    if (this.first) this.first.lost += lost
    if (this.onset) this.onset.lost += lost
  }

  #lead(loss: Loss): void {
    const rankOf = ({ cause }: Loss) => CAUSES.indexOf(cause)
    if (!this.#leading || rankOf(loss) < rankOf(this.#leading)) this.#leading = loss
  }

  /** Whether it agrees in all three respects. */
  #compare(at: number, index: number, post: PostFrame, fighter: Fighter): boolean {
    const byAction = ensure(this.#into.tallies, asInternalId(post.internalCharacterId), () => new Map<number, Tally>())
    const tally = ensure(byAction, post.actionStateId, emptyTally)
    tally.frames++
    const dx = Math.abs(fighter.x - post.positionX)
    const dy = Math.abs(fighter.y - post.positionY)
    const isSameAction = fighter.action === post.actionStateId
    const isNear = dx <= NEAR && dy <= NEAR
    const isSamePercent = Math.abs(fighter.percent - post.percent) <= SAME_PERCENT
    if (isSameAction) tally.action++
    if (isNear) tally.position++
    if (isSamePercent) tally.percent++
    tally.distance += Math.hypot(dx, dy)
    if (!isSameAction || dx > FAR || dy > FAR) this.firstDivergence ??= post.frame
    if (isSameAction && isNear && isSamePercent) {
      tally.all++
      return true
    }
    const known = this.#losses.get(at)
    if (!known || !this.onset) {
      const aspect = !isSameAction ? 'action' : !isNear ? 'position' : 'percent'
      const loss = this.#lossOf(index, post, fighter, aspect)
      this.#lead(loss)
      if (!known) {
        this.#losses.set(at, loss)
        this.#into.losses.push(loss)
      }
    }
    this.#losses.get(at)!.lost++
    return false
  }

  #lossOf(index: number, post: PostFrame, fighter: Fighter, aspect: Aspect): Loss {
    const { players, followers } = this.#recording.frames[index - 1]!
    const player = this.#recording.frames[index]!.players[0].post.playerIndex === post.playerIndex ? 0 : 1
    const before = post.isFollower === 0 ? players[player] : followers[player]
    return {
      player,
      fighter: asInternalId(post.internalCharacterId),
      frame: post.frame,
      aspect,
      cause: causeOf(fighter, post, before?.post ?? post, this.#recording.frames[index]!),
      from: before?.post.actionStateId ?? post.actionStateId,
      action: post.actionStateId,
      played: fighter.action,
      expected: describe(aspect, post.actionStateId, post.positionX, post.positionY, post.percent),
      got: describe(aspect, fighter.action, fighter.x, fighter.y, fighter.percent),
      lost: 0,
    }
  }
}

/** In old recordings a hit shows one record later: the record of its own frame is not judged. */
export function isRecordedLater(recording: Recording, index: number, fighter: Fighter): boolean {
  if (isSince(recording, 'promptHits')) return false
  const now = recordOf(recording.frames[index]!, fighter)!.post
  const next = recording.frames[index + 1]
  const then = (next && recordOf(next, fighter)?.post) ?? now
  return then.percent > now.percent || (isFrozen(then) && !isFrozen(now))
}

function describe(aspect: Aspect, action: number, x: number, y: number, percent: number): string {
  if (aspect === 'position') return `${x.toFixed(4)} ${y.toFixed(4)}`
  return aspect === 'percent' ? `${percent.toFixed(2)} %` : String(action)
}

function ensure<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key)
  if (value === undefined) {
    value = make()
    map.set(key, value)
  }
  return value
}
