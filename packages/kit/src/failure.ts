/** Something the author of a bot can do something about: printed as one sentence, without a stack. */
export class KitFailure extends Error {
  override readonly name = 'KitFailure'
}

/** A command line that cannot be understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
