import http from 'node:http'
import net from 'node:net'
import { createKeyPair, DeployReport, verifyHandshake } from '@arena/protocol'
import type { DeployStep } from '@arena/protocol'
import { describe, expect, it, vi } from 'vitest'
import { acceptance, closed, fakeBot, listen } from '../../tests/loopback.ts'
import { checkBotUrl } from './bot-url.ts'
import { deployCheck } from './deploy-check.ts'
import type { DeployCheckOptions } from './deploy-check.ts'

const platformKey = createKeyPair()
const OPEN = { allowPrivate: true }
const STRICT = { allowPrivate: false }

function check(url: string, options: Partial<DeployCheckOptions> = {}): Promise<DeployReport> {
  const policy = options.policy ?? OPEN
  return deployCheck({ url: checkBotUrl(url, policy), platformKey, policy, ...options })
}

describe('Deploy check', () => {
  it('1 and 2: pings the bot, opens a WebSocket signed with `x-arena-match: deploy-check`, and closes it politely', async () => {
    const bot = await fakeBot()
    const report = await check(`ws://127.0.0.1:${bot.port}/melee?token=1`)
    expect(DeployReport.parse(report)).toEqual(report)
    expect(report.ok).toBe(true)
    expect(bot.seen).toEqual(['GET /melee/ping?token=1', 'UPGRADE /melee?token=1'])
    const headers = bot.upgrades[0]?.headers ?? {}
    expect(verifyHandshake(platformKey.publicKey, headers, Date.now())).toEqual({ ok: true, matchId: 'deploy-check' })
    expect(await Promise.all(bot.closes)).toEqual([1000])
  })

  it('reports each step: what was sent, what came back, how long it took', async () => {
    const { port } = await fakeBot()
    const report = await check(`http://bot.invalid:${port}/melee`, { resolve: () => Promise.resolve(['127.0.0.1']) })
    expect(report.steps.map(({ name, ok, sent, received }) => ({ name, ok, sent, received }))).toEqual([
      { name: 'resolve', ok: true, sent: 'look up bot.invalid', received: '1 address' },
      { name: 'address', ok: true, sent: 'check it', received: '127.0.0.1' },
      { name: 'ping', ok: true, sent: `GET http://bot.invalid:${port}/melee/ping`, received: '200 OK with "pong"' },
      {
        name: 'upgrade',
        ok: true,
        sent: `upgrade to a WebSocket at http://bot.invalid:${port}/melee with x-arena-match: deploy-check`,
        received: '101 Switching Protocols',
      },
    ])
    for (const { ms } of report.steps) expect(ms).toBeGreaterThanOrEqual(0)
  })

  it('says which version the bot says, and that what is no version is ignored', async () => {
    const received = async (...versions: string[]) => {
      const { port } = await fakeBot({ versions })
      return (await check(`http://127.0.0.1:${port}/`)).steps.slice(2).map((step) => step.received)
    }
    expect(await received('1.4', '1.5+3')).toEqual([
      '200 OK with "pong", version 1.4',
      '101 Switching Protocols, version 1.5+3',
    ])
    const rule = 'ignored: a version is 1 to 32 letters, digits and characters of . _ + -'
    expect(await received('my bot', 'x'.repeat(33))).toEqual([
      `200 OK with "pong", x-arena-version "my bot" ${rule}`,
      `101 Switching Protocols, x-arena-version "${'x'.repeat(33)}" ${rule}`,
    ])
  })

  it('stops at the first step that fails, and each step is heard of when it has been taken', async () => {
    const bot = await fakeBot({ pong: 'hello' })
    const heard: [step: DeployStep, requests: number][] = []
    const report = await check(`http://127.0.0.1:${bot.port}/`, {
      onStep: (step) => heard.push([step, bot.seen.length]),
    })
    expect(heard).toEqual(report.steps.map((step, i) => [step, i < 2 ? 0 : 1]))
    expect(report.ok).toBe(false)
    expect(report.steps.map(({ name, ok }) => [name, ok])).toEqual([
      ['resolve', true],
      ['address', true],
      ['ping', false],
    ])
    expect(report.steps.at(-1)?.received).toBe('answered 200 OK with "hello"; the body "pong" is expected')
    expect(bot.seen).toEqual(['GET /ping'])
  })

  it('a bot that pings but takes no WebSocket fails at `upgrade`', async () => {
    const { port } = await fakeBot({ upgrade: false })
    const report = await check(`http://127.0.0.1:${port}/`)
    expect(report.steps.at(-1)).toMatchObject({
      name: 'upgrade',
      ok: false,
      received: 'answered 200 OK; 101 is expected',
    })
  })

  it('a name that does not exist fails at `resolve`, one that is not public at `address`, before anything is sent', async () => {
    const bot = await fakeBot()
    const missing = Object.assign(new Error(), { code: 'ENOTFOUND' })
    const url = `https://bot.invalid:${bot.port}/`
    const unknown = await check(url, { policy: STRICT, resolve: () => Promise.reject(missing) })
    const inside = await check(url, { policy: STRICT, resolve: () => Promise.resolve(['127.0.0.1']) })
    expect(unknown.steps).toMatchObject([{ name: 'resolve', ok: false, received: 'the name does not exist' }])
    expect(inside.steps).toMatchObject([
      { name: 'resolve', ok: true },
      { name: 'address', ok: false, received: 'not a public address (loopback)' },
    ])
    expect(JSON.stringify(inside)).not.toContain('127.0.0.1')
    expect(bot.seen).toEqual([])
  })

  it('a name of a thousand addresses is reported with the first eight', async () => {
    const bot = await fakeBot()
    const resolve = () =>
      Promise.resolve(Array.from({ length: 1000 }, (_, i) => (i === 0 ? '127.0.0.1' : `127.0.0.${i % 250}`)))
    const { steps } = await check(`http://bot.invalid:${bot.port}/`, { resolve })
    expect(steps[1]!.received).toMatch(/^127\.0\.0\.1(?:, [\d.]+){7}, \.\.\.$/)
  })

  it('has one time for all steps together', async () => {
    const port = await listen(net.createServer((socket) => socket.resume()))
    const report = await check(`http://127.0.0.1:${port}/`, { timeoutMs: 100 })
    expect(report.steps.at(-1)).toMatchObject({ name: 'ping', ok: false, received: 'no answer in time' })
  })

  it.each([0x82, 0x89, 0x8a])(
    'a bot that keeps talking (frames of %i) has passed, and is hung up on at once',
    async (opcode) => {
      const server = http.createServer((_request, response) => response.end('pong'))
      const hungUp: Promise<unknown>[] = []
      server.on('upgrade', (request, socket: net.Socket) => {
        hungUp.push(closed(socket))
        socket.write(acceptance(Buffer.from(`sec-websocket-key: ${request.headers['sec-websocket-key']}\r\n`)))
        const talk = setInterval(() => socket.write(Buffer.from([opcode, 0])), 5)
        socket.once('close', () => clearInterval(talk))
      })
      const port = await listen(server)
      // Not when its time is up.
      vi.useFakeTimers({ toFake: ['setTimeout'] })
      try {
        expect((await check(`http://127.0.0.1:${port}/`)).ok).toBe(true)
        await Promise.all(hungUp)
        expect(hungUp).toHaveLength(1)
      } finally {
        vi.useRealTimers()
      }
    },
  )

  it('a bot that never answers the close passes, and its connection is cut', async () => {
    const server = http.createServer((_request, response) => response.end('pong'))
    const hungUp: Promise<unknown>[] = []
    // A WebSocket server that takes the upgrade and is deaf from then on.
    server.on('upgrade', (request, socket) => {
      socket.write(acceptance(Buffer.from(`sec-websocket-key: ${request.headers['sec-websocket-key']}\r\n`)))
      socket.resume()
      hungUp.push(new Promise((resolve) => socket.once('end', resolve)))
    })
    const report = await check(`http://127.0.0.1:${await listen(server)}/`, { timeoutMs: 1_000 })
    expect(report.ok).toBe(true)
    await Promise.all(hungUp)
    expect(hungUp).toHaveLength(1)
  })
})
