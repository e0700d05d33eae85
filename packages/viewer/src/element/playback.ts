/**
 * Where a viewer is in a replay: playing or not, how fast, at which frame and how far towards the next one. Pure: whoever owns it
 * passes the clock in, and says which frames are there.
 */

export const FRAMES_A_SECOND = 60
/** What the speed menu offers, and what the keys step through. */
export const SPEEDS = [0.1, 0.25, 0.5, 1, 1.5, 2, 4] as const
const LEAST_SPEED = 0.1
const MOST_SPEED = 4
export const JUMP_FRAMES = 2 * FRAMES_A_SECOND
/** How far behind the newest frame a live match is shown, so that a late packet is not seen. */
export const LIVE_DELAY = 30
/** Further behind than this it does not hurry but jumps. */
const LIVE_JUMP = 5 * FRAMES_A_SECOND
/** A page that was asleep continues where it was. */
const LONGEST_STEP_MS = 250

export interface Extent {
  readonly first: number
  /** The newest frame that is there. */
  readonly last: number
  /** No more frames follow. */
  readonly isComplete: boolean
}

export class Playback {
  #extent: Extent = { first: 0, last: -1, isComplete: false }
  #position = 0
  #isPlaced = false
  #isPlaying = false
  #isLive = false
  #isFollowing = false
  #speed = 1
  #time: number | null = null

  /** Frame and fraction. */
  get position(): number {
    return this.#position
  }

  get frame(): number {
    return Math.floor(this.#position)
  }

  /** From 0, the frame, to 1, the next one. */
  get alpha(): number {
    return this.#position - this.frame
  }

  get isPlaying(): boolean {
    return this.#isPlaying
  }

  get speed(): number {
    return this.#speed
  }

  get extent(): Extent {
    return this.#extent
  }

  /** Keeps up with a match that is being played. */
  get isFollowing(): boolean {
    return this.#isFollowing
  }

  /** At the last frame of all. */
  get isAtEnd(): boolean {
    return this.#extent.isComplete && this.#position >= this.#extent.last
  }

  /** Wants to play on, but the next frame is not there yet. */
  get isStalled(): boolean {
    return this.#isPlaying && !this.#extent.isComplete && this.#position >= this.#extent.last
  }

  /** Forgets all but the speed. `frame` is where it opens; a live match without one is followed. */
  open({ isLive, frame = null }: { isLive: boolean; frame?: number | null }): void {
    this.#extent = { first: 0, last: -1, isComplete: false }
    this.#isLive = isLive
    this.#isFollowing = isLive && frame === null
    this.#isPlaced = frame !== null
    this.#position = frame ?? 0
    this.#isPlaying = false
    this.#time = null
  }

  /** The frames that are there; a place beyond them is kept until it is known that it never comes. `of` is whose frames they are. */
  extend(extent: Extent, _of?: object): void {
    this.#extent = extent
    if (extent.last < extent.first) return
    if (!this.#isPlaced) {
      this.#isPlaced = true
      this.#position = this.#isFollowing ? this.#newest() : extent.first
    }
    this.#position = Math.max(extent.first, extent.isComplete ? Math.min(this.#position, extent.last) : this.#position)
    if (extent.isComplete) this.#isLive = false
  }

  /** At the end it begins anew. */
  play(): void {
    if (this.#isPlaying) return
    if (this.isAtEnd) this.seek(this.#extent.first)
    this.#isPlaying = true
    this.#time = null
  }

  pause(): void {
    this.#isPlaying = false
    this.#isFollowing = false
    this.#time = null
  }

  toggle(): void {
    if (this.#isPlaying) this.pause()
    else this.play()
  }

  set speed(speed: number) {
    if (!Number.isFinite(speed)) return
    this.#speed = Math.min(MOST_SPEED, Math.max(LEAST_SPEED, speed))
  }

  /** The next speed of the menu, up or down. */
  changeSpeed(by: 1 | -1): void {
    const speed = this.#speed
    const next = by > 0 ? SPEEDS.find((each) => each > speed) : SPEEDS.findLast((each) => each < speed)
    if (next !== undefined) this.#speed = next
  }

  seek(frame: number): void {
    this.#isFollowing = false
    this.#isPlaced = true
    this.#position = this.#within(frame)
    this.#time = null
  }

  jump(frames: number): void {
    this.seek(this.#position + frames)
  }

  /** One frame on or back, which also pauses. */
  step(by: 1 | -1): void {
    const { frame, alpha } = this
    this.pause()
    this.seek(by < 0 && alpha > 0 ? frame : frame + by)
  }

  /** A share of the whole, as 0.3. */
  seekShare(share: number): void {
    const { first, last } = this.#extent
    this.seek(Math.round(first + (last - first) * share))
  }

  /** To the newest frame of a match that is being played, and on with it. */
  follow(): void {
    if (!this.#isLive) return
    this.#isFollowing = true
    this.#isPlaying = true
    this.#position = this.#newest()
    this.#time = null
  }

  /** Lets the clock run; whether the picture changes by it. */
  advance(nowMs: number): boolean {
    const before = this.#time
    this.#time = nowMs
    const { first, last } = this.#extent
    if (!this.#isPlaying || before === null || last < first) return false
    const elapsed = Math.min(Math.max(nowMs - before, 0), LONGEST_STEP_MS)
    const from = this.#position
    this.#position = Math.min(this.#moved((elapsed / 1000) * FRAMES_A_SECOND), Math.max(from, last))
    if (this.isAtEnd) {
      this.#isPlaying = false
      this.#isFollowing = false
    }
    return this.#position !== from
  }

  #moved(frames: number): number {
    if (!this.#isFollowing) return this.#position + frames * this.#speed
    if (this.#extent.isComplete) return this.#position + frames
    const behind = this.#newest() - this.#position
    if (behind > LIVE_JUMP) return this.#newest()
    // A second behind is made up for in about a second, and too near the newest frame it waits.
    return this.#position + frames * Math.min(2, Math.max(0, 1 + behind / FRAMES_A_SECOND))
  }

  #newest(): number {
    const { first, last } = this.#extent
    return Math.max(first, last - LIVE_DELAY)
  }

  #within(frame: number): number {
    const { first, last } = this.#extent
    if (last < first) return frame
    return Math.min(Math.max(frame, first), last)
  }
}
