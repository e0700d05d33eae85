import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { certificateFile, fakeBot, listen } from '../../tests/loopback.ts'
import { measureRoundTrip } from './round-trip.ts'

const OPEN = { policy: { allowPrivate: true } }

test('a round trip is the shortest of four pings, and nothing but pings is sent', async () => {
  const bot = await fakeBot()
  const ms = await measureRoundTrip({ ...OPEN, url: `http://127.0.0.1:${bot.port}/melee` })
  expect(ms).toBeGreaterThan(0)
  expect(bot.seen).toEqual(Array.from({ length: 4 }, () => 'GET /melee/ping'))
})

test('one slow answer does not count, and all slow ones do', async () => {
  let answers = 0
  let isSlow = (n: number) => n !== 2
  const server = http.createServer((_request, response) => {
    const wait = isSlow(answers++) ? 300 : 0
    void sleep(wait).then(() => response.end('pong'))
  })
  const url = `http://127.0.0.1:${await listen(server)}/`
  const mostlySlow = await measureRoundTrip({ ...OPEN, url })
  isSlow = () => true
  const slow = await measureRoundTrip({ ...OPEN, url })
  expect(slow).toBeGreaterThanOrEqual(299)
  expect(mostlySlow).toBeLessThan(slow!)
})

test('the time until the connection is open does not count', async () => {
  const bot = await fakeBot()
  const start = performance.now()
  const resolve = async () => {
    await sleep(200)
    return ['127.0.0.1']
  }
  const ms = await measureRoundTrip({ ...OPEN, url: `http://bot.invalid:${bot.port}/`, resolve })
  expect(ms! + 4 * 199).toBeLessThanOrEqual(performance.now() - start)
})

test('a bot that answers anything else, or not every time, has none', async () => {
  const other = await fakeBot({ pong: 'hello' })
  expect(await measureRoundTrip({ ...OPEN, url: `http://127.0.0.1:${other.port}/` })).toBeNull()
  let answers = 0
  const server = http.createServer((_request, response) => {
    response.writeHead(answers++ === 2 ? 503 : 200).end('pong')
  })
  expect(await measureRoundTrip({ ...OPEN, url: `http://127.0.0.1:${await listen(server)}/` })).toBeNull()
  expect(await measureRoundTrip({ ...OPEN, url: 'no URL' })).toBeNull()
})

test('a bot that answers slower than the time for all pings has none', async () => {
  const server = http.createServer(() => {})
  const url = `http://127.0.0.1:${await listen(server)}/`
  expect(await measureRoundTrip({ ...OPEN, url, timeoutMs: 100 })).toBeNull()
})

test('an address that is not public is sent nothing, as by every connection to a bot', async () => {
  const bot = await fakeBot()
  const policy = { allowPrivate: false }
  const resolve = () => Promise.resolve(['127.0.0.1'])
  expect(await measureRoundTrip({ policy, resolve, url: `https://bot.invalid:${bot.port}/` })).toBeNull()
  expect(await measureRoundTrip({ policy, url: `http://127.0.0.1:${bot.port}/` })).toBeNull()
  expect(bot.seen).toEqual([])
})

describe('over TLS', () => {
  /** A bot that answers at once, behind a line on which the first bytes take `dialMs`. */
  async function distant(dialMs: number) {
    const certificate = {
      cert: await certificateFile('bot.example.pem'),
      key: await certificateFile('bot.example.key'),
    }
    const seen: string[] = []
    const bot = https.createServer(certificate, ({ method, url }, response) => {
      seen.push(`${method} ${url}`)
      response.end('pong')
    })
    const botPort = await listen(bot)
    const line = net.createServer((socket) => {
      void sleep(dialMs).then(() => socket.pipe(net.connect(botPort, '127.0.0.1')).pipe(socket))
    })
    const port = await listen(line)
    return {
      seen,
      port,
      options: { ...OPEN, resolve: () => Promise.resolve(['127.0.0.1']) },
      ca: await certificateFile('authority.pem'),
    }
  }

  test.each(['https', 'wss'])('%s: the round trip is that of the pings, and no handshake counts', async (scheme) => {
    const { seen, port, options, ca } = await distant(200)
    const url = `${scheme}://bot.example:${port}/melee`
    const start = performance.now()
    const ms = await measureRoundTrip({ ...options, ca, url })
    expect(ms).toBeGreaterThan(0)
    expect(ms! + 4 * 199).toBeLessThanOrEqual(performance.now() - start)
    expect(seen).toEqual(Array.from({ length: 4 }, () => 'GET /melee/ping'))
  })

  test('a certificate of another name, or of an authority that is not trusted, gets no ping', async () => {
    const { seen, port, options, ca } = await distant(0)
    expect(await measureRoundTrip({ ...options, ca, url: `https://other.example:${port}/` })).toBeNull()
    expect(await measureRoundTrip({ ...options, url: `https://bot.example:${port}/` })).toBeNull()
    expect(seen).toEqual([])
  })
})
