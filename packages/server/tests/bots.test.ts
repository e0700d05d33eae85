/** Bots of an account over a real socket: registered, changed, checked, removed. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Bot, BotList, DeployEvent } from '@arena/protocol'
import { beforeAll, describe, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { newId } from '../src/db/ids.ts'
import { expectOk, expectProblem } from './answers.ts'
import { jsonRequest, startBot } from './http-service.ts'
import { sharedBot, sharedService } from './begun-once.ts'
import { seatMatch } from './stored-match.ts'

const service = sharedService()
const bot = sharedBot()
let secret: string

beforeAll(async () => {
  secret = await service.bearer('ada@example.org', ['bots.read', 'bots.write'])
})

const json = (body: unknown, method?: string) => jsonRequest(secret, body, method)

describe('bots', () => {
  test('GET /bots/{id} and GET /bots say what a bot waits for: bots of other accounts that are free, rest or play', async () => {
    const url = `${bot.url}/waiting`
    const { id } = await expectOk(await service.fetch('/bots', json({ name: 'Waiting', mode: 'live', url })), Bot)
    const asOwner = { headers: { authorization: `Bearer ${secret}` } }
    const waiting = async () => (await expectOk(await service.fetch(`/bots/${id}`, asOwner), Bot)).standing!.waiting
    const { context } = service
    const register = async (email: string) =>
      context.bots.register((await context.accounts.findOrCreate(email)).id, { name: email, mode: 'live', url })
    const seated = async (email: string) => ({ botId: (await register(email)).id, name: email, url })
    await seatMatch(context, { bots: [await seated('grace@example.org'), await seated('alan@example.org')] })
    await register('edsger@example.org')

    // The lobby is read once a second.
    await expect.poll(waiting, { timeout: 10_000 }).toEqual({
      free: 1,
      resting: 0,
      playing: 2,
      nextMatchMs: null,
      says: '1 bot is free, 2 play: every seat is taken until a match ends.',
    })
    const { bots } = await expectOk(await service.fetch('/bots', asOwner), BotList)
    expect(bots.find((each) => each.id === id)?.standing?.waiting).toEqual(await waiting())
  })

  test('Modes: a bot is in one mode for its lifetime: nothing else is registered, and no change moves it', async () => {
    const body = { name: 'Settled', mode: 'live', url: bot.url }
    await expectProblem(await service.fetch('/bots', json({ ...body, mode: 'another' })), 'invalid-request')
    const registered = await expectOk(await service.fetch('/bots', json(body)), Bot)
    expect(registered.mode).toBe('live')
    for (const mode of ['live', 'another']) {
      const change = json({ name: 'Moved', mode }, 'PATCH')
      await expectProblem(await service.fetch(`/bots/${registered.id}`, change), 'invalid-request')
    }
    const asOwner = { headers: { authorization: `Bearer ${secret}` } }
    expect(await expectOk(await service.fetch(`/bots/${registered.id}`, asOwner), Bot)).toMatchObject(registered)
  })

  test('DELETE accepts a content type without a body', async () => {
    const body = { name: 'Typed', mode: 'live', url: bot.url }
    const { id } = await expectOk(await service.fetch('/bots', json(body)), Bot)
    const { headers } = json(null)
    await expectOk(await service.fetch(`/bots/${id}`, { method: 'DELETE', headers }), Bot)
  })

  test('another account sees nothing of a bot', async () => {
    const { id } = await expectOk(await service.fetch('/bots', json({ name: 'Mine', mode: 'live', url: bot.url })), Bot)
    const headers = {
      authorization: `Bearer ${await service.bearer('eve@example.org', ['bots.read', 'bots.write'])}`,
      'content-type': 'application/json',
    }
    expect(await expectOk(await service.fetch('/bots', { headers }), BotList)).toEqual({ bots: [] })
    await expectProblem(await service.fetch(`/bots/${id}`, { headers }), 'not-found')
    const change = { method: 'PATCH', headers, body: '{"status":"paused"}' }
    await expectProblem(await service.fetch(`/bots/${id}`, change), 'not-found')
    await expectProblem(await service.fetch(`/bots/${id}`, { method: 'DELETE', headers }), 'not-found')
  })
})

describe('the deploy check, line by line', () => {
  const asked = (body: unknown, method = 'POST') => {
    const { headers, ...rest } = json(body, method)
    return { ...rest, headers: { ...headers, accept: 'application/x-ndjson' } }
  }
  const newBot = (url: string) => ({ name: 'Waveland', mode: 'live', url })

  async function linesOf(response: Response): Promise<DeployEvent[]> {
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson'])
    const lines = (await response.text()).split('\n')
    expect(lines.pop()).toBe('')
    return lines.map((line) => DeployEvent.parse(JSON.parse(line)))
  }

  test('each step comes when it has been taken, and the bot comes last', async () => {
    const server = createServer()
    const sockets = new WebSocketServer({ server })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const pinged = new Promise<ServerResponse>((resolve) => {
      server.on('request', (_request, answer) => resolve(answer))
    })
    const response = await service.fetch('/bots', asked(newBot(url)))
    const reader = response.body!.getReader()
    const decoder = new TextDecoder()
    let heard = ''
    const hear = async (word: string) => {
      while (!heard.includes(word)) heard += decoder.decode((await reader.read()).value)
    }
    await hear('"address"')
    const ping = await pinged
    expect(heard.trim().split('\n')).toHaveLength(2)
    // Only now does the bot answer: what was heard was not held back.
    ping.end('pong')
    await hear('"bot":')
    const events = heard
      .trim()
      .split('\n')
      .map((line) => DeployEvent.parse(JSON.parse(line)))
    expect(events.map((event) => ('step' in event ? event.step.name : Object.keys(event)[0]))).toEqual([
      'resolve',
      'address',
      'ping',
      'upgrade',
      'bot',
    ])
    for (const socket of sockets.clients) socket.terminate()
    server.close()
  })

  test('the reason why nothing changed comes last, and one that precedes the check keeps its status', async () => {
    await using wrong = await startBot({ answer: 'ping' })
    const failed = await linesOf(await service.fetch('/bots', asked(newBot(wrong.url))))
    expect(failed).toMatchObject([
      { step: { name: 'resolve', ok: true } },
      { step: { name: 'address', ok: true } },
      { step: { name: 'ping', ok: false } },
      { problem: { code: 'deploy-check-failed', status: 422, report: { ok: false } } },
    ])
    const { errors } = await expectProblem(await service.fetch('/bots', asked(newBot('ftp://x/'))), 'invalid-request')
    expect(errors).toMatchObject([{ path: 'url' }])
    await expectProblem(await service.fetch(`/bots/${newId('bot')}`, asked({ url: bot.url }, 'PATCH')), 'not-found')
  })

  test('a bot that is moved is checked in the same way; without a new URL there is no step', async () => {
    const { id, url } = await expectOk(await service.fetch('/bots', json(newBot(bot.url))), Bot)
    const patch = async (body: unknown) => linesOf(await service.fetch(`/bots/${id}`, asked(body, 'PATCH')))
    expect(await patch({ url: `${url}2` })).toMatchObject([{}, {}, {}, {}, { bot: { id, url: `${url}2` } }])
    expect(await patch({ name: 'Moonwalk' })).toMatchObject([{ bot: { id, name: 'Moonwalk' } }])
  })
})
