/** What a bot bears of a network, in words. Pure. */
import type { ReceiptFacts } from '@arena/protocol'
import { columns, count, duration } from '../words.ts'
import type { Measurement, Run } from './bench.ts'
import type { Found } from './search.ts'

/** Rows of the histogram that most pads are in, their width in milliseconds, and the longest bar. */
const USUAL_ROWS = 16
const WIDTHS = [1, 2, 5, 10, 20, 50]
const LONGEST_BAR = 40
const SHOWN_GAP = 4
const FRAMES_PER_SECOND = 60

export function describeRun({ conditions: { roundTripMs, jitterMs, loss }, seconds, dropAt }: Run): string {
  const parts = [
    ...(roundTripMs > 0 ? [`${roundTripMs} ms of round trip`] : []),
    ...(jitterMs > 0 ? [`up to ${jitterMs} ms of jitter each way`] : []),
    ...(loss > 0 ? [`${100 * loss}% of packets lost`] : []),
    ...(dropAt.length > 0 ? [`the socket dropped at frame ${dropAt.join(', ')}`] : []),
  ]
  return `${seconds} seconds ${parts.length === 0 ? 'without delay' : `with ${parts.join(', ')}`}`
}

export function describeMeasurement({ polled, landed, late, down, lostPackets, facts }: Measurement): string[] {
  const { slackMs, longestGap } = facts.arrivals
  const missed = polled - landed
  const why = [...(late > 0 ? [`${late} came late`] : []), ...(down > 0 ? [`${down} while no socket was open`] : [])]
  const { connectionCount } = facts.link
  return [
    '  Slack of pads: the milliseconds from the arrival of the first pad for a frame to its poll.',
    '',
    ...histogram(facts.arrivals),
    '',
    `  ${landed} of ${count(polled, 'pad')} landed${missed > 0 ? `, ${missed} did not${why.length > 0 ? ` (${why.join(', ')})` : ''}` : ''}`,
    ...(slackMs === null
      ? []
      : [`  slack: at least ${slackMs.least} ms, ${slackMs.p1} ms for 99 in 100, ${slackMs.p50} ms in the median`]),
    ...(longestGap === null
      ? []
      : [`  longest time without a message: ${longestGap.ms} ms, from frame ${longestGap.frame}`]),
    ...(connectionCount > 1 ? [`  ${count(connectionCount, 'socket')}, one after the other`] : []),
    ...(lostPackets > 0 ? [`  ${count(lostPackets, 'packet')} lost and sent again`] : []),
    ...punctuality(facts.arena),
  ]
}

/** Above this, what is measured is not the bot alone. */
const UNPUNCTUAL_MS = 2

function punctuality(arena: ReceiptFacts['arena']): string[] {
  const lateMs = arena?.pollLateMs.p99 ?? 0
  if (lateMs < UNPUNCTUAL_MS) return []
  return [
    `  This machine is busy: one poll in a hundred was over ${lateMs} ms late. Measure again when it has less to do.`,
  ]
}

/** Rows of equal width, the least slack first; rows without a pad in between are left out. */
function histogram({ histogram: entries, slackMs }: ReceiptFacts['arrivals']): string[] {
  if (slackMs === null) return ['  no pad came']
  // Wide enough for what is usual; what is not may be far away.
  const width = WIDTHS.find((ms) => (slackMs.p99 - slackMs.p1) / ms < USUAL_ROWS) ?? WIDTHS.at(-1)!
  const counts = new Map<number, number>()
  for (const { ms, pads } of entries) {
    const row = Math.floor(ms / width)
    counts.set(row, (counts.get(row) ?? 0) + pads)
  }
  const most = Math.max(...counts.values())
  const full = [...counts.keys()]
  // A few empty rows are shown; of many only that they are there.
  const rows = full.flatMap((row, at) => {
    const gap = at === 0 ? 0 : row - full[at - 1]! - 1
    return gap < SHOWN_GAP ? [...Array.from({ length: gap }, (_, i) => row - gap + i), row] : [row]
  })
  const lines = columns(
    rows.map((row) => {
      const pads = counts.get(row) ?? 0
      const bar = '█'.repeat(Math.ceil((LONGEST_BAR * pads) / most))
      return [
        `${row * width} to ${(row + 1) * width} ms`.padStart(16),
        row < 0 ? 'late' : '',
        `${pads}`.padStart(5),
        bar,
      ]
    }),
  )
  return lines.flatMap((line, at) => (at > 0 && rows[at]! > rows[at - 1]! + 1 ? ['               ...', line] : [line]))
}

export function describeFound({ largestMs, tries }: Found): string[] {
  const rows = tries.map(({ roundTripMs, missed, polled }) => [
    `${roundTripMs} ms`,
    missed === 0 ? 'all land' : `${missed} of ${polled} missed`,
  ])
  return [
    largestMs === null
      ? 'Pads are missed without any delay: the bot needs longer for its answers than it has.'
      : `Pads land up to ${largestMs} ms of round trip.`,
    ...columns(rows),
  ]
}

/** The end of it all. */
export function describeTotal({ tries }: Found, tookMs: number): string {
  return `Done: ${tries.length} ${tries.length === 1 ? 'try' : 'tries'} in ${duration((FRAMES_PER_SECOND * tookMs) / 1000)} minutes.`
}
