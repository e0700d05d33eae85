import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import type { Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { verifyHandshake } from '@arena/protocol'
import { describe, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { WebSocketServer } from 'ws'
import { dial, failure, MATCH, OPEN, ping, platformKey, serveHttp, serveTcp } from '../../tests/dialling.ts'
import { seeded } from '../../tests/hostile/attacks.ts'
import { acceptance, closed, listen } from '../../tests/loopback.ts'
import { checkAddresses, MAX_MESSAGE_BYTES, pingUrl, resolveBot } from './connection.ts'
import { checkBotUrl } from './bot-url.ts'
import type { Resolver } from './address.ts'

const STRICT = { allowPrivate: false }
const refuseToResolve = () => Promise.reject(new Error('an address needs no resolver'))
const mixedAddresses = () => Promise.resolve(['8.8.8.8', '2606:4700::1', '192.168.1.20'])

async function serveBot(onSocket: (socket: WebSocket, request: http.IncomingMessage) => void): Promise<number> {
  const server = http.createServer()
  const sockets = new WebSocketServer({ server, perMessageDeflate: true })
  sockets.on('connection', onSocket)
  return listen(server)
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
    'compressed bytes, said to be so or not': {
      answer: (_request, response) => response.end(gzipSync('pong')),
      detail: 'answered 200 OK with a body in gzip compression; the body "pong" is expected',
    },
    'a coding that the header names': {
      answer: (_request, response) =>
        response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync('pong')),
      detail: 'answered 200 OK with a body in br compression; the body "pong" is expected',
    },
    'UTF-16': {
      answer: (_request, response) => response.end(Buffer.from('\ufeffpong', 'utf16le')),
      detail: 'answered 200 OK with a body in UTF-16; the body "pong" is expected',
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
  // Pieces of answers that mean something in some place, and bytes that never should be shown.
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
