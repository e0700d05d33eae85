/** A failure that the author of a bot can fix: printed as one sentence, without a stack. */
export class KitFailure extends Error {
  override readonly name = 'KitFailure'
}

/** Ctrl-C where a terminal hands it over as a key, and not as a signal. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** A command line that cannot be understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
