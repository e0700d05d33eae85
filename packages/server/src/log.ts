/**
 * The log: JSON lines in production, one readable line per event elsewhere. Requests are logged by what they were,
 * never by what they carried: no headers, no bodies, no query strings, so no secret can get in.
 */
import { pino } from 'pino'
import type { LevelWithSilent, Logger } from 'pino'
import pretty from 'pino-pretty'

export type { Logger }

export interface LogOptions {
  readonly production: boolean
  readonly level?: LevelWithSilent
}

export function createLog({ production, level = 'info' }: LogOptions): Logger {
  const options = { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` }
  if (production) return pino(options)
  // Synchronous, so that the last lines before a crash are seen.
  return pino(options, pretty({ sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', singleLine: true }))
}
