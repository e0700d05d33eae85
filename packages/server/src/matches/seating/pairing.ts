/**
 * Which two candidates meet (spec: Matchmaking 3, 4, 7): the pair closest in unrounded rating among bots of different
 * accounts; of equally close ones the pair that met least recently, and then the one that rested longest. Pure.
 *
 * Sorted by rating, the closest rival of a bot further up the list is the next bot of another account. That makes
 * O(n log n) for n candidates, plus a step for each past meeting between bots that are equally close.
 */

export interface Candidate {
  readonly id: string
  readonly ownerId: string
  readonly rating: number
  /** Unix milliseconds: the end of its last match, or since when it waits for its first. */
  readonly restingSince: number
}

export type CandidatePair = readonly [Candidate, Candidate]

/** When two bots last met, or null when they never did. The order of the two does not matter. */
export type LastMet = (a: string, b: string) => number | null

export interface ClosestPairs {
  /** The least difference in rating between two that may meet. */
  readonly gap: number
  /** The bots that have it to another: what has to be known before one of their pairs is chosen is when they met. */
  readonly ids: readonly string[]
  choose(lastMet: LastMet): CandidatePair
}

/** Null when no two candidates may meet. */
export function findClosestPairs(candidates: readonly Candidate[]): ClosestPairs | null {
  // Among equal ratings the longest rested come first.
  const sorted = candidates.toSorted((a, b) => a.rating - b.rating || byRest(a, b))
  const nextRival = nextThat(sorted, (bot, next) => bot.ownerId !== next.ownerId)
  const nextRating = nextThat(sorted, (bot, next) => bot.rating !== next.rating)

  const gapBetween = (i: number, j: number) =>
    j < sorted.length ? sorted[j]!.rating - sorted[i]!.rating : Number.POSITIVE_INFINITY
  let gap = Number.POSITIVE_INFINITY
  for (const [i, rival] of nextRival.entries()) gap = Math.min(gap, gapBetween(i, rival))
  if (gap === Number.POSITIVE_INFINITY) return null

  const ids = new Set<string>()
  // The ranges of equally close rivals move up the list with i, so each bot is visited once.
  let seen = 0
  for (const [i, rival] of nextRival.entries()) {
    if (gapBetween(i, rival) !== gap) continue
    ids.add(sorted[i]!.id)
    for (seen = Math.max(seen, rival); gapBetween(i, seen) === gap; seen++) ids.add(sorted[seen]!.id)
  }

  const choose = (lastMet: LastMet): CandidatePair => {
    let chosen: CandidatePair | null = null
    let chosenMet = Number.POSITIVE_INFINITY
    for (const [i, rival] of nextRival.entries()) {
      const bot = sorted[i]!
      let j = rival
      while (gapBetween(i, j) === gap) {
        const other = sorted[j]!
        if (other.ownerId === bot.ownerId) {
          j = nextRival[j]!
          continue
        }
        const met = lastMet(bot.id, other.id) ?? Number.NEGATIVE_INFINITY
        const pair = [bot, other] as const
        if (met < chosenMet || (met === chosenMet && (chosen === null || hasRestedLonger(pair, chosen)))) {
          chosen = pair
          chosenMet = met
        }
        // After one that was never met, the others of its rating have only rested less.
        j = met === Number.NEGATIVE_INFINITY ? nextRating[j]! : j + 1
      }
    }
    return chosen!
  }
  return { gap, ids: [...ids], choose }
}

/**
 * The arena's own bots are there to be played against: while anyone else waits, they count as bots of one account, which
 * never meet. Two bots that meet are free again on the same tick and closest again, so without this a newcomer to an arena
 * with a house of four would watch them play each other for ever (docs/adr/0009-house-bots.md).
 */
export function housesApart(candidates: readonly Candidate[], houseOwners: ReadonlySet<string>): readonly Candidate[] {
  const isHouse = (bot: Candidate) => houseOwners.has(bot.ownerId)
  if (candidates.every(isHouse)) return candidates
  return candidates.map((bot) => (isHouse(bot) ? { ...bot, ownerId: 'house' } : bot))
}

/** For each index the next one whose bot differs, or the length of the list. */
function nextThat(sorted: readonly Candidate[], differs: (bot: Candidate, next: Candidate) => boolean): Int32Array {
  const next = new Int32Array(sorted.length).fill(sorted.length)
  for (let i = sorted.length - 2; i >= 0; i--) {
    next[i] = differs(sorted[i]!, sorted[i + 1]!) ? i + 1 : next[i + 1]!
  }
  return next
}

/** The longest rested of the four decides, then the others of each pair, then ids, so that chance has no part in it. */
function hasRestedLonger(a: CandidatePair, b: CandidatePair): boolean {
  const [a1, a2] = a.toSorted(byRest)
  const [b1, b2] = b.toSorted(byRest)
  const order = a1!.restingSince - b1!.restingSince || a2!.restingSince - b2!.restingSince
  return (order || byRest(a1!, b1!) || byRest(a2!, b2!)) < 0
}

function byRest(a: Candidate, b: Candidate): number {
  return a.restingSince - b.restingSince || (a.id < b.id ? -1 : Number(a.id > b.id))
}
