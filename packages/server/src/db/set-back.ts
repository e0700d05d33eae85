/** A moment on record further ahead than this was written before the clock was set back; clocks differ by less. */
export const SET_BACK_MS = 60_000
