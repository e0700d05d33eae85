/** Mewtwo's own words of the state, after that of the shadow ball. */

/** Confusion has lifted since Mewtwo last stood. */
export const IS_LIFTED = 1
