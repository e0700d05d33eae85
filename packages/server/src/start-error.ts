/** What keeps the arena from starting, said in terms of what its operator has set; the system's own words come last. */
import { wordsOf } from '@arena/protocol/words-of'
export class StartError extends Error {
  override readonly name = 'StartError'

  /** Without a cause, `what` says it all. */
  constructor(what: string, cause?: unknown) {
    super(cause === undefined ? what : `${what}: ${wordsOf(cause)}`, { cause })
  }
}
