import type { Patience } from '../../../src/db/postgres.ts'

/** In the order of the real one, and short. */
export const PATIENCE: Patience = {
  idleInTransactionMs: 200,
  lockMs: 300,
  statementMs: 400,
  queryMs: 500,
  connectMs: 2_000,
}
