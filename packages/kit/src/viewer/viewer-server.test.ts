import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { REPLAY_PART } from '@arena/host'
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest'
import { orderOf } from '../order.ts'
import { ShownGames } from './shown-games.ts'
import { ViewerServer } from './viewer-server.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'arena-kit-viewer-'))))
afterAll(() => rmSync(folder, { recursive: true }))

const seat = (name: string) => ({ botId: `bot_${name}`, name, url: `http://127.0.0.1/${name}` })
const ORDER = orderOf(new Uint8Array(32).fill(0x5f), 31, [seat('fox'), seat('tide')])

let games: ShownGames
let viewer: ViewerServer
const filesOf = (number: number) => ({
  replay: join(folder, `${number}.slp`),
  debug: join(folder, `${number}.debug.jsonl`),
})

beforeEach(async () => {
  games = new ShownGames()
  const page = join(folder, 'page.html')
  writeFileSync(page, '<h1>Games</h1>')
  viewer = await ViewerServer.open(games, new Map([['/', pathToFileURL(page)]]))
})
afterEach(() => viewer[Symbol.asyncDispose]())

/** A request with any path and headers, as they are. */
function ask(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  const { port } = new URL(viewer.url)
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const request = http.request({ port, host: '127.0.0.1', path, headers, method }, (response) => {
      void text(response).then((body) => resolve({ status: response.statusCode!, body }), reject)
    })
    request.on('error', reject).end()
  })
}

describe('it is for this machine', () => {
  test('and listens on no other address', () => {
    expect(viewer.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
  })

  test('a site whose name leads here is refused, and so is whatever changes something', async () => {
    const { port } = new URL(viewer.url)
    expect(await ask('/', { host: 'evil.example' })).toMatchObject({ status: 421, body: '' })
    expect(await ask('/', { host: `evil.example:${port}` })).toMatchObject({ status: 421 })
    expect(await ask('/', { host: `localhost:${port}` })).toMatchObject({ status: 200, body: '<h1>Games</h1>' })
    expect(await ask('/', {}, 'POST')).toMatchObject({ status: 405 })
  })

  test('no path leads to a file that is not part of the page', async () => {
    for (const path of [
      '/../package.json',
      '/%2e%2e/package.json',
      '//etc/passwd',
      '/games/1.slp',
      '/games/../1.slp',
    ]) {
      expect(await ask(path), path).toMatchObject({ status: 404, body: '' })
    }
  })

  test('answers may run only what is here, and tell no other site anything', async () => {
    const { headers } = await fetch(viewer.url)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'/)
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })
})

test('a running game comes as it grows, and ends when it is over', async () => {
  const files = filesOf(1)
  games.begin(1, ORDER, files)
  writeFileSync(files.replay + REPLAY_PART, 'first,')
  const response = await fetch(`${viewer.url}games/1.slp`)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toBe('first,')
  appendFileSync(files.replay + REPLAY_PART, 'second,')
  expect((await reader.read()).value).toBe('second,')
  appendFileSync(files.replay + REPLAY_PART, 'last')
  renameSync(files.replay + REPLAY_PART, files.replay)
  games.end(1, 'fox wins.', ['', '3:1'])
  expect((await reader.read()).value).toBe('last')
  expect((await reader.read()).done).toBe(true)
  // Later it is read from its beginning.
  expect((await ask('/games/1.slp')).body).toBe('first,second,last')
})

test('what was drawn is there once something is, and is empty where nothing was', async () => {
  games.begin(2, ORDER, filesOf(2))
  writeFileSync(filesOf(2).debug, '{"frame":1}\n')
  games.end(2, 'A draw.', undefined)
  expect((await ask('/games/2.debug.jsonl')).body).toBe('{"frame":1}\n')
  games.begin(3, ORDER, filesOf(3))
  games.end(3, 'A draw.', undefined)
  expect(await ask('/games/3.debug.jsonl')).toEqual({ status: 200, body: '' })
})

test('the page hears of every game: who plays where, how it ended, and which pads were missed', async () => {
  const events = (await fetch(`${viewer.url}events`)).body!.pipeThrough(new TextDecoderStream()).getReader()
  const next = async (): Promise<unknown> => JSON.parse((await events.read()).value!.replace('data: ', ''))
  expect(await next()).toEqual([])
  games.begin(4, ORDER, filesOf(4))
  const names = ORDER.bots.map(({ name }) => name)
  const game = { number: 4, names, stage: 'Battlefield', seed: ORDER.seed, result: null, missed: '', isDrawn: true }
  expect(await next()).toEqual([game])
  games.end(4, 'fox wins.', ['', '3:1'])
  expect(await next()).toEqual([{ ...game, result: 'fox wins.', missed: ';3:1', isDrawn: false }])
  await events.cancel()
})

test('it knows when the last page was closed, and waits a moment for one that is loaded again', async () => {
  const left = viewer.left(20)
  const first = new AbortController()
  await fetch(`${viewer.url}events`, { signal: first.signal })
  const second = new AbortController()
  await fetch(`${viewer.url}events`, { signal: second.signal })
  first.abort()
  let hasLeft = false
  void left.then(() => (hasLeft = true))
  await ask('/')
  expect(hasLeft).toBe(false)
  second.abort()
  await left
})

test('of many games the oldest are forgotten, with their files', () => {
  const dropped: number[] = []
  const few = new ShownGames(2, ({ number }) => dropped.push(number))
  for (const number of [1, 2, 3, 4]) few.begin(number, ORDER, filesOf(number))
  expect(few.list.map(({ number }) => number)).toEqual([3, 4])
  expect(dropped).toEqual([1, 2])
  expect(few.file(1, 'replay')).toBeNull()
})
