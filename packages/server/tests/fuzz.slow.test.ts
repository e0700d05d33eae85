/** Malformed requests on a raw socket: whatever bytes come, the answer is a success or a problem, and never a 5xx or a stack trace. */
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { ProblemBody } from '@arena/protocol'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharedService } from './begun-once.ts'

const SEED = Number(process.env['ARENA_FUZZ_SEED'] ?? 20_261_013)

const service = sharedService()

/** Writes bytes, ends the sending half, and reads until the service hangs up. */
async function shout(bytes: Buffer): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.end(bytes)
  return (await buffer(socket).catch(() => Buffer.alloc(0))).toString('latin1')
}

/** The last answer of a connection is a problem or a success, whole or not at all. */
function expectSane(bytes: Buffer, answer: string): void {
  const shown = JSON.stringify(bytes.toString('latin1').slice(0, 200))
  if (answer === '') return
  expect(answer, shown).toMatch(/^HTTP\/1\.1 (1\d\d|2\d\d|3\d\d|4\d\d) /)
  expect(answer, shown).not.toMatch(/HTTP\/1\.1 5\d\d|node:internal|\.js:\d+/)
  const last = answer.slice(answer.lastIndexOf('HTTP/1.1 '))
  const [head = '', body = ''] = last.split('\r\n\r\n', 2)
  if (!head.startsWith('HTTP/1.1 4') || bytes.subarray(0, 4).toString() === 'HEAD') return
  expect(head.toLowerCase(), shown).toContain('content-type: application/problem+json')
  expect(ProblemBody.safeParse(JSON.parse(body)).error, shown).toBeUndefined()
}

const HOST = 'Host: a\r\n'
test.each([
  ['nothing', ''],
  ['a line end', '\r\n\r\n'],
  ['no HTTP at all', 'GARBAGE\r\n\r\n'],
  ['bare line feeds', `GET /health HTTP/1.1\n${HOST}\n`],
  ['no Host', 'GET /health HTTP/1.1\r\n\r\n'],
  ['two Hosts', `GET /health HTTP/1.1\r\n${HOST}${HOST}\r\n`],
  ['HTTP/1.0', 'GET /health HTTP/1.0\r\n\r\n'],
  ['an unknown version', `GET /health HTTP/9.9\r\n${HOST}\r\n`],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['an unknown method', `BREW /health HTTP/1.1\r\n${HOST}\r\n`],
  ['CONNECT', `CONNECT a:1 HTTP/1.1\r\n${HOST}\r\n`],
  ['an absolute target', `GET http://a/health HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`],
  ['an asterisk target', `OPTIONS * HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`],
  ['a target without a slash', `GET health HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`],
  ['a NUL in the target', `GET /he\0alth HTTP/1.1\r\n${HOST}\r\n`],
  ['raw bytes in the target', `GET /matches/\xff\xfe?botId=\xc3 HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`],
  ['a NUL in a header', `GET /health HTTP/1.1\r\n${HOST}X: a\0b\r\n\r\n`],
  ['a header without a colon', `GET /health HTTP/1.1\r\n${HOST}X\r\n\r\n`],
  ['a header of 20 kB', `GET /health HTTP/1.1\r\n${HOST}X: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['3,000 headers', `GET /health HTTP/1.1\r\n${HOST}${'X: y\r\n'.repeat(3000)}\r\n`],
  ['a truncated head', `GET /health HTTP/1.1\r\n${HOST}X: y`],
  [
    'a truncated body',
    `POST /auth/email HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"em`,
  ],
  ['two lengths', `POST /auth/email HTTP/1.1\r\n${HOST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
  ['a negative length', `POST /auth/email HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n{}`],
  [
    'length and chunks',
    `POST /auth/email HTTP/1.1\r\n${HOST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['an unknown coding', `POST /auth/email HTTP/1.1\r\n${HOST}Transfer-Encoding: rot13\r\n\r\n{}`],
  [
    'broken chunks',
    `POST /auth/email HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
  ],
  [
    'truncated chunks',
    `POST /auth/email HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"`,
  ],
  ['an expectation', `GET /health HTTP/1.1\r\n${HOST}Expect: miracles\r\nConnection: close\r\n\r\n`],
  ['an upgrade', `GET /health HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
  [
    'requests in a row, the last one broken',
    `GET /health HTTP/1.1\r\n${HOST}\r\nGET /health HTTP/1.1\r\n${HOST}\r\nGARBAGE\r\n\r\n`,
  ],
])('on a raw socket: %s', async (_name, text) => {
  const bytes = Buffer.from(text, 'latin1')
  expectSane(bytes, await shout(bytes))
})

test('on a raw socket: any bytes, and any request with some bytes changed', async () => {
  const good = Buffer.from(
    `POST /auth/email HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
  )
  const changed = fc
    .array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
    .map((changes) => {
      const bytes = Buffer.from(good)
      for (const [at, byte] of changes) bytes[at] = byte
      return bytes
    })
  const any = fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes))
  const property = fc.asyncProperty(fc.oneof({ weight: 3, arbitrary: changed }, any), async (bytes) => {
    expectSane(bytes, await shout(bytes))
  })
  await fc.assert(property, { seed: SEED, numRuns: 300 })
})
