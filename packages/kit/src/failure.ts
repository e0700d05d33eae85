/** A failure that the author of a bot can fix: printed as one sentence, without a stack. */
export class KitFailure extends Error {
  override readonly name = 'KitFailure'
}

/** A command line that cannot be understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
