/** What a bot throws, as its author reads it: whole once, then counted. */
import { execFile } from 'node:child_process'
import { createServer, Socket, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readRaisedLine } from '@arena/protocol'
import { serveBot, type BotServer, type Play, type ServeOptions } from '@arena/sdk'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ErrorLog } from '../src/error-log.ts'
import { endMessage, firstMessage, frameMessage, pickRequest, Seat } from './fake-arena.ts'

/** Throws where it is made to, with another message each time. */
const boom = (what: unknown): Error => new TypeError(`boom ${String(what)}\nand more`)

function log(isForKit = false) {
  const printed: string[] = []
  const written: string[] = []
  const options = { print: (text: string) => printed.push(text), write: (line: string) => written.push(line) }
  return { printed, written, log: new ErrorLog({ isForKit, ...options }) }
}

describe('an error', () => {
  test('is printed whole the first time that it comes from its place, and counted from then on', () => {
    const { printed, log: errors } = log()
    for (let frame = -123; frame <= 1572; frame++) errors.take(boom(frame), { hook: 'frame', frame })
    expect(printed).toHaveLength(1)
    expect(printed[0]).toMatch(/^The bot raised in frame, on frame -123:\nTypeError: boom -123\nand more\n +at .*\n/)
    errors.tell()
    expect(printed.slice(1)).toEqual([
      expect.stringMatching(
        /^TypeError: boom -123 \(packages\/sdk\/tests\/errors\.test\.ts:16:\d+\): raised again 1,695 times, same place\.$/,
      ),
    ])
    // Nothing has come since.
    errors.tell()
    expect(printed).toHaveLength(2)
  })

  test('from another place, or of another class, is another one', () => {
    const { printed, log: errors } = log()
    for (const thrown of [boom(1), new TypeError('boom 1'), new RangeError('boom 1')])
      errors.take(thrown, { hook: 'frame', frame: 7 })
    errors.take(boom(2), { hook: 'frame', frame: 8 })
    expect(printed).toHaveLength(3)
    errors.tell()
    expect(printed[3]).toMatch(/^TypeError: boom 1 \(.*\): raised again once, same place\.$/)
  })

  test('that has no place in the author’s code is known by the method that it came from', () => {
    const { printed, log: errors } = log()
    for (const frame of [1, 2, 3]) errors.take(`no plan on ${frame}`, { hook: 'frame', frame })
    errors.take('nobody', { hook: 'pick', frame: null })
    expect(printed).toEqual(['The bot raised in frame, on frame 1:\nno plan on 1', 'The bot raised in pick:\nnobody'])
    errors.tell()
    expect(printed.slice(2)).toEqual(['no plan on 1 (frame): raised again 2 times, same place.'])
  })

  test('may be anything, also what cannot be read', () => {
    const { printed, log: errors } = log()
    const evil = Object.defineProperty(new Error('evil'), 'stack', {
      get() {
        throw new Error('no stack')
      },
    })
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    for (const thrown of [undefined, null, {}, evil, proxy]) errors.take(thrown, { hook: 'frame', frame: 1 })
    expect(printed.length).toBeGreaterThan(0)
    errors.tell()
  })

  test('comes from any number of places, and 20 of them are printed whole', () => {
    const { printed, log: errors } = log()
    for (let n = 0; n < 332; n++) {
      const thrown = new Error(`boom ${n}`)
      thrown.stack = `Error: boom ${n}\n    at frame (/bots/generated-${n}.js:1:1)`
      errors.take(thrown, { hook: 'frame', frame: n })
    }
    expect(printed).toHaveLength(20)
    errors.tell()
    expect(printed.slice(20)).toEqual(['Errors at other places: raised 312 times.'])
  })

  test('is a line for the kit each time, with its text the first time, and nothing else is printed', () => {
    const { printed, written, log: errors } = log(true)
    for (const frame of [5, 6]) errors.take(boom(frame), { hook: 'frame', frame })
    errors.tell()
    expect(printed).toEqual([])
    const [first, second] = written.map((line) => readRaisedLine(line))
    expect(first).toEqual({
      frame: 5,
      in: 'frame',
      error: 'TypeError: boom 5',
      place: expect.stringMatching(/errors\.test\.ts:16:\d+$/),
      text: expect.stringMatching(/^TypeError: boom 5\nand more\n +at /),
    })
    expect(second).toEqual({ frame: 6, in: 'frame', error: 'TypeError: boom 6', place: first!.place })
  })
})

describe('a bot that throws on each frame', () => {
  const open: BotServer[] = []
  afterEach(async () => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    for (const server of open.splice(0)) await server.close()
  })

  const frame: Play['frame'] = () => {
    throw new Error('thinking failed')
  }

  /** Plays three frames and ends, `count` times. */
  async function matches(count: number, options: Partial<ServeOptions> = {}): Promise<void> {
    const play = (): Play => ({ pick: () => ({ character: 2, costume: 0 }), frame })
    const server = await serveBot({ port: 0, lead: 'fixed', play, ...options })
    open.push(server)
    for (let n = 0; n < count; n++) {
      const seat = await Seat.dial(`http://127.0.0.1:${server.port}`)
      seat.send(pickRequest())
      await seat.padsUntil(3)
      seat.send(firstMessage())
      for (const at of [-123, -122, -121]) seat.send(frameMessage(at))
      await seat.padsUntil(6)
      seat.send(endMessage())
      seat.socket.close(1000)
      await once(seat.socket, 'close')
    }
  }

  test('leaves the error whole once, and a line for each match', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue()
    await matches(3)
    const texts = (): string[] => error.mock.calls.map(([text]) => String(text))
    await expect.poll(texts).toHaveLength(4)
    expect(texts()[0]).toMatch(/^The bot raised in frame, on frame -123:\nError: thinking failed\n +at /)
    const again = (n: number) => expect.stringMatching(new RegExp(`raised again ${n} times, same place\\.$`))
    expect(texts().slice(1)).toEqual([again(2), again(3), again(3)])
  })

  test('leaves nothing where onError takes each error; the kit still counts them', async () => {
    vi.stubEnv('ARENA_RAISED', '1')
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const error = vi.spyOn(console, 'error').mockReturnValue()
    const taken: unknown[] = []
    await matches(1, { onError: (...args) => taken.push(...args) })
    expect(taken.map(String)).toEqual(['Error: thinking failed', 'Error: thinking failed', 'Error: thinking failed'])
    const lines = write.mock.calls.flatMap(([line]) => readRaisedLine(String(line)) ?? [])
    expect(lines.map(({ frame: at, text }) => [at, text])).toEqual([-123, -122, -121].map((at) => [at, undefined]))
    expect(error).not.toHaveBeenCalled()
  })
})

test('a socket that is cut is no error: the arena dials again, and the bot hears of it', async () => {
  const errors: unknown[] = []
  const heard: string[] = []
  const play = (): Play => ({
    pick: () => ({ character: 2, costume: 0 }),
    frame: () => ({}),
    reconnected: () => heard.push('reconnected'),
  })
  const server = await serveBot({ port: 0, play, onError: (error) => errors.push(error) })
  const url = `http://127.0.0.1:${server.port}`
  const first = await Seat.dial(url)
  first.send(pickRequest())
  await first.padsUntil(3)
  for (const message of [firstMessage(), frameMessage(-123)]) first.send(message)
  await first.padsUntil(4)
  const raw: unknown = Reflect.get(first.socket, '_socket')
  if (raw instanceof Socket) raw.resetAndDestroy()
  await once(first.socket, 'close')
  const second = await Seat.dial(url)
  for (const message of [firstMessage(), frameMessage(40)]) second.send(message)
  await second.padsUntil(1)
  expect({ heard, errors }).toEqual({ heard: ['reconnected'], errors: [] })
  await server.close()
})

test('a program whose port is taken, or no port, ends with a sentence and no stack', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arena-sdk-port-'))
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const sdk = JSON.stringify(new URL('../dist/index.js', import.meta.url).href)
  await writeFile(
    join(folder, 'bot.mjs'),
    `import { serveBot } from ${sdk}\nawait serveBot({ play: () => ({ pick: () => ({}), frame: () => ({}) }) })`,
  )
  const said = (text: string) =>
    promisify(execFile)(process.execPath, [join(folder, 'bot.mjs')], {
      env: { PATH: process.env['PATH'], PORT: text },
    }).then(
      () => null,
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
    )
  expect(await said(String(port))).toEqual({
    code: 1,
    stderr: `Port ${port} is taken by another program. Choose another in the environment variable PORT.\n`,
  })
  expect(await said('http')).toEqual({ code: 1, stderr: 'PORT is "http", which is no port.\n' })
  taken.close()
  await rm(folder, { recursive: true })
})
