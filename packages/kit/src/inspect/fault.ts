/** What keeps a replay from being read to its end, in a sentence that names the byte. Pure. */
import type { ColumnReader, SlpError } from '@arena/slp'

/** `what` is what the sentence calls the file. */
export function faultSentence(what: string, fault: SlpError, { gameStart, columns }: ColumnReader): string {
  if (fault.code === 'unsupported-mode') return `${what} is a recording of ${fault.message}.`
  const place = gameStart === null || columns.count === 0 ? '' : `, behind frame ${columns.lastFrame}`
  return `${what} is ${fault.code === 'truncated' ? 'cut off' : 'damaged'}${place}: ${fault.message}.`
}
