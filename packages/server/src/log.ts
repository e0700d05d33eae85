/**
 * The log: JSON lines in production, one readable line per event elsewhere. Requests are logged by what they were,
 * never by what they carried: no headers, no bodies, no query strings, so no secret can get in.
 */
import { pino } from 'pino'
import type { Logger } from 'pino'
import pretty from 'pino-pretty'

export type { Logger }

export function createLog({ production }: { production: boolean }): Logger {
  const options = { base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` }
  if (production) return pino(options)
  // Synchronous, so that the last lines before a crash are seen.
  return pino(options, pretty({ sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', singleLine: true }))
}
