/** Mewtwo's own words (`ownInts`), after that of the shadow ball. */

/** Confusion has lifted since Mewtwo last stood. */
export const IS_LIFTED = 1
