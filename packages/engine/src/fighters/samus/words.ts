/** Samus's own words of the state. */

/** How far the charge shot is charged. */
export const CHARGE = 0
/** Missiles fired with this stock. */
export const MISSILES = 1
