/** How arenas that share a database read the moments that the others, or their own past, left in it. */

/** An arena that has not reported itself for this long is taken for dead. */
export const SILENT_MS = 60_000

/** A moment on record further ahead than this was written before the clock was set back; arenas' clocks differ by less. */
export const SET_BACK_MS = 60_000
