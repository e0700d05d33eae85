/** Sheik's own words (`ownInts`). */

/** Needles in her hand, 0 to 6. */
export const NEEDLES = 0
/** 1 while those in her hand show. */
export const SHOWN = 1
