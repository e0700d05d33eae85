/** What runs the statements of a simulated database: PostgreSQL, either embedded (`embedded-engine.ts`) or a server (`server-engine.ts`). */
import type { Kernel } from '../kernel/kernel.ts'
import type { Session } from './database.ts'

export type DatabaseKind = 'embedded' | 'postgresql'

export interface Answer {
  readonly command: string
  readonly rowCount: number
  readonly rows: Record<string, unknown>[]
  /** The statement with its values, and all that came back: the same bytes in every database of a kind. */
  readonly exchange: Uint8Array
  /** What it announced on the channel of changes. */
  readonly changes: readonly string[]
}

/** A statement that has arrived. */
export interface Asked {
  readonly session: Session
  readonly sql: string
  readonly values: readonly unknown[]
  readonly answer: (outcome: Answer | Error) => void
}

export interface Engine {
  /** Beside all sessions, while none of them is in a transaction. */
  query(text: string, values?: readonly unknown[]): Promise<Answer>
  /** Begins a run with empty tables. */
  sessions(kernel: Kernel, done: Done): Promise<Sessions>
  close(): Promise<void>
}

/** Called when a statement has been run; what it sets off happens later. */
export type Done = (asked: Asked, outcome: Answer | Error) => void

/** The sessions of a run. */
export interface Sessions {
  /** Whether what the tables hold is in the middle of something. */
  readonly isInTransaction: boolean
  /** Statements that were refused because their transactions waited for each other. */
  readonly deadlocks: readonly string[]
  /** Resolves once the statement has been run, or waits for another session. */
  take(asked: Asked): Promise<void>
  /** Nobody is at its other end any more: its transaction is rolled back. */
  end(session: Session): void
  /** The server goes down with all sessions. */
  endAll(): void
}

export const terminated = (): Error => new Error('Connection terminated unexpectedly')

/** An error as the server words it. */
export const refusal = (message: string, code: string): Error => Object.assign(new Error(message), { code })

export const lockTimeout = (): Error => refusal('canceling statement due to lock timeout', '55P03')
