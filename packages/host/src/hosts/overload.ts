/**
 * Decides whether a host has more games than its machine can play in time: more than a quarter of them are behind their
 * clock, or were a moment ago. A single late game may have a slow engine. Many late games mean that processors are
 * missing, and another game would slow down the running ones.
 */

/** A game so late is behind. */
const BEHIND_MS = 100
const SHARE = 0.25
/** So long nothing may have been behind before the host takes on more. */
const CALM_MS = 2000

export class Overload {
  #calmAt = -Infinity

  /** Takes an observation: by how much each game that plays is behind, and `now`, both in milliseconds. */
  observe(now: number, lagsMs: readonly number[]): boolean {
    const behind = lagsMs.filter((lagMs) => lagMs > BEHIND_MS).length
    if (behind > lagsMs.length * SHARE) this.#calmAt = now + CALM_MS
    return now < this.#calmAt
  }
}
