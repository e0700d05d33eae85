/**
 * The frames of a match that were polled without a pad of a player's. A replay cannot tell them from a pad at rest, so they are kept
 * beside it, as text: ranges in ascending order, joined by commas, each of `gap+count`, with an `l` behind it where the pads came
 * too late. The gap is the number of frames since the range before, at first since the first frame. `0+4,176+1l` are the frames
 * -123 to -120, for which no pad ever came, and frame 57, whose pad was late.
 */
import { FIRST_FRAME } from './events.ts'

export interface MissedRange {
  readonly frame: number
  readonly count: number
  /** The pads came after their frames had been polled. */
  readonly isLate: boolean
}

/** `ranges` in ascending order, without overlaps. */
export function missedPadsText(ranges: readonly MissedRange[]): string {
  let end = FIRST_FRAME
  const words = ranges.map(({ frame, count, isLate }) => {
    const word = `${frame - end}+${count}${isLate ? 'l' : ''}`
    end = frame + count
    return word
  })
  return words.join(',')
}

const RANGE = /^(\d{1,6})\+(\d{1,6})(l?)$/

/** The ranges of a text; of one that breaks the rules, those before the mistake. */
export function readMissedPads(text: string): MissedRange[] {
  const ranges: MissedRange[] = []
  let end = FIRST_FRAME
  for (const word of text === '' ? [] : text.split(',')) {
    const [, gap, count, late] = RANGE.exec(word) ?? []
    if (gap === undefined || Number(count) === 0) break
    const frame = end + Number(gap)
    ranges.push({ frame, count: Number(count), isLate: late === 'l' })
    end = frame + Number(count)
  }
  return ranges
}
