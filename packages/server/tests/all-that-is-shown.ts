import type { MatchTail } from '../src/live/match-tail.ts'

/** All that a reader of a running match gets who begins at the first byte. */
export async function allThatIsShown(tail: MatchTail): Promise<Buffer> {
  const pieces: Buffer[] = []
  for (let at = 0; ;) {
    const next = await tail.from(at)
    if (next === null) return Buffer.concat(pieces)
    pieces.push(next)
    at += next.length
  }
}
