/** A request that cannot be answered, in words for the person who made it. The process goes on. */
export class BatchError extends Error {
  override readonly name = 'BatchError'
}
