import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { Game, loadFighters, Picture } from '@arena/engine'
import { ColumnReader, EVENTS, FIRST_FRAME, writeReplay } from '@arena/slp'
import { createKeyPair } from '@arena/protocol'
import { resultText, sha256Of, signNote, type ResultNote } from '@arena/protocol/public-log'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { RandomPads } from '../../../engine/tests/random-pads.ts'
import { dayWithoutGames } from '../../../kit/tests/operator.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import { chancesOf } from '@arena/engine/chance'
import { momentsOf } from '@arena/engine/moments'
import { NOT_LOADED } from './not-loaded.ts'
import { ReplaySession } from './replay-session.ts'
import { ReplaySource } from './replay-source.ts'
import type { StartWorker, WorkerFailure } from './start-worker.ts'

const FRAMES = 400
const SEED = new Uint8Array(32).fill(7)

let messages: Uint8Array[]
let raw: Uint8Array<ArrayBuffer>
const shown: number[] = []

beforeAll(async () => {
  await loadFighters([14, 2])
  const players = [
    { character: 14, costume: 0, name: 'climbers' },
    { character: 2, costume: 1, name: '' },
  ] as const
  const game = new Game({ seed: SEED, stage: 2, players })
  const pads = [new RandomPads(45), new RandomPads(46)] as const
  const picture = new Picture()
  messages = [game.start().slice()]
  for (let i = 0; i < FRAMES; i++) {
    messages.push(game.step(pads[0].next(), pads[1].next()).slice())
    game.show(picture)
    shown.push(picture.bodies[2]!.x)
  }
  messages.push(game.end({ kind: 'forfeit', port: 1 }).slice())
  raw = new Uint8Array(Buffer.concat(messages))
})

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The worker's session in this thread; messages are cloned as between threads. */
function inThread(seen: ToWorker[] = []): StartWorker {
  return (take) => {
    const session = new ReplaySession((message, transfer = []) => {
      const cloned = structuredClone<FromWorker>(message, { transfer })
      setImmediate(() => take(cloned))
    })
    closers.push(() => session.close())
    return {
      post(message) {
        seen.push(message)
        setImmediate(() => session.receive(message))
      },
      end: () => session.close(),
    }
  }
}

function opened(...[from, options, start = inThread()]: Parameters<typeof ReplaySource.open>): ReplaySource {
  const source = ReplaySource.open(from, options, start)
  closers.push(() => source.close())
  return source
}

const until = (claim: () => boolean) => vi.waitFor(() => expect(claim()).toBe(true), { timeout: 20_000, interval: 5 })

const fileOf = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)])

async function served(answer: RequestListener): Promise<string> {
  const server: Server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/game.slp`
}

/** Everything is known of a replay that the arena wrote. */
function expectWhole(source: ReplaySource): void {
  expect(source.error).toBeNull()
  expect(source.verdict).toEqual({ state: 'equal', frames: FRAMES })
  expect(source.info).toMatchObject({
    version: [3, 18, 0],
    stage: 2,
    kind: 'arena',
    players: [
      { port: 0, character: 14, costume: 0, name: 'climbers' },
      { port: 1, character: 2, costume: 1, name: '' },
    ],
    timeLimit: 480,
    firstFrame: FIRST_FRAME,
    lastFrame: FIRST_FRAME + FRAMES - 1,
    end: { method: 7, quitter: 1, winner: 0 },
  })
  const reader = new ColumnReader()
  reader.push(raw)
  // How much room was made for them depends on what came first.
  expect({ ...source.columns.part(), room: 0 }).toEqual({ ...reader.columns.part(), room: 0 })
  const names = ['climbers', 'Fox']
  expect(source.moments).toEqual(momentsOf(reader.columns, { stage: 2, names, end: source.info!.end }))
  expect(source.moments.length).toBeGreaterThan(0)
}

describe('What is played again to equal bytes is compared with what the arena has signed', () => {
  const KEYS = createKeyPair()
  const file = () => new Uint8Array(writeReplay(raw, {}))
  const noteOf = (by: Partial<ResultNote> = {}): ResultNote => ({
    ...dayWithoutGames(1)[0]!,
    seed: '07'.repeat(32),
    replay: { bytes: file().length, sha256: sha256Of([file()]) },
    ...by,
  })
  const signedBy = (note: ResultNote, { privateKey } = KEYS): string => signNote(resultText(note), note.log, privateKey)

  /** The proof of the replay, where the arena answers with this note. */
  async function proofOf(note: string | null, seed: string | null = '07'.repeat(32)): Promise<ReplaySource> {
    const url = await served(({ url: path }, response) => {
      if (path === '/below/matches/match_1/replay.slp') response.end(file())
      else if (path === '/below/matches/match_1/result.txt' && note !== null) response.end(note)
      else if (path === '/below/.well-known/arena.json') response.end(JSON.stringify({ publicKey: KEYS.publicKey }))
      else response.writeHead(404).end()
    })
    const match = new URL('/below/matches/match_1', url).href
    const source = opened(
      { url: `${match}/replay.slp` },
      { signed: `${match}/result.txt`, ...(seed === null ? {} : { seed }) },
    )
    await until(() => source.isDone)
    return source
  }

  test.each([
    ['the note', () => signedBy(noteOf()), { state: 'signed', by: 'arena.example', hasSeed: true }],
    [
      'a note of another seed',
      () => signedBy(noteOf({ seed: '08'.repeat(32) })),
      { state: 'differs', what: 'the arena has signed another seed' },
    ],
    [
      'a note of another replay',
      () => signedBy(noteOf({ replay: { bytes: 1, sha256: '00'.repeat(32) } })),
      { state: 'differs', what: 'the arena has signed another replay' },
    ],
    [
      'a note of another key',
      () => signedBy(noteOf(), createKeyPair()),
      { state: 'differs', what: 'its result note is not signed by the arena' },
    ],
    ['a page', () => '<html>', { state: 'differs', what: 'its result note is not signed by the arena' }],
  ])('%s', async (_what, note, proof) => {
    const source = await proofOf(note())
    await until(() => source.proof !== null)
    expect(source.proof).toEqual(proof)
  })

  test('without a seed the bytes alone are compared', async () => {
    const source = await proofOf(signedBy(noteOf()), null)
    await until(() => source.proof !== null)
    expect(source.proof).toEqual({ state: 'signed', by: 'arena.example', hasSeed: false })
  })

  test('a match of which nothing is signed is equal all the same', async () => {
    const source = await proofOf(null)
    expect(source).toMatchObject({ verdict: { state: 'equal' }, proof: null, error: null })
  })
})

describe('a replay', () => {
  test('from a file that was dropped is read, played again and shown', async () => {
    const source = opened({ file: fileOf(writeReplay(raw, {})) }, { seed: Buffer.from(SEED).toString('hex') })
    await until(() => source.isDone)
    expectWhole(source)
    for (const frame of [FIRST_FRAME, 100, 276, 130, 131]) {
      await until(() => source.picture(frame) !== null)
      expect(source.isExact(frame)).toBe(true)
      expect(source.picture(frame)!.head.frame).toBe(frame)
      expect(source.picture(frame)!.bodies[2]!.x).toBe(shown[frame - FIRST_FRAME])
      expect(source.picture(frame)).toBe(source.picture(frame))
    }
    expect([source.picture(FIRST_FRAME - 1), source.picture(FIRST_FRAME + FRAMES), source.picture(NaN)]).toEqual([
      null,
      null,
      null,
    ])
  })

  test('is played to its end on a machine that takes longer between two looks at the clock than a slice may last', async () => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000))
    const source = opened({ file: fileOf(writeReplay(raw, {})) })
    await until(() => source.isDone)
    expect(source.verdict).toEqual({ state: 'equal', frames: FRAMES })
  })

  test('from a server that sends it compressed', async () => {
    const url = await served((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(writeReplay(raw, {})))
    })
    const source = opened({ url })
    await until(() => source.isDone)
    expectWhole(source)
  })

  test('that is live grows as its frames come, and its pictures are exact', async () => {
    let send: (bytes: Uint8Array) => void = () => {}
    let end = () => {}
    const url = await served((_, response) => {
      send = (bytes) => response.write(bytes)
      end = () => response.end()
      send(messages[0]!)
      for (const message of messages.slice(1, 101)) send(message)
    })
    const source = opened({ url }, { live: true })
    await until(() => source.info?.lastFrame === FIRST_FRAME + 99)
    expect(source.verdict.state).toBe('running')
    await until(() => source.picture(FIRST_FRAME + 99) !== null && source.isExact(FIRST_FRAME + 99))
    expect(source.picture(FIRST_FRAME + 105)).toBeNull()
    for (const message of messages.slice(101, 111)) send(message)
    await until(() => source.picture(FIRST_FRAME + 105) !== null && source.isExact(FIRST_FRAME + 105))
    expect(source.picture(FIRST_FRAME + 105)!.bodies[2]!.x).toBe(shown[105])
    for (const message of messages.slice(111)) send(message)
    end()
    await until(() => source.isDone)
    expectWhole(source)
  })

  test('that differs is shown as recorded from there on, and says what differs', async () => {
    const reader = new ColumnReader()
    reader.push(raw)
    const at =
      reader.columns.fighter(1)!.at.postAt[200]! +
      EVENTS.postFrame.fields.find(({ name }) => name === 'percent')!.offset
    const bytes = raw.slice()
    bytes[at + 1]! ^= 0x40
    const source = opened({ file: fileOf(bytes) })
    await until(() => source.isDone)
    expect(source.verdict).toMatchObject({ state: 'differs', frame: 200 + FIRST_FRAME })
    expect(source.verdict).toHaveProperty('what', expect.stringContaining('percent'))
    await until(() => source.picture(201 + FIRST_FRAME) !== null)
    expect(source.isExact(199 + FIRST_FRAME)).toBe(true)
    expect(source.isExact(201 + FIRST_FRAME)).toBe(false)
    expect(source.picture(201 + FIRST_FRAME)!.bodies[2]!.x).toBe(shown[201])
  })

  test('says the names that a page gives, by port, in all its sentences, and others when it is told', async () => {
    const source = opened({ file: fileOf(raw) }, { names: ['Łukasz, v2', ''] })
    await until(() => source.isDone)
    expect(source.info!.players.map(({ name }) => name)).toEqual(['Łukasz, v2', ''])
    const said = () => source.moments.map(({ text }) => text).join(' ')
    expect(said()).toContain('Łukasz, v2')
    expect(said()).not.toContain('climbers')
    expect(source.verdict).toEqual({ state: 'equal', frames: FRAMES })
    source.rename(['', '🤖 Needle'])
    await until(() => said().includes('🤖 Needle'))
    expect(source.info!.players.map(({ name }) => name)).toEqual(['climbers', '🤖 Needle'])
    expect(said()).toContain('climbers')
    expect(said()).not.toContain('Łukasz')
  })

  test('of another game is posed as recorded', async () => {
    const start = new ColumnReader()
    start.push(raw)
    const bytes = raw.slice()
    // Version 3.12.0.
    bytes[start.gameStartEnd - start.eventBytes(EVENTS.gameStart.code) + 2] = 12
    const source = opened({ file: fileOf(writeReplay(bytes, {})) })
    await until(() => source.isDone)
    expect(source.info).toMatchObject({ kind: 'foreign', version: [3, 12, 0] })
    expect(source.verdict).toEqual({ state: 'foreign' })
    expect(source.error).toBeNull()
    await until(() => source.picture(0) !== null)
    expect(source.isExact(0)).toBe(false)
    expect(source.picture(0)!.bodies[2]!.x).toBe(shown[-FIRST_FRAME])
  })
})

describe('what is wrong is said in a sentence', () => {
  test.each<[string, () => Uint8Array, RegExp]>([
    ['no replay', () => Buffer.from('<!doctype html>'), /^This is no replay/],
    ['an empty file', () => new Uint8Array(0), /^The replay is cut off/],
    [
      'a file cut off',
      () => writeReplay(raw, {}).subarray(0, 50_000),
      /^The replay is cut off: .* What comes before is shown\.$/,
    ],
    ['a damaged file', () => writeReplay(raw, {}).fill(0x99, 50_000, 50_400), /^The replay is damaged/],
    [
      'a newer format',
      () => raw.with(raw.findIndex((_, i) => raw[i] === 0x36 && i > 30) + 1, 9),
      /^The replay is of format 9\.18\.0/,
    ],
  ])('%s', async (_, bytes, sentence) => {
    const source = opened({ file: fileOf(bytes()) })
    await until(() => source.isDone)
    expect(source.error).toMatch(sentence)
  })

  test('a file cut off is played as far as it goes', async () => {
    const source = opened({ file: fileOf(writeReplay(raw, {}).subarray(0, 50_000)) })
    await until(() => source.isDone)
    const { count } = source.columns
    expect(count).toBeGreaterThan(100)
    expect(source.verdict).toEqual({ state: 'equal', frames: count })
    await until(() => source.picture(FIRST_FRAME + 60) !== null)
  })

  test('a file that is too big is not read', async () => {
    const source = opened({ file: { size: 65 << 20 } as Blob }, {}, (take) => {
      const session = new ReplaySession(take)
      closers.push(() => session.close())
      return { post: (message) => session.receive(message), end: () => session.close() }
    })
    await until(() => source.isDone)
    expect(source.error).toMatch(/too big: a viewer reads 64 MB/)
  })

  test('a replay that is not there, a server that is not there, a live stream that breaks off', async () => {
    const missing = opened({ url: await served((_, response) => response.writeHead(404).end()) })
    const refused = opened({ url: 'http://127.0.0.1:1/game.slp' })
    const broken = opened({ url: await served((_, response) => response.end(raw.subarray(0, 30_000))) }, { live: true })
    await until(() => missing.isDone && refused.isDone && broken.isDone)
    expect(missing.error).toBe('The replay could not be fetched: there is none at this address.')
    expect(refused.error).toBe('The replay could not be fetched: the server does not answer.')
    expect(broken.error).toBe('The match’s stream ended before the match did.')
  })

  test('a seed that is none', () => {
    expect(opened({ file: fileOf(raw) }, { seed: 'abc' }).error).toBe('The seed is not made of 64 hexadecimal digits.')
  })

  test('a worker that says nothing for 15 seconds is ended', () => {
    vi.useFakeTimers()
    const end = vi.fn()
    const source = opened({ file: fileOf(raw) }, {}, () => ({ post() {}, end }))
    const changed = vi.fn()
    source.onChange = changed
    vi.advanceTimersByTime(14_000)
    expect(source.error).toBeNull()
    vi.advanceTimersByTime(2000)
    expect(source.error).toBe('The replay could not be read: reading it took too long.')
    expect(end).toHaveBeenCalledOnce()
    expect(changed).toHaveBeenCalledOnce()
  })

  test.each([
    ['broken-down', 'The replay could not be read: the viewer failed.'],
    ['not-loaded', NOT_LOADED],
  ] as const)('a worker that is %s', (how, error) => {
    let fail: (how: WorkerFailure) => void = () => {}
    const source = opened({ file: fileOf(raw) }, {}, (_, failed) => {
      fail = failed
      return { post() {}, end() {} }
    })
    fail(how)
    expect(source.error).toBe(error)
  })
})

describe('questions for pictures', () => {
  test('only the newest waits while one is on its way', async () => {
    const seen: ToWorker[] = []
    const source = opened({ file: fileOf(raw) }, {}, inThread(seen))
    await until(() => source.isDone)
    const asked = () => seen.flatMap((message) => (message.kind === 'pictures' ? [message.chunk] : []))
    for (const row of [0, 70, 130, 190, 250, 310]) expect(source.picture(FIRST_FRAME + row)).toBeNull()
    await until(() => source.picture(FIRST_FRAME + 310) !== null)
    expect(asked().slice(0, 2)).toEqual([0, 5])
  })

  test('chances of winning are those of the engine, with the ratings that are given first or later', async () => {
    const reader = new ColumnReader()
    reader.push(raw)
    const ratings = [
      { mu: 31, sigma: 2 },
      { mu: 25, sigma: 2 },
    ] as const
    const source = opened({ file: fileOf(raw) })
    await until(() => source.chanceCount === FRAMES)
    const of = (context: object) => [...chancesOf(reader.columns, { stage: 2, ...context })]
    const shownChances = () => Array.from({ length: FRAMES }, (_, row) => source.chance(FIRST_FRAME + row))
    expect(shownChances()).toEqual(of({}))
    expect(source.chance(FIRST_FRAME + FRAMES)).toBeNull()
    source.rate(ratings)
    await until(() => source.chance(0) === of({ ratings })[-FIRST_FRAME])
    expect(shownChances()).toEqual(of({ ratings }))
  })

  test('the chunk after the one that is shown is fetched ahead', async () => {
    const seen: ToWorker[] = []
    const source = opened({ file: fileOf(raw) }, {}, inThread(seen))
    await until(() => source.isDone)
    await until(() => source.picture(FIRST_FRAME) !== null)
    await until(() => source.isExact(FIRST_FRAME + 60))
    expect(seen.filter(({ kind }) => kind === 'pictures')).toHaveLength(2)
  })

  test('pictures that were posed come again once they are exact', async () => {
    const post = vi.fn<(message: FromWorker) => void>()
    const session = new ReplaySession(post)
    closers.push(() => session.close())
    session.receive({
      kind: 'open',
      from: { file: fileOf(raw) },
      seed: null,
      signed: null,
      isLive: false,
      names: [],
      ratings: null,
    })
    const of = <K extends FromWorker['kind']>(kind: K) =>
      post.mock.calls.flatMap(([message]) =>
        message.kind === kind ? [message as Extract<FromWorker, { kind: K }>] : [],
      )
    await until(() => of('info').length > 0)
    session.receive({ kind: 'pictures', chunk: 6 })
    await until(() => of('done').length > 0)
    const answers = of('pictures')
    expect(answers.at(-1)).toMatchObject({ chunk: 6, count: FRAMES - 360, exact: FRAMES - 360 })
    for (const { exact } of answers.slice(0, -1)) expect(exact).toBe(0)
  })
})
