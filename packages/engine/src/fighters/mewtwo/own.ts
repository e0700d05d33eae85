/** Mewtwo's own words of the state. */

/** How far the shadow ball is charged. */
export const CHARGE = 0
/** Confusion has lifted since Mewtwo last stood. */
export const IS_LIFTED = 1
