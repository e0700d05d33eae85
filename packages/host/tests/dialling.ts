/** How tests connect to bots: by names that lead to this machine, and with the error where that fails. */
import http from 'node:http'
import net from 'node:net'
import type { Socket } from 'node:net'
import { createKeyPair } from '@arena/protocol'
import { expect } from 'vitest'
import type { WebSocket } from 'ws'
import { checkAddresses, dialBot, pingBot, resolveBot, within } from '../src/bots/connection.ts'
import { BotConnectionError, checkBotUrl } from '../src/bots/bot-url.ts'
import type { DialOptions } from '../src/bots/connection.ts'
import type { ConnectOptions } from '../src/bots/connect-options.ts'
import { atEnd, listen } from './loopback.ts'

export const MATCH = 'match_01k9y40r6yes3v1c5hzq8p2n7t'
export const platformKey = createKeyPair()
export const OPEN = { allowPrivate: true }

/** An address that leads to the bot, under a name that no other resolver knows. */
export const toLoopback = () => Promise.resolve(['127.0.0.1'])

export const serveHttp = (handler: http.RequestListener) => listen(http.createServer(handler))
export const serveTcp = (onSocket: (socket: Socket) => void) => listen(net.createServer(onSocket))

/** Resolves and pings as the deploy check does. */
export function ping(url: string, options: Partial<ConnectOptions> = {}): Promise<void> {
  const all: ConnectOptions = { policy: OPEN, ...options }
  return within(all, async (signal) => {
    const target = checkBotUrl(url, all.policy)
    const addresses = await resolveBot(target, all, signal)
    checkAddresses(addresses, all.policy)
    await pingBot({ url: target, addresses }, all, signal)
  })
}

export async function dial(url: string, options: Partial<DialOptions> = {}): Promise<WebSocket> {
  const { socket } = await dialBot({ url, matchId: MATCH, platformKey, policy: OPEN, ...options })
  atEnd(() => socket.terminate())
  return socket
}

/** The error that a connection fails with. */
export async function failure(connection: Promise<unknown>): Promise<{ step: string; detail: string }> {
  const error: unknown = await connection.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof BotConnectionError)) throw new Error('a BotConnectionError was expected', { cause: error })
  expect(error.detail).toMatch(/^[\x20-\x7e]{1,200}$/)
  return { step: error.step, detail: error.detail }
}
