/** SQLSTATE classes of an answer that is about the values and comes again with them: data exception, integrity violation. */
const REFUSALS = /^2[23]/

/** Whether the database has read a statement and refused its values, so that trying again does not help. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && REFUSALS.test(error.code)
}
