import { spawn, spawnSync } from 'node:child_process'
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import type { Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import tls from 'node:tls'
import { fileURLToPath } from 'node:url'
import { createKeyPair, verifyHandshake } from '@arena/protocol'
import { describe, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { WebSocketServer } from 'ws'
import { seeded } from '../../tests/hostile/attacks.ts'
import { acceptance, atEnd, certificateFile, closed, listen } from '../../tests/loopback.ts'
import { checkAddresses, dialBot, MAX_MESSAGE_BYTES, pingBot, pingUrl, resolveBot, within } from './connection.ts'
import { BotConnectionError, checkBotUrl } from './bot-url.ts'
import type { DialOptions } from './connection.ts'
import type { ConnectOptions } from './connect-options.ts'
import type { Resolver } from './address.ts'

const MATCH = 'match_01k9y40r6yes3v1c5hzq8p2n7t'
const platformKey = createKeyPair()
const OPEN = { allowPrivate: true }
const STRICT = { allowPrivate: false }

// An address that leads to the bot, under a name that no other resolver knows.
const toLoopback = () => Promise.resolve(['127.0.0.1'])
const refuseToResolve = () => Promise.reject(new Error('an address needs no resolver'))
const mixedAddresses = () => Promise.resolve(['8.8.8.8', '2606:4700::1', '192.168.1.20'])

const serveHttp = (handler: http.RequestListener) => listen(http.createServer(handler))
const serveTcp = (onSocket: (socket: Socket) => void) => listen(net.createServer(onSocket))

async function serveBot(onSocket: (socket: WebSocket, request: http.IncomingMessage) => void): Promise<number> {
  const server = http.createServer()
  const sockets = new WebSocketServer({ server, perMessageDeflate: true })
  sockets.on('connection', onSocket)
  return listen(server)
}

/** Resolves and pings as the deploy check does. */
function ping(url: string, options: Partial<ConnectOptions> = {}): Promise<void> {
  const all: ConnectOptions = { policy: OPEN, ...options }
  return within(all, async (signal) => {
    const target = checkBotUrl(url, all.policy)
    const addresses = await resolveBot(target, all, signal)
    checkAddresses(addresses, all.policy)
    await pingBot({ url: target, addresses }, all, signal)
  })
}

async function dial(url: string, options: Partial<DialOptions> = {}): Promise<WebSocket> {
  const socket = await dialBot({ url, matchId: MATCH, platformKey, policy: OPEN, ...options })
  atEnd(() => socket.terminate())
  return socket
}

/** The error that a connection fails with. */
async function failure(connection: Promise<unknown>): Promise<{ step: string; detail: string }> {
  const error: unknown = await connection.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof BotConnectionError)) throw new Error('a BotConnectionError was expected', { cause: error })
  expect(error.detail).toMatch(/^[\x20-\x7e]{1,200}$/)
  return { step: error.step, detail: error.detail }
}

describe('bot URLs', () => {
  it('are written http(s), whichever way they were given', () => {
    expect(checkBotUrl('wss://bot.example/a?b=c', STRICT).href).toBe('https://bot.example/a?b=c')
    expect(checkBotUrl('WSS://bot.example/ws:', STRICT).href).toBe('https://bot.example/ws:')
    expect(checkBotUrl('ws://127.0.0.1:4000', OPEN).href).toBe('http://127.0.0.1:4000/')
  })

  it('in production MUST be https', async () => {
    for (const url of ['http://bot.example/', 'ws://bot.example/']) {
      expect(await failure(dial(url, { policy: STRICT }))).toEqual({ step: 'url', detail: 'must be https (or wss)' })
    }
  })

  it('hold no user name, password or fragment, and no other scheme', async () => {
    for (const url of [
      'https://ada@bot.example/',
      'https://ada:secret@bot.example/',
      'https://:secret@bot.example/',
      'https://bot.example/#top',
      'https://bot.example/#',
      'ftp://bot.example/',
      'file:///etc/passwd',
      'bot.example',
      'https://',
      '',
    ]) {
      expect((await failure(dial(url))).step, url).toBe('url')
    }
  })

  it('Ping: scheme and host, path plus `/ping`, query kept', () => {
    const pairs = {
      'https://bot.example': 'https://bot.example/ping',
      'https://bot.example/': 'https://bot.example/ping',
      'https://bot.example:8443/melee': 'https://bot.example:8443/melee/ping',
      'https://bot.example/melee/?token=a/b': 'https://bot.example/melee/ping?token=a/b',
    }
    for (const [url, expected] of Object.entries(pairs)) expect(pingUrl(new URL(url)).href).toBe(expected)
  })
})

describe('addresses', () => {
  it('private and loopback ranges are rejected, in every notation of an address', async () => {
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0x7f.0.0.1',
      '0177.0.0.1',
      '017700000001',
      '127.0.0.1.',
      '①②⑦.0.0.1',
      '10.0.0.1',
      '169.254.169.254',
      '0',
      '[::1]',
      '[0:0:0:0:0:0:0:1]',
      '[::ffff:127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[fd00::1]',
      '[fe80::1]',
    ]) {
      expect((await failure(dial(`https://${host}/`, { policy: STRICT, resolve: refuseToResolve }))).step, host).toBe(
        'address',
      )
    }
  })

  it('every address of a name must be public', async () => {
    const error = await failure(dial('https://bot.example/', { policy: STRICT, resolve: mixedAddresses }))
    expect(error.step).toBe('address')
    expect(error.detail, 'the private address is not given away').not.toMatch(/192\.168/)
  })

  it('checked again at every connect: a name that turns to a private address is refused from then on', async () => {
    const answers = [['8.8.8.8'], ['127.0.0.1'], ['8.8.8.8']]
    const options = { policy: STRICT, resolve: () => Promise.resolve(answers.shift() ?? []) }
    const url = checkBotUrl('https://bot.example/', STRICT)
    const signal = new AbortController().signal
    checkAddresses(await resolveBot(url, options, signal), STRICT)
    expect((await failure(dial(url.href, options))).step).toBe('address')
    checkAddresses(await resolveBot(url, options, signal), STRICT)
  })

  it('the checked addresses are pinned: a name is looked up once for each connection', async () => {
    let lookups = 0
    // Only the first answer leads to the bot, and no other resolver knows the name.
    const resolve = () => Promise.resolve([++lookups === 1 ? '127.0.0.1' : '127.0.0.2'])
    const port = await serveBot(() => {})
    const socket = await dial(`http://bot.invalid:${port}/`, { resolve })
    expect(socket.readyState).toBe(socket.OPEN)
    expect(lookups).toBe(1)
    expect((await failure(dial(`http://bot.invalid:${port}/`, { resolve }))).step).toBe('upgrade')
    expect(lookups).toBe(2)
  })

  it('the next address is tried when the first one refuses', async () => {
    const port = await serveHttp((_request, response) => response.end('pong'))
    await ping(`http://bot.invalid:${port}/`, { resolve: () => Promise.resolve(['127.0.0.2', '127.0.0.1']) })
  })

  it('of the thousands of addresses that a name may have, no more than eight are tried', async () => {
    const tried: string[] = []
    const server = net.createServer((socket) => {
      tried.push(socket.localAddress!)
      socket.resetAndDestroy()
    })
    const port = await listen(server, '127.0.0.1')
    // All of loopback leads to this machine, where nobody listens but at the last one.
    const many = Array.from({ length: 100 }, (_, i) => `127.0.1.${i + 1}`)
    const resolve = () => Promise.resolve([...many, '127.0.0.1'])
    expect((await failure(ping(`http://bot.invalid:${port}/`, { resolve }))).detail).toBe('connection refused')
    expect(tried).toEqual([])
    const early = () => Promise.resolve([...many.slice(0, 7), '127.0.0.1'])
    await failure(ping(`http://bot.invalid:${port}/`, { resolve: early }))
    expect(tried).toEqual(['127.0.0.1'])
  })

  it('an address with a zone, or a name with a NUL or a space, makes no URL', async () => {
    for (const host of ['[fe80::1%25eth0]', '[::1%lo]', 'bot%00.example', 'bot .example', '256.1.1.1', '1.2.3.4.5']) {
      expect((await failure(dial(`https://${host}/`, { policy: STRICT, resolve: refuseToResolve }))).step, host).toBe(
        'url',
      )
    }
  })

  it('a name is asked for as it is: a dot at its end, an own port or a name of this machine change nothing', async () => {
    for (const url of ['https://localhost./', 'https://localhost:22/', 'https://LOCALHOST/', 'https://bot.internal/']) {
      const asked: string[] = []
      const resolve = (host: string) => {
        asked.push(host)
        return Promise.resolve(['127.0.0.1'])
      }
      expect((await failure(dial(url, { policy: STRICT, resolve }))).step, url).toBe('address')
      expect(asked).toEqual([new URL(url).hostname])
    }
  })

  const hasIpv6 = Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === '::1'))
  it.skipIf(!hasIpv6)('a bot at an IPv6 address is reached, where the machine speaks IPv6', async () => {
    const server = http.createServer((_request, response) => response.end('pong'))
    const sockets = new WebSocketServer({ server })
    const port = await listen(server, '::1')
    await ping(`http://[::1]:${port}/`)
    await dial(`ws://[::1]:${port}/`)
    expect(sockets.clients.size).toBe(1)
  })

  it('a resolver that fails, answers nothing, or never answers is a failed step `resolve`', async () => {
    const notFound = Object.assign(new Error('queryA ENOTFOUND bot.invalid'), { code: 'ENOTFOUND' })
    const cases: [Resolver, number, string][] = [
      [() => Promise.reject(notFound), 10_000, 'the name does not exist'],
      [() => Promise.resolve([]), 10_000, 'the name has no address'],
      [() => new Promise(() => {}), 20, 'no answer in time'],
    ]
    for (const [resolve, timeoutMs, detail] of cases) {
      expect(await failure(dial('http://bot.invalid/', { resolve, timeoutMs }))).toEqual({ step: 'resolve', detail })
    }
  })
})

async function serveTls(): Promise<{ port: number; ca: string; hosts: (string | undefined)[] }> {
  const server = https.createServer(
    { cert: await certificateFile('bot.example.pem'), key: await certificateFile('bot.example.key') },
    (_request, response) => response.end('pong'),
  )
  const hosts: (string | undefined)[] = []
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (_, { headers }) => hosts.push(headers.host))
  atEnd(() => sockets.close())
  return { port: await listen(server), ca: await certificateFile('authority.pem'), hosts }
}

describe('TLS', () => {
  it('the certificate is checked against the host name, though the socket is pinned to an address', async () => {
    const { port, ca } = await serveTls()
    await ping(`https://bot.example:${port}/`, { resolve: toLoopback, ca })
    const socket = await dial(`wss://bot.example:${port}/`, { resolve: toLoopback, ca })
    expect(socket.readyState).toBe(socket.OPEN)
    for (const connect of [ping, dial]) {
      const { detail } = await failure(connect(`https://other.example:${port}/`, { resolve: toLoopback, ca }))
      expect(detail).toMatch(/does not match certificate/)
    }
  })

  it('a detour leads elsewhere, and changes neither what is sent nor whose certificate is asked for', async () => {
    const { port, ca, hosts } = await serveTls()
    const through = await serveTcp((socket) => {
      const on = net.connect(port, '127.0.0.1')
      socket.pipe(on).pipe(socket)
    })
    const resolve = toLoopback
    const socket = await dial('https://bot.example/ws', { resolve, ca, detours: { 'https://bot.example': through } })
    expect(socket.readyState).toBe(socket.OPEN)
    expect(hosts).toEqual(['bot.example'])
    for (const url of ['https://other.example', 'https://127.0.0.2']) {
      const { detail } = await failure(dial(url, { resolve, ca, detours: { [url]: through } }))
      expect(detail).toMatch(/does not match certificate/)
    }
  })

  it('a certificate of an unknown authority is refused', async () => {
    const { port } = await serveTls()
    for (const connect of [ping, dial]) {
      const { detail } = await failure(connect(`https://bot.example:${port}/`, { resolve: toLoopback }))
      expect(detail).toMatch(/certificate/)
    }
  })

  it('is told from other failures, for it costs more to repeat', async () => {
    const { port, ca } = await serveTls()
    const away = await serveTcp((socket) => socket.once('data', () => socket.resetAndDestroy()))
    const helloRequest = Buffer.from('160303000400000000', 'hex')
    const resets = await serveTcp((socket) =>
      socket.once('data', () => socket.write(helloRequest, () => setTimeout(() => socket.resetAndDestroy(), 50))),
    )
    const refuses = await serveTlsByHand(
      {},
      () => {},
      () => 'HTTP/1.1 503 Service Unavailable\r\n\r\n',
    )
    const plain = await serveHttp((_request, response) => response.writeHead(503).end())
    for (const [url, options, inTls] of [
      [`https://bot.example:${port}/`, {}, true],
      [`https://other.example:${port}/`, { ca }, true],
      [`https://bot.example:${resets}/`, { ca }, true],
      [`https://bot.example:${away}/`, { ca }, false],
      [`https://bot.example:${refuses}/`, { ca }, false],
      ['https://bot.example:1/', { ca }, false],
      [`http://bot.example:${plain}/`, {}, false],
    ] as const) {
      await expect(dial(url, { resolve: toLoopback, ...options }), url).rejects.toMatchObject({
        step: 'upgrade',
        inTls,
      })
    }
  })

  it('nor is one accepted because the environment says so', async () => {
    const { port } = await serveTls()
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    try {
      for (const connect of [ping, dial]) {
        const { detail } = await failure(connect(`https://bot.example:${port}/`, { resolve: toLoopback }))
        expect(detail).toMatch(/certificate/)
      }
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it('a server that speaks no TLS is refused', async () => {
    const port = await serveHttp((_request, response) => response.end('pong'))
    for (const [connect, step] of [
      [ping, 'ping'],
      [dial, 'upgrade'],
    ] as const) {
      expect((await failure(connect(`https://bot.example:${port}/`, { resolve: toLoopback }))).step).toBe(step)
    }
  })
})

/** A TLS server that is asked for the bot's name, and answers upgrades by hand. */
async function serveTlsByHand(
  options: tls.TlsOptions,
  onAccepted: (socket: tls.TLSSocket) => void,
  answer = acceptance,
): Promise<number> {
  const certificate = { cert: await certificateFile('bot.example.pem'), key: await certificateFile('bot.example.key') }
  const server = tls.createServer({ ...certificate, ...options }, (socket) => {
    socket.on('error', () => {})
    socket.once('data', (head: Buffer) => {
      socket.write(answer(head))
      onAccepted(socket)
    })
  })
  return listen(server)
}

/**
 * A TLS server that asks for handshake after handshake. Node's own gives up when it reads the refusal, so nothing gets to
 * it once the request is in: what stands before it passes on one direction only.
 */
async function serveHandshakes(answer: 'accept' | ''): Promise<{ port: number; cut: Promise<unknown>[] }> {
  let isDeaf = false
  const certificate = { cert: await certificateFile('bot.example.pem'), key: await certificateFile('bot.example.key') }
  const server = tls.createServer({ ...certificate, maxVersion: 'TLSv1.2' }, (socket) => {
    // Node also reports that it is under attack, each time.
    socket.on('error', () => {})
    socket.once('data', (head: Buffer) => {
      isDeaf = true
      if (answer === 'accept') socket.write(acceptance(head))
      const ask = () => {
        if (socket.destroyed) return
        socket.renegotiate({}, () => {})
        setTimeout(ask, 5)
      }
      ask()
    })
  })
  const behind = await listen(server)
  const cut: Promise<unknown>[] = []
  const port = await serveTcp((socket) => {
    cut.push(closed(socket))
    const on = net.connect(behind, '127.0.0.1').on('error', () => {})
    on.pipe(socket)
    socket.on('data', (bytes: Buffer) => isDeaf || on.write(bytes))
    socket.on('close', () => on.destroy())
  })
  return { port, cut }
}

const KEY_UPDATE_BYTES = 27

/** HKDF-Expand-Label of RFC 8446, section 7.1, without a context. */
function expandLabel(secret: Buffer, label: string, length: number): Buffer {
  const name = Buffer.from(`tls13 ${label}`)
  const info = Buffer.concat([Buffer.from([0, length, name.length]), name, Buffer.from([0, 1])])
  return createHmac('sha256', secret).update(info).digest().subarray(0, length)
}

/** The key and the nonce of the n-th record under a traffic secret. */
function recordKey(secret: Buffer, n: number): [key: Buffer, nonce: Buffer] {
  const nonce = Buffer.from(expandLabel(secret, 'iv', 12))
  nonce.writeUInt32BE((nonce.readUInt32BE(8) ^ n) >>> 0, 8)
  return [expandLabel(secret, 'key', 16), nonce]
}

function opens(record: Buffer, secret: Buffer, n: number): boolean {
  const decipher = createDecipheriv('aes-128-gcm', ...recordKey(secret, n))
  decipher.setAAD(record.subarray(0, 5)).setAuthTag(record.subarray(-16)).update(record.subarray(5, -16))
  try {
    decipher.final()
    return true
  } catch {
    return false
  }
}

/** The n-th record under a secret: says that the next one is under the next secret (RFC 8446, section 4.6.3). */
function keyUpdate(secret: Buffer, n: number): Buffer {
  const header = Buffer.from([23, 3, 3, 0, KEY_UPDATE_BYTES - 5])
  const cipher = createCipheriv('aes-128-gcm', ...recordKey(secret, n)).setAAD(header)
  const body = Buffer.concat([cipher.update(Buffer.from([24, 0, 0, 1, 0, 22])), cipher.final()])
  return Buffer.concat([header, body, cipher.getAuthTag()])
}

/**
 * A TLS server that changes its key again and again once it has accepted. Node's cannot, so it tells its secret to what
 * stands before it, which goes on from the last record that the server has written.
 */
async function serveKeyUpdates(count: number): Promise<{ port: number; sent: () => number }> {
  const certificate = { cert: await certificateFile('bot.example.pem'), key: await certificateFile('bot.example.key') }
  const server = tls.createServer({ ...certificate, minVersion: 'TLSv1.3', ciphers: 'TLS_AES_128_GCM_SHA256' })
  let secret: Buffer = Buffer.alloc(0)
  server.on('keylog', (line: Buffer) => {
    const found = /^SERVER_TRAFFIC_SECRET_0 \S+ (\S+)/.exec(line.toString('latin1'))?.[1]
    if (found !== undefined) secret = Buffer.from(found, 'hex')
  })
  let isAccepted = false
  server.on('secureConnection', (socket) =>
    socket.once('data', (head: Buffer) => socket.write(acceptance(head), () => (isAccepted = true))),
  )
  const behind = await listen(server)
  let sent = 0
  const port = await serveTcp((socket) => {
    const on = net.connect(behind, '127.0.0.1').on('error', () => {})
    on.pipe(socket)
    socket.pipe(on)
    let written: Buffer = Buffer.alloc(0)
    on.on('data', (bytes: Buffer) => (written = Buffer.concat([written, bytes])))
    const renew = async () => {
      await vi.waitFor(() => expect(isAccepted).toBe(true))
      await sleep(100)
      on.unpipe(socket)
      let n = 0
      for (let at = 0; at < written.length; at += 5 + written.readUInt16BE(at + 3)) {
        const record = written.subarray(at, at + 5 + written.readUInt16BE(at + 3))
        if (record[0] === 23 && opens(record, secret, n)) n++
      }
      for (let i = 0; i < count && socket.writable; i++, n = 0) {
        socket.write(keyUpdate(secret, n))
        sent += KEY_UPDATE_BYTES
        secret = expandLabel(secret, 'traffic upd', 32)
        if (i % 100 === 0) await sleep(1)
      }
    }
    void renew()
  })
  return { port, sent: () => sent }
}

describe('what a bot may ask for in TLS', () => {
  const slow: Record<string, tls.TlsOptions> = {
    'a finite field': { maxVersion: 'TLSv1.2', ciphers: 'DHE-RSA-AES256-GCM-SHA384', dhparam: 'auto' },
    'a finite field of TLS 1.3': { ecdhCurve: 'ffdhe8192' },
    'a key that is not agreed upon': { maxVersion: 'TLSv1.2', ciphers: 'AES256-GCM-SHA384' },
  }
  it.each(Object.entries(slow))('is not %s', async (_what, options) => {
    const port = await serveTlsByHand(options, () => {})
    const ca = await certificateFile('authority.pem')
    const { detail } = await failure(dial(`https://bot.example:${port}/`, { resolve: toLoopback, ca }))
    // OpenSSL 3.5 says it in other words.
    expect(detail).toMatch(/^TLS: (?:sslv3|ssl\/tls) alert handshake failure$/)
  })

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('is what servers of today ask for: %s', async (version) => {
    const port = await serveTlsByHand({ minVersion: version, maxVersion: version }, () => {})
    const socket = await dial(`https://bot.example:${port}/`, {
      resolve: toLoopback,
      ca: await certificateFile('authority.pem'),
    })
    expect(socket.readyState).toBe(socket.OPEN)
  })

  const hasOpenssl = spawnSync('openssl', ['version']).status === 0
  it.skipIf(!hasOpenssl)(
    'is not more than eight session tickets (asked of openssl, where it is installed)',
    async () => {
      const path = (name: string) => fileURLToPath(new URL(`../../fixtures/tls/${name}`, import.meta.url))
      const certificate = ['-cert', path('bot.example.pem'), '-key', path('bot.example.key')]
      const serve = async (tickets: number): Promise<string> => {
        const options = ['-accept', '127.0.0.1:0', '-tls1_3', '-num_tickets', `${tickets}`, '-www']
        const server = spawn('openssl', ['s_server', ...certificate, ...options], { stdio: ['pipe', 'pipe', 'ignore'] })
        atEnd(() => server.kill())
        for await (const line of createInterface(server.stdout)) {
          const port = /^ACCEPT .*:(\d+)$/.exec(line)?.[1]
          if (port !== undefined) return `https://bot.example:${port}/`
        }
        throw new Error('openssl does not listen')
      }
      const options = { resolve: toLoopback, ca: await certificateFile('authority.pem') }
      expect((await failure(dial(await serve(8), options))).detail).toMatch(/^answered 200 /i)
      expect((await failure(dial(await serve(9), options))).detail).toBe('sent more than 8 session tickets')
    },
  )

  it('is not another handshake on an open socket', async () => {
    let again = 0
    const port = await serveTlsByHand({ maxVersion: 'TLSv1.2' }, (socket) => {
      socket.renegotiate({}, () => again++)
    })
    const socket = await dial(`https://bot.example:${port}/`, {
      resolve: toLoopback,
      ca: await certificateFile('authority.pem'),
    })
    await closed(socket)
    expect(again).toBe(0)
  })

  it.each([
    ['ping', ping],
    ['upgrade', dial],
  ] as const)('is not another handshake in the place of an answer to the %s', async (step, connect) => {
    const { port, cut } = await serveHandshakes('')
    const options = { resolve: toLoopback, ca: await certificateFile('authority.pem') }
    expect(await failure(connect(`https://bot.example:${port}/`, options))).toEqual({
      step,
      detail: 'began another handshake',
    })
    await Promise.all(cut)
    expect(cut).toHaveLength(1)
  })

  it.each([
    ['ping', ping],
    ['upgrade', dial],
  ] as const)('is not more than 64 KiB in a second that TLS keeps to itself: before the %s', async (step, connect) => {
    // A request for a handshake, during one, is ignored.
    const helloRequest = Buffer.from('160303000400000000', 'hex')
    const port = await serveTcp((socket) => {
      const flood = () => socket.writable && socket.write(Buffer.alloc(9_000, helloRequest), () => setTimeout(flood, 5))
      socket.once('data', flood)
    })
    expect(await failure(connect(`https://bot.example:${port}/`, { resolve: toLoopback }))).toEqual({
      step,
      detail: "sends more than 64 KiB in a second that are TLS's own",
    })
  })

  it('is not more than 64 KiB of new keys in a second', async () => {
    const { port, sent } = await serveKeyUpdates(Infinity)
    const options = { resolve: toLoopback, ca: await certificateFile('authority.pem') }
    expect(await closed(await dial(`https://bot.example:${port}/`, options))).toBe(1006)
    expect(sent()).toBeGreaterThan(64 * 1024)
  })

  it('is a new key now and then', async () => {
    const { port, sent } = await serveKeyUpdates(2_000)
    const options = { resolve: toLoopback, ca: await certificateFile('authority.pem') }
    const socket = await dial(`https://bot.example:${port}/`, options)
    await vi.waitFor(() => expect(sent()).toBe(2_000 * KEY_UPDATE_BYTES), 5_000)
    await sleep(300)
    expect(socket.readyState).toBe(socket.OPEN)
  })

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('is as many records as a bot has messages: %s', async (version) => {
    const port = await serveTlsByHand({ minVersion: version, maxVersion: version }, (socket) => {
      let left = 10_000
      const send = () => socket.write(Buffer.from([0x82, 1, 0]), () => (--left > 0 ? setImmediate(send) : socket.end()))
      send()
    })
    const options = { resolve: toLoopback, ca: await certificateFile('authority.pem') }
    // Of 20 bytes and more around each message: more than is allowed without one.
    const socket = await dial(`https://bot.example:${port}/`, { ...options, maxReadsPerSecond: Infinity })
    let heard = 0
    socket.on('message', () => heard++)
    await closed(socket)
    expect(heard).toBe(10_000)
  })

  it('is not another handshake, however often the refusal is ignored', async () => {
    const { port, cut } = await serveHandshakes('accept')
    const options = { resolve: toLoopback, ca: await certificateFile('authority.pem') }
    expect(await closed(await dial(`https://bot.example:${port}/`, options))).toBe(1006)
    await Promise.all(cut)
    expect(cut).toHaveLength(1)
  })
})

describe('ping', () => {
  it('GET <bot url>/ping MUST answer `pong`', async () => {
    const seen: unknown[] = []
    const port = await serveHttp((request, response) => {
      seen.push([request.method, request.url, request.headers])
      response.end(' pong\r\n')
    })
    await ping(`ws://127.0.0.1:${port}/melee?token=1`)
    const headers = { host: `127.0.0.1:${port}`, 'user-agent': 'bot-arena', connection: 'close' }
    expect(seen).toEqual([['GET', '/melee/ping?token=1', headers]])
  })

  const answers: Record<string, { answer: http.RequestListener; detail: string | RegExp }> = {
    'another body': {
      answer: (_request, response) => response.end('Pong!'),
      detail: 'answered 200 OK with "Pong!"; the body "pong" is expected',
    },
    'an empty body': {
      answer: (_request, response) => response.end(),
      detail: 'answered 200 OK with ""; the body "pong" is expected',
    },
    'a body that is not text': {
      answer: (_request, response) => response.end(Buffer.from('1b5b324a0a00ff', 'hex')),
      detail: /^answered 200 OK with "\?\[2J/,
    },
    'a web page': {
      answer: (_request, response) => response.end(`<html>${'x'.repeat(500)}</html>`),
      detail: /^answered 200 OK with "<html>x{74}\.\.\."; /,
    },
    '401': {
      answer: (_request, response) => response.writeHead(401).end('pong'),
      detail: 'answered 401 Unauthorized; 200 is expected',
    },
    '201, for only 200 will do': {
      answer: (_request, response) => response.writeHead(201).end('pong'),
      detail: 'answered 201 Created; 200 is expected',
    },
    'a status nobody knows': {
      answer: (_request, response) => response.writeHead(799).end('pong'),
      detail: 'answered 799; 200 is expected',
    },
    'half a body, then nothing': {
      answer: (request, response) => {
        response.writeHead(200, { 'content-length': 4 }).write('po', () => request.socket.destroy())
      },
      detail: 'the connection was closed before an answer',
    },
  }
  for (const [what, { answer, detail }] of Object.entries(answers)) {
    it(`refuses ${what}`, async () => {
      const port = await serveHttp(answer)
      expect(await failure(ping(`http://127.0.0.1:${port}/`))).toEqual({
        step: 'ping',
        detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
      })
    })
  }

  it('redirects are not followed', async () => {
    let followed = false
    const port = await serveHttp((request, response) => {
      if (request.url === '/ping') response.writeHead(302, { location: '/elsewhere' }).end()
      else {
        followed = true
        response.end('pong')
      }
    })
    expect(await failure(ping(`http://127.0.0.1:${port}/`))).toEqual({
      step: 'ping',
      detail: 'answered 302 Found; 200 is expected',
    })
    expect(followed).toBe(false)
  })

  it('reading is bounded: of 100 MB little is read, and the connection is cut', async () => {
    const cut: Promise<unknown>[] = []
    const port = await serveHttp((request, response) => {
      cut.push(closed(request.socket))
      const chunk = Buffer.alloc(1 << 16, 'pong')
      let left = 1600
      const more = () => {
        while (left-- > 0) if (!response.write(chunk)) return
        response.end()
      }
      response.on('drain', more)
      more()
    })
    expect(await failure(ping(`http://127.0.0.1:${port}/`))).toEqual({
      step: 'ping',
      detail: 'answered more than 1024 bytes',
    })
    await Promise.all(cut)
    expect(cut).toHaveLength(1)
  })

  it('an answer that is refused is not read on', async () => {
    const cut: Promise<unknown>[] = []
    const port = await serveHttp((request, response) => {
      cut.push(closed(request.socket))
      response.writeHead(401).write('pong')
    })
    expect((await failure(ping(`http://127.0.0.1:${port}/`))).step).toBe('ping')
    await Promise.all(cut)
    expect(cut).toHaveLength(1)
  })

  const silences: Record<string, (socket: Socket) => void> = {
    'says nothing': () => {},
    'stops in the middle of its headers': (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Ty'),
    'stops in the middle of its body': (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npo'),
  }
  for (const [what, speak] of Object.entries(silences)) {
    it(`time is bounded: a server that ${what}`, async () => {
      const port = await serveTcp((socket) => {
        socket.resume()
        speak(socket)
      })
      expect(await failure(ping(`http://127.0.0.1:${port}/`, { timeoutMs: 100 }))).toEqual({
        step: 'ping',
        detail: 'no answer in time',
      })
    })
  }

  const nonsense: Record<string, (socket: Socket) => void> = {
    'hangs up': (socket) => socket.end(),
    resets: (socket) => socket.resetAndDestroy(),
    'speaks another protocol': (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
    'switches protocols unasked': (socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'),
    'has endless headers': (socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(1 << 20)}`),
  }
  for (const [what, speak] of Object.entries(nonsense)) {
    it(`refuses a server that ${what}`, async () => {
      const port = await serveTcp((socket) => socket.once('data', () => speak(socket)))
      expect((await failure(ping(`http://127.0.0.1:${port}/`))).step).toBe('ping')
    })
  }

  it('reports a port without a listener', async () => {
    const server = net.createServer()
    const port = await listen(server)
    server.close()
    await once(server, 'close')
    expect(await failure(ping(`http://127.0.0.1:${port}/`))).toEqual({ step: 'ping', detail: 'connection refused' })
  })

  it('stops when the caller gives up', async () => {
    const caller = new AbortController()
    const port = await serveHttp(() => caller.abort())
    expect(await failure(ping(`http://127.0.0.1:${port}/`, { signal: caller.signal }))).toEqual({
      step: 'ping',
      detail: 'given up',
    })
    expect((await failure(ping(`http://127.0.0.1:${port}/`, { signal: caller.signal }))).detail).toBe('given up')
  })
})

describe.each([
  ['ping', ping, 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npong'],
  ['upgrade', dial, null],
] as const)('what comes before the answer to the %s', (step, connect, answer) => {
  const serve = (before: string, cut: Promise<unknown>[] = []) =>
    serveTcp((socket) => {
      cut.push(closed(socket))
      socket.once('data', (head: Buffer) => socket.write(before + (answer ?? acceptance(head))))
    })

  it('may be four interim answers', async () => {
    await connect(`http://127.0.0.1:${await serve('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(4))}/`)
  })

  it.each(['100 Continue', '102 Processing', '103 Early Hints', '199 Wait'])('may not be five: %s', async (status) => {
    const cut: Promise<unknown>[] = []
    const port = await serve(`HTTP/1.1 ${status}\r\n\r\n`.repeat(5), cut)
    expect(await failure(connect(`http://127.0.0.1:${port}/`))).toEqual({
      step,
      detail: 'answered more than 4 times with a status below 200',
    })
    await Promise.all(cut)
    expect(cut).toHaveLength(1)
  })

  it('may not be more than 16 KiB of headers', async () => {
    const port = await serve(`HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(10_000)}\r\n`)
    const { detail } = await failure(connect(`http://127.0.0.1:${port}/`))
    expect(detail).toBe('Parse Error: Header overflow')
  })

  it('may not be more than 128 KiB, of empty lines neither', async () => {
    const most = await serve('\r\n'.repeat(63 * 1024))
    await connect(`http://127.0.0.1:${most}/`)
    const { detail } = await failure(connect(`http://127.0.0.1:${await serve('\r\n'.repeat(65 * 1024))}/`))
    expect(detail).toBe('sends more than 128 KiB and no answer')
  })
})

describe('words', () => {
  // Of answers that mean something here and there, and of bytes that never should be shown.
  const PIECES = [
    'HTTP/1.1 ',
    '200 ',
    '401 ',
    '101 ',
    '999 ',
    'OK',
    '\r\n',
    '\r\n\r\n',
    'Content-Length: ',
    '4',
    ': ',
    'pong',
  ]
  const STRANGE = ['\0', '\x1b[2J', '\xed\xa0\x80', '\xe2\x80\xae', '\xff', '\n', 'x'.repeat(3000)]

  it('whatever a bot answers, what its owner reads of it is short and can be printed', async () => {
    const random = seeded(20_261_123)
    const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)]!
    const port = await serveTcp((socket) => {
      const said = ['HTTP/1.1 ', ...Array.from({ length: 12 }, () => pick(random() < 0.7 ? PIECES : STRANGE))]
      socket.once('data', () => socket.end(said.slice(Math.floor(random() * 2)).join(''), 'latin1'))
    })
    const details = new Set<string>()
    for (let i = 0; i < 150; i++) {
      // `failure` looks at each.
      details.add((await failure((i % 2 === 0 ? ping : dial)(`http://127.0.0.1:${port}/`))).detail)
    }
    expect(details.size).toBeGreaterThan(5)
  })
})

describe('dial', () => {
  it('the upgrade request carries the match id, the time and the signature, created for each connection', async () => {
    const seen: http.IncomingMessage[] = []
    const port = await serveBot((_socket, request) => seen.push(request))
    await dial(`http://127.0.0.1:${port}/melee?token=1`)
    await dial(`ws://127.0.0.1:${port}/melee?token=1`)
    expect(seen.map(({ url }) => url)).toEqual(['/melee?token=1', '/melee?token=1'])
    for (const { headers } of seen) {
      expect(headers['x-arena-timestamp']).toMatch(/^[0-9]{13}$/)
      expect(verifyHandshake(platformKey.publicKey, headers, Date.now())).toEqual({ ok: true, matchId: MATCH })
      expect(headers['sec-websocket-extensions'], 'no compression is offered').toBeUndefined()
    }
  })

  it('a bot that speaks at once is heard', async () => {
    for (let round = 0; round < 20; round++) {
      const port = await serveBot((socket) => {
        socket.send('hello')
        socket.close(1000)
      })
      const socket = await dial(`http://127.0.0.1:${port}/`)
      const heard: string[] = []
      socket.on('message', (data: Buffer) => heard.push(data.toString()))
      expect([await closed(socket), heard]).toEqual([1000, ['hello']])
    }
  })

  it('a bot that answers 401 refuses the upgrade, and so does any other answer', async () => {
    for (const [status, text] of [
      [401, 'Unauthorized'],
      [404, 'Not Found'],
      [200, 'OK'],
      [503, 'Service Unavailable'],
    ] as const) {
      const port = await serveTcp((socket) =>
        socket.once('data', () => socket.write(`HTTP/1.1 ${status} ${text}\r\nContent-Length: 0\r\n\r\n`)),
      )
      expect(await failure(dial(`http://127.0.0.1:${port}/`))).toEqual({
        step: 'upgrade',
        detail: `answered ${status} ${text}; 101 is expected`,
      })
    }
  })

  it('redirects are not followed', async () => {
    let followed = false
    const elsewhere = await serveBot(() => {
      followed = true
    })
    const port = await serveTcp((socket) =>
      socket.once('data', () =>
        socket.write(
          `HTTP/1.1 307 Temporary Redirect\r\nLocation: ws://127.0.0.1:${elsewhere}/\r\nContent-Length: 0\r\n\r\n`,
        ),
      ),
    )
    expect(await failure(dial(`http://127.0.0.1:${port}/`))).toEqual({
      step: 'upgrade',
      detail: 'answered 307 Temporary Redirect; 101 is expected',
    })
    expect(followed).toBe(false)
  })

  it('a handshake that is not a WebSocket’s is refused', async () => {
    const port = await serveTcp((socket) =>
      socket.once('data', () =>
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: no\r\n\r\n',
        ),
      ),
    )
    expect((await failure(dial(`http://127.0.0.1:${port}/`))).step).toBe('upgrade')
  })

  it('time is bounded: a half-open server, and one that drips its headers', async () => {
    const silent = await serveTcp((socket) => socket.resume())
    const dripping = await serveTcp((socket) => {
      socket.resume()
      socket.write('HTTP/1.1 101 Switching Protocols\r\n')
      const drip = () => socket.writable && socket.write('X: x\r\n', () => setTimeout(drip, 10))
      drip()
    })
    for (const port of [silent, dripping]) {
      expect(await failure(dial(`http://127.0.0.1:${port}/`, { timeoutMs: 100 }))).toEqual({
        step: 'upgrade',
        detail: 'no answer in time',
      })
    }
  })

  it('stops when the caller gives up, and closes the connection to the bot', async () => {
    const caller = new AbortController()
    const hungUp: Promise<unknown>[] = []
    const port = await serveTcp((socket) => {
      hungUp.push(closed(socket))
      socket.once('data', () => caller.abort())
    })
    expect(await failure(dial(`http://127.0.0.1:${port}/`, { signal: caller.signal }))).toEqual({
      step: 'upgrade',
      detail: 'given up',
    })
    await Promise.all(hungUp)
    expect(hungUp).toHaveLength(1)
  })

  it('a caller that has given up already has nothing looked up', async () => {
    let lookups = 0
    const resolve = () => Promise.resolve([`127.0.0.${++lookups}`])
    for (const connect of [ping, dial]) {
      expect(await failure(connect('http://bot.invalid/', { resolve, signal: AbortSignal.abort() }))).toEqual({
        step: 'resolve',
        detail: 'given up',
      })
    }
    expect(lookups).toBe(0)
  })

  it('a socket that is open stays open when the caller’s signal aborts later', async () => {
    const caller = new AbortController()
    const port = await serveBot((bot) => bot.on('message', (data: Buffer) => bot.send(data)))
    const socket = await dial(`http://127.0.0.1:${port}/`, { signal: caller.signal })
    caller.abort()
    socket.send('still there')
    const echo = await new Promise<Buffer>((resolve) => socket.once('message', resolve))
    expect(echo.toString()).toBe('still there')
  })

  it('messages over 4 KiB close the socket, and bring nothing else down', async () => {
    const port = await serveBot((bot) => {
      bot.send(Buffer.alloc(MAX_MESSAGE_BYTES))
      bot.send(Buffer.alloc(MAX_MESSAGE_BYTES + 1))
    })
    const socket = await dial(`http://127.0.0.1:${port}/`)
    const sizes: number[] = []
    socket.on('message', (data: Buffer) => sizes.push(data.length))
    const code = await closed(socket)
    expect([sizes, code]).toEqual([[4096], 1006])
  })

  it('a message in more than 16 pieces closes the socket, however small they are', async () => {
    const pieces = (count: number) => (bot: WebSocket) => {
      for (let i = 1; i < count; i++) bot.send('', { fin: false })
      bot.send('whole', { fin: true })
    }
    const whole = await dial(`http://127.0.0.1:${await serveBot(pieces(16))}/`)
    expect(((await once(whole, 'message')) as [Buffer])[0].toString()).toBe('whole')
    const heard: string[] = []
    const broken = await dial(`http://127.0.0.1:${await serveBot(pieces(17))}/`)
    broken.on('message', (data: Buffer) => heard.push(data.toString()))
    await closed(broken)
    expect(heard).toEqual([])
  })

  it('more than 1,500 packets in a second cut the socket off, though they are no message yet', async () => {
    const port = await serveTcp((socket) =>
      socket.once('data', (head: Buffer) => {
        socket.setNoDelay(true)
        socket.write(acceptance(head))
        // A message of 4 KiB, a byte at a time.
        socket.write(Buffer.from([0x82, 126, 0x10, 0x00]))
        const drip = () => socket.writable && socket.write('x', () => setImmediate(drip))
        drip()
      }),
    )
    const url = `http://127.0.0.1:${port}/`
    expect(await closed(await dial(url))).toBe(1006)
    // A match that does not follow time has no such limit.
    const unhurried = await dial(url, { maxReadsPerSecond: Infinity })
    const [message] = (await once(unhurried, 'message')) as [Buffer]
    expect(message.length).toBe(MAX_MESSAGE_BYTES)
  })

  it('frames that are no WebSocket frames close the socket, and bring nothing else down', async () => {
    const server = http.createServer()
    new WebSocketServer({ server }).on('connection', (_bot, { socket }) => socket.end('this is not a frame'))
    const socket = await dial(`http://127.0.0.1:${await listen(server)}/`)
    await closed(socket)
    expect(socket.readyState).toBe(socket.CLOSED)
  })
})
