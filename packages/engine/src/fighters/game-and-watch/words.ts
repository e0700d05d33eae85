/** Own words of Mr. Game & Watch (`ownInts`). */
/** Numbers of the last two judgements, 0 for none. */
export const LAST_NUMBER = 0
export const NUMBER_BEFORE = 1
/** Shots in the bucket, and their damage. */
export const FILLS = 2
export const OIL = 3
/** Directions of the last two sausages, 0 for none. */
export const LAST_WAY = 4
export const WAY_BEFORE = 5
