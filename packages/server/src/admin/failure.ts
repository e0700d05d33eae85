/** How a command ends that does not do what it is asked, and what its exit code says. */

export const EXIT = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const

/** Something that the operator can do something about; no fault of the program. */
export class AdminFailure extends Error {
  override readonly name = 'AdminFailure'
}

/** A wrong command line, or a question that nobody is there to answer. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
