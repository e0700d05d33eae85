/**
 * The house bots as a process of their own: serves them on one loopback port and, where it is given keys, registers them with the arena.
 * The arena starts it, configures it by environment and owns its standard input: when that closes, the process ends,
 * so that it never outlives the arena. Logs are JSON lines.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { houseBots, serveBot } from '@arena/sdk'
import { wordsOf } from '@arena/protocol/words-of'
import { z } from 'zod'
import { registerHouseBots } from './house-registration.ts'

const list = z.string().transform((text) => text.split(',').filter((part) => part !== ''))

const Environment = z.object({
  /** The arena whose signature they ask for; without it anyone may connect. */
  ARENA_BASE_URL: z.url().optional(),
  /** Fixed, so that the registered URLs hold across restarts; 0 takes any. */
  ARENA_HOUSE_PORT: z.coerce.number().int().min(0).max(65_535),
  ARENA_HOUSE_BOTS: z.coerce.number().int().min(0),
  /** Bearer secrets of the accounts that own the bots, separated by commas; without any they are not registered. */
  ARENA_HOUSE_KEYS: list.default([]),
  /** Names already registered, separated by commas. */
  ARENA_HOUSE_REGISTERED: list.default([]),
})

const HOST = '127.0.0.1'

function log(level: 'info' | 'error', message: string, fields: Record<string, unknown> = {}): void {
  process.stdout.write(
    `${JSON.stringify({ level, time: new Date().toISOString(), name: 'house', msg: message, ...fields })}\n`,
  )
}

async function main(): Promise<void> {
  const env = Environment.parse(process.env)
  const bots = houseBots(env.ARENA_HOUSE_BOTS)
  const server = await serveBot({
    host: HOST,
    port: env.ARENA_HOUSE_PORT,
    play: Object.fromEntries(bots.map(({ path, play }) => [path, play])),
    ...(env.ARENA_BASE_URL !== undefined && { arenaUrl: env.ARENA_BASE_URL }),
    // They are as near to the arena as a bot can be, and take no advantage of it (ADR 15).
    lead: 'fixed',
    onError: (error) => log('error', 'a bot failed', { detail: wordsOf(error) }),
  })
  log('info', 'listening', { port: server.port, bots: bots.map((bot) => bot.name) })

  const ending = new AbortController()
  const end = (): void => ending.abort()
  process.stdin.once('end', end).once('error', end).once('close', end).resume()
  // A signal to the whole process group is the arena's to answer: its running matches are still to be played.
  if (!process.stdin.isTTY) for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  ending.signal.addEventListener('abort', () => void server.close())

  if (env.ARENA_BASE_URL === undefined || env.ARENA_HOUSE_KEYS.length === 0) return
  try {
    await registerHouseBots(bots, {
      baseUrl: env.ARENA_BASE_URL,
      keys: env.ARENA_HOUSE_KEYS,
      houseUrl: `http://${HOST}:${server.port}`,
      registered: new Set(env.ARENA_HOUSE_REGISTERED),
      signal: ending.signal,
      log: (message, fields) => log('info', message, fields),
      sleep: (ms, signal) => sleep(ms, undefined, { signal }),
    })
  } catch (error) {
    // Bots that were registered before play on.
    if (!ending.signal.aborted) log('error', 'registration failed', { detail: wordsOf(error) })
  }
}

try {
  await main()
} catch (error) {
  log('error', 'the house could not start', {
    detail: error instanceof z.ZodError ? z.prettifyError(error) : wordsOf(error),
  })
  process.exitCode = 1
}
