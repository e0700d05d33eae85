/**
 * What a wire adds to a round trip by itself: it is a stop on the way, in a process that has to wake up for each packet. It depends on
 * the machine and on what runs beside it, so it is measured in matches with the bot in question. Pure.
 */
import type { ReceiptArrivals } from '@arena/protocol'

type Slacks = ReceiptArrivals['histogram']

/**
 * In milliseconds, never negative: what the slack of pads in the median loses through a wire that is made to add `roundTripMs`, beyond
 * that. The median leaves out stalls of the machine, and the slow frames of a bot.
 */
export function ownDelayMs(direct: Slacks, throughWire: Slacks, roundTripMs: number): number {
  return Math.max(0, medianMs(direct) - medianMs(throughWire) - roundTripMs)
}

/** Between the whole milliseconds of the histogram: as if the pads of an entry were spread evenly over it. */
function medianMs(histogram: Slacks): number {
  let left = histogram.reduce((sum, { pads }) => sum + pads, 0) / 2
  for (const { ms, pads } of histogram) {
    if (left <= pads) return ms + left / pads
    left -= pads
  }
  return 0
}
