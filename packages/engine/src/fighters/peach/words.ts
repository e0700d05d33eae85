/** Peach's own words (`ownInts`). */
/** 1 once she floated in this airtime. */
export const HAS_FLOATED = 0
/** Frames left of the running float. */
export const FLOAT_LEFT = 1
/** The weapon of her last forward smash; 0 for none yet. */
export const LAST_WEAPON = 2
/** 1 once Toad stopped her fall in this airtime. */
export const TOAD_USED = 3
/** Frames under the parasol in this airtime. */
export const HUNG = 4
