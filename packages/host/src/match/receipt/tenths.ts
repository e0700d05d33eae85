/** Milliseconds as a receipt has them. */
export const tenths = (ms: number): number => Math.round(10 * ms) / 10
