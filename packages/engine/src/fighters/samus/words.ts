/** Samus's own words of the state, after that of the charge shot. */

/** Missiles fired with this stock. */
export const MISSILES = 1
