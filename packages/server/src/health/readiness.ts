/**
 * Whether the arena can do its work, part by part: `/health` says that it answers, `/ready` that it can also play and
 * record. Each part adds a check of its own.
 */
import { wordsOf } from '@arena/protocol/words-of'
import { inTime } from '../in-time.ts'

/** What is wrong, in a sentence; null when all is well. A check that throws has found something wrong. */
export type Check = () => string | null | Promise<string | null>

export interface CheckResult {
  readonly name: string
  /** What is wrong; null when all is well. */
  readonly problem: string | null
}

/** A check that hangs counts as one that fails. */
const PATIENCE_MS = 2_000

export class Readiness {
  readonly #checks = new Map<string, Check>()

  add(name: string, check: Check): void {
    this.#checks.set(name, check)
  }

  /** In the order in which they were added. */
  look(): Promise<CheckResult[]> {
    return Promise.all([...this.#checks].map(async ([name, check]) => ({ name, problem: await outcome(check) })))
  }
}

async function outcome(check: Check): Promise<string | null> {
  try {
    return await inTime(
      Promise.resolve(check()),
      PATIENCE_MS,
      `There was no answer within ${PATIENCE_MS / 1000} seconds.`,
    )
  } catch (error) {
    return wordsOf(error)
  }
}
