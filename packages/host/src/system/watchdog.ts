/**
 * How long a watched process has been silent. Only time in which the watchdog itself ran counts. A watchdog that was
 * stopped, or whose event loop was blocked, has not read the messages that arrived meanwhile. Pure: the clock is passed
 * in, in milliseconds of a clock that is never set.
 *
 * Timers fire before sockets and pipes are read. So a watchdog that finds the silence too long checks again in a
 * `setImmediate`, and decides only then.
 */
export class Watchdog {
  /** No more than this counts from one look to the next. */
  readonly #mostMs: number
  #silentMs = 0
  #lookedAt: number

  /** `everyMs` is how often the watcher means to look. */
  constructor(everyMs: number, now: number) {
    // A timer is late by a little even where all is well.
    this.#mostMs = 2 * everyMs
    this.#lookedAt = now
  }

  /** Something was heard, or something was asked: the silence begins anew. */
  heard(now: number): void {
    this.#silentMs = 0
    this.#lookedAt = now
  }

  /** A look: for how long nothing has been heard. */
  silentMs(now: number): number {
    this.#silentMs += Math.min(now - this.#lookedAt, this.#mostMs)
    this.#lookedAt = now
    return this.#silentMs
  }
}

/** How finely the time of `afterRunning` is measured. */
const SLICE_MS = 250

/**
 * Calls back after a time, like `setTimeout`, but time in which this process did not run does not count: what came
 * meanwhile is read before the deadline is over. The answer calls it off.
 */
export function afterRunning(ms: number, call: () => void): () => void {
  const sliceMs = Math.min(SLICE_MS, ms)
  const watchdog = new Watchdog(sliceMs, performance.now())
  const look = () => {
    const leftMs = ms - watchdog.silentMs(performance.now())
    if (leftMs <= 0) verdict = setImmediate(call)
    else timer = setTimeout(look, Math.min(sliceMs, leftMs))
  }
  let timer = setTimeout(look, sliceMs)
  let verdict: NodeJS.Immediate | undefined
  return () => {
    clearTimeout(timer)
    clearImmediate(verdict)
  }
}
