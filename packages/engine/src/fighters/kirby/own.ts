/** Kirby's own words. */
export const OWN = {
  /** One more than the internal id of the fighter copied; 0 for none. */
  copied: 0,
  /** 1 once the hammer has lifted him in this airtime. */
  hasSwung: 1,
} as const
