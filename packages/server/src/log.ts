/**
 * The log: JSON lines in production, one readable line per event elsewhere. Requests are logged by method, path and
 * status: no headers, no bodies, no query strings, no values of database queries. So the log contains no secrets.
 */
import { pino, stdSerializers } from 'pino'
import type { LevelWithSilent, Logger, LoggerOptions } from 'pino'
import pretty from 'pino-pretty'

export type { Logger }

export interface LogOptions {
  readonly production: boolean
  readonly level?: LevelWithSilent
}

export const LOG_FORMAT = {
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  serializers: { err: withoutValues },
} satisfies LoggerOptions

/** An error of the database brings the values of its query along: addresses of people, seeds of matches that still run. */
function withoutValues(error: Error): object {
  const { params: _params, detail: _detail, ...told } = stdSerializers.err(error)
  return told
}

export function createLog({ production, level = 'info' }: LogOptions): Logger {
  const options = { ...LOG_FORMAT, level }
  if (production) return pino(options)
  // Synchronous, so that the last lines before a crash are seen.
  return pino(options, pretty({ sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', singleLine: true }))
}
