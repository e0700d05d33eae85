/** The reasons for which the database refuses a write. Both drivers give PostgreSQL's own codes. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}

/**
 * PostgreSQL's own: connection exceptions, too many connections, a server that goes down or is not up yet, and one that keeps
 * its time-outs (see `postgres.ts`).
 */
const AWAY_STATE = /^(?:08...|53300|55P03|57014|57P0[1-5]|25P03)$/
const AWAY_CODE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** Errors that the driver reports in words only. */
const AWAY_WORDS =
  /connection terminated|connection error|timeout exceeded|query read timeout|not queryable|connection ended/i

/** Whether something failed because the database cannot be reached, and not because of what was asked of it. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return AWAY_STATE.test(code) || AWAY_CODE.has(code) || AWAY_WORDS.test(error.message) || isDatabaseAway(error.cause)
}
