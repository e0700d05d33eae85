/** Words of Sheik's own. */

/** Needles in her hand, 0 to 6. */
export const NEEDLES = 0
/** 1 while those in her hand are seen. */
export const SHOWN = 1
