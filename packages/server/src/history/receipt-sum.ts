/** What the receipts of a bot's last matches add up to. Pure. */
import type { LikelyCause, ReceiptFacts } from '@arena/protocol'

/** A receipt as it adds up: its facts, and what was concluded from them, the likeliest first. */
export interface SummedReceipt {
  readonly matchId: string
  readonly facts: ReceiptFacts
  readonly causes: readonly LikelyCause[]
}

export interface ReceiptSum {
  /** Matches with a receipt. */
  readonly matches: number
  /** Matches in which every pad came in time. */
  readonly clean: number
  readonly polled: number
  readonly missed: number
  /**
   * How long before its poll the first pad for a frame arrived, of all matches together, in whole milliseconds: the median, what one
   * in a hundred falls short of, and the least. Null where no pad came.
   */
  readonly slackMs: { readonly p50: number; readonly p1: number; readonly least: number } | null
  /** The likeliest of each match that has some, the most frequent first, with the newest match that it is of. */
  readonly causes: readonly (LikelyCause & { readonly matches: number; readonly lastMatchId: string })[]
}

/** `receipts` are newest first. */
export function sumOf(receipts: readonly SummedReceipt[]): ReceiptSum {
  const games = receipts.filter(({ facts }) => facts.pads.polled > 0)
  const causes = new Map<string, ReceiptSum['causes'][number]>()
  for (const {
    matchId,
    causes: [likeliest],
  } of receipts) {
    if (likeliest === undefined) continue
    const known = causes.get(likeliest.code) ?? { ...likeliest, matches: 0, lastMatchId: matchId }
    causes.set(likeliest.code, { ...known, matches: known.matches + 1 })
  }
  return {
    matches: receipts.length,
    clean: games.filter(({ facts }) => facts.pads.missed === 0).length,
    polled: games.reduce((sum, { facts }) => sum + facts.pads.polled, 0),
    missed: games.reduce((sum, { facts }) => sum + facts.pads.missed, 0),
    slackMs: slackOf(games.map(({ facts }) => facts.arrivals)),
    causes: [...causes.values()].toSorted((a, b) => b.matches - a.matches),
  }
}

function slackOf(arrivals: readonly ReceiptFacts['arrivals'][]): ReceiptSum['slackMs'] {
  const counts = new Map<number, number>()
  for (const { ms, pads } of arrivals.flatMap(({ histogram }) => histogram)) {
    counts.set(ms, (counts.get(ms) ?? 0) + pads)
  }
  const least = arrivals.flatMap(({ slackMs }) => slackMs?.least ?? [])
  if (counts.size === 0 || least.length === 0) return null
  const sorted = [...counts].toSorted(([a], [b]) => a - b)
  const total = sorted.reduce((sum, [, pads]) => sum + pads, 0)
  /** The slack of the pad at that share of all, the least slack first. */
  function at(share: number): number {
    let before = 0
    return sorted.find(([, pads]) => (before += pads) > share * total)![0]
  }
  return { p50: at(0.5), p1: at(0.01), least: Math.min(...least) }
}
