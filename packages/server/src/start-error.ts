/** What keeps the arena from starting, said in terms of what its operator has set; the system's own words come last. */
export class StartError extends Error {
  override readonly name = 'StartError'

  /** Without a cause, `what` says it all. */
  constructor(what: string, cause?: unknown) {
    super(cause === undefined ? what : `${what}: ${wordsOf(cause)}`, { cause })
  }
}

/** A name with several addresses fails with an error for each of them, and none for all. */
function wordsOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(wordsOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
