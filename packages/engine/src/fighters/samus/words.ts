/** Samus's own words (`ownInts`), after that of the charge shot. */

/** Missiles fired with this stock. */
export const MISSILES = 1
