/** What is not known of a share that was counted. Pure. */
import { SURE } from './bradley-terry.ts'

/** Wilson's interval: where the true share lies with 95 of 100. It holds for few games too, and for shares of 0 and 1. */
export function shareBetween(share: number, games: number): { readonly low: number; readonly high: number } {
  const own = SURE ** 2 / games
  const middle = (share + own / 2) / (1 + own)
  const reach = (SURE * Math.sqrt((share * (1 - share)) / games + own / games / 4)) / (1 + own)
  return { low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) }
}
