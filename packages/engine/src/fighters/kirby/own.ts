/** Kirby's own words, after those that a copied special may use. */
export const OWN = {
  /** 1 once the hammer has lifted him in this airtime. */
  hasSwung: 6,
  /** One more than the internal id of the fighter copied; 0 for none. */
  copied: 7,
} as const
