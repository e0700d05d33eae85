/** What Peach keeps of her own from one action to the next (`ownInts`). */
/** 1 once she floated since she last stood on the ground. */
export const HAS_FLOATED = 0
/** Frames that the running float still lasts. */
export const FLOAT_LEFT = 1
/** The weapon of her last forward smash; 0 for none yet. */
export const LAST_WEAPON = 2
/** 1 once Toad broke her fall since she last stood on the ground. */
export const TOAD_USED = 3
/** Frames for which she has hung under the parasol since she last stood on the ground. */
export const HUNG = 4
