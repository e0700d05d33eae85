/** What bots do in TLS: whose certificate is taken, which handshakes, and how much of what TLS keeps to itself. */
import { spawn, spawnSync } from 'node:child_process'
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import https from 'node:https'
import net from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import tls from 'node:tls'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { dial, failure, ping, serveHttp, serveTcp, toLoopback } from '../../tests/dialling.ts'
import { acceptance, atEnd, certificateFile, closed, listen } from '../../tests/loopback.ts'

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
    // TLS adds 20 bytes and more to each message, which is more than is allowed without it.
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
