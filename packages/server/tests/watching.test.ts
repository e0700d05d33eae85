/**
 * `GET /live/{id}.slp` over real sockets, of matches whose files the test writes: who is let in, what each spectator gets, and what
 * is left when they go. Whole matches are in arena/live.slow.test.ts.
 */
import { once } from 'node:events'
import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { ArenaClient } from '@arena/sdk'
import { ProblemBody } from '@arena/protocol'
import { envelopeHead } from '@arena/slp'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { FolderMatchFiles } from '../src/live/match-file.ts'
import { Spectators } from '../src/live/spectators.ts'
import { sharedService } from './begun-once.ts'
import { endMatch, seatMatch } from './stored-match.ts'

const PER_CLIENT = 20
const IN_ALL = 21
const HEAD = Buffer.from(envelopeHead())

const service = sharedService({ ARENA_TRUST_PROXY: '127.0.0.1' }, ({ replayDir, log, metrics: counts, clock }) => {
  const files = new FolderMatchFiles(replayDir)
  const limits = { perClient: PER_CLIENT, inAll: IN_ALL, delayMs: 10, lookMs: 5, patienceMs: 700 }
  return { spectators: new Spectators({ files, log, counts, clock, ...limits }) }
})
beforeAll(() => mkdir(service.context.replayDir, { recursive: true }))

const open = new Set<IncomingMessage>()
afterEach(async () => {
  for (const response of open) response.destroy()
  open.clear()
  await allGone()
})

/** Nobody watches, and no file is open. */
async function allGone(): Promise<void> {
  const { spectators } = service.context
  while (spectators.count > 0 || spectators.matches > 0) await sleep(5)
}

/** A match that runs on this arena, and its file. */
async function runningMatch(start: string | Buffer | null = 'start') {
  const order = await seatMatch(service.context)
  service.context.live.seated(order)
  const id = order.matchId
  const path = join(service.context.replayDir, `${id}.slp`)
  const begin = (bytes: string | Buffer) => writeFile(`${path}.part`, Buffer.concat([HEAD, Buffer.from(bytes)]))
  if (start !== null) await begin(start)
  return {
    id,
    begin,
    url: `/live/${id}.slp`,
    grow: (bytes: string | Buffer) => appendFile(`${path}.part`, bytes),
    /** As a host does it. */
    finish: async () => {
      await rename(`${path}.part`, path)
      service.context.spectators.finished(id)
      return readFile(path)
    },
    breakOff: () => service.context.spectators.finished(id),
  }
}

async function watch(path: string, { from = '203.0.113.1', method = 'GET', headers = {} } = {}) {
  const sent = request(service.url + path, {
    method,
    headers: { 'x-forwarded-for': from, ...headers },
    agent: false,
  }).end()
  sent.on('error', () => {})
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  open.add(response)
  response.on('error', () => {})
  return response
}

/** What has come, as it comes. */
function reading(response: IncomingMessage) {
  const state = { text: '', bytes: 0, isCut: false, hasEnded: false }
  response.on('data', (bytes: Buffer) => {
    state.bytes += bytes.length
    if (state.bytes < 10_000) state.text += bytes.toString('latin1')
  })
  response.once('end', () => (state.hasEnded = true))
  response.once('close', () => (state.isCut = !state.hasEnded))
  return state
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5)
}

async function problemOf(response: IncomingMessage) {
  const body = ProblemBody.parse(JSON.parse((await buffer(response)).toString()))
  expect(response.statusCode).toBe(body.status)
  return body
}

const sample = async (name: string): Promise<number> => {
  const text = await (await service.fetch('/metrics')).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)![1])
}

describe('what a spectator gets', () => {
  test('the file from its first byte on, then what is written, until the match is over', async () => {
    const match = await runningMatch()
    const response = await watch(match.url)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'transfer-encoding': 'chunked',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'accept-ranges': 'none',
      'access-control-allow-origin': '*',
    })
    const seen = reading(response)
    await until(() => seen.text.endsWith('start'))
    await match.grow(' frame')
    await until(() => seen.text.endsWith('start frame'))
    await match.grow(' end')
    const file = await match.finish()
    await until(() => seen.hasEnded)
    expect(seen.text).toBe(file.toString('latin1'))
  })

  test('neither `Range` nor `Accept-Encoding` changes it: parts and compressed answers of an endless body help nobody', async () => {
    const match = await runningMatch('x'.repeat(5_000))
    const response = await watch(match.url, { headers: { range: 'bytes=3-9', 'accept-encoding': 'br, gzip' } })
    expect([response.statusCode, response.headers['content-encoding']]).toEqual([200, undefined])
    const file = await match.finish()
    expect(await buffer(response)).toEqual(file)
  })

  test('HEAD has the headers and takes no place afterwards', async () => {
    const match = await runningMatch()
    const response = await watch(match.url, { method: 'HEAD' })
    expect([response.statusCode, response.headers['content-type'], (await buffer(response)).length]).toEqual([
      200,
      'application/octet-stream',
      0,
    ])
    await allGone()
  })

  test('the client of the SDK has it as a stream; its signal ends it', async () => {
    const match = await runningMatch()
    const stop = new AbortController()
    const arena = new ArenaClient({ baseUrl: service.url, signal: stop.signal, timeoutMs: 5_000 })
    const reader = (await arena.watchMatch({ id: match.id })).getReader()
    let text = ''
    while (!text.endsWith('start')) text += Buffer.from((await reader.read()).value!).toString('latin1')
    stop.abort()
    await expect(reader.read()).rejects.toThrow('abort')
    await allGone()
  })
})

describe('who is refused', () => {
  test('an unknown match, and what cannot be one, are 404 `not-found`', async () => {
    for (const id of ['match_01k9y40r6yes3v1c5hzq8p2n7t', '../x', 'match_x', '%2e%2e%2fx']) {
      expect((await problemOf(await watch(`/live/${id}.slp`))).code).toBe('not-found')
    }
  })

  test('a match that is over is 404 with the address of its replay; without one it says so', async () => {
    const [kept, lost] = [await seatMatch(service.context), await seatMatch(service.context)]
    await endMatch(service.context, kept.matchId, { replayBytes: 99 })
    await endMatch(service.context, lost.matchId)
    expect(await problemOf(await watch(`/live/${kept.matchId}.slp`))).toMatchObject({
      code: 'live-not-available',
      detail: `The match is over. Its replay is at /matches/${kept.matchId}/replay.slp.`,
    })
    expect((await problemOf(await watch(`/live/${lost.matchId}.slp`))).detail).toContain('no replay')
  })

  test('a match that is on record and that no machine shows is 404 and says so', async () => {
    const { matchId } = await seatMatch(service.context)
    expect(await problemOf(await watch(`/live/${matchId}.slp`))).toMatchObject({
      code: 'live-not-available',
      detail: 'The machine that plays the match does not show it at the moment.',
    })
  })

  test('while the bots pick it waits for Game Start, and for no longer than its patience', async () => {
    const [never, soon] = [await runningMatch(null), await runningMatch(null)]
    const waiting = watch(soon.url)
    const refused = await problemOf(await watch(never.url))
    expect(refused).toMatchObject({ code: 'live-not-available', detail: 'The game has not begun.' })
    await waiting.then(problemOf)

    const again = watch(soon.url)
    await soon.begin('start')
    const seen = reading(await again)
    await until(() => seen.text.endsWith('start'))
  })

  test('streams of one client, IPv6 by /64: 429, `Retry-After` when the first has ended for certain; a place is free at once', async () => {
    const match = await runningMatch()
    const own = []
    for (let i = 0; i < PER_CLIENT; i++) own.push(await watch(match.url, { from: `2001:db8::${i + 1}` }))
    const refusal = await watch(match.url, { from: '2001:db8::ffff' })
    expect((await problemOf(refusal)).code).toBe('too-many-streams')
    // The wall clock of the match, and a minute.
    const seconds = Number(refusal.headers['retry-after'])
    expect(seconds).toBeGreaterThan(770)
    expect(seconds).toBeLessThanOrEqual(781)
    expect((await watch(match.url, { from: '2001:db8:0:1::1' })).statusCode).toBe(200)

    own[0]!.destroy()
    await until(() => service.context.spectators.count === PER_CLIENT)
    expect((await watch(match.url, { from: '2001:db8::1' })).statusCode).toBe(200)
  })

  test('who waits takes a place, and whoever leaves while waiting gives it back', async () => {
    const match = await runningMatch(null)
    const sent = request(`${service.url}${match.url}`, { agent: false }).end()
    sent.on('error', () => {})
    await until(() => service.context.spectators.count === 1)
    sent.destroy()
    await allGone()
  })
})

describe('what is left', () => {
  test('a reader that takes nothing is cut off while others go on; metrics count it, and the log says it', async () => {
    const match = await runningMatch()
    const cutBefore = await sample('arena_live_cut_off_total')
    const quick = reading(await watch(match.url))
    const slow = await watch(match.url, { from: '203.0.113.2' })
    const piece = Buffer.alloc(512 * 1024, 1)
    let written = HEAD.length + 5
    // What the system itself holds for a reader is some megabytes.
    while (service.context.spectators.count === 2) {
      await match.grow(piece)
      written += piece.length
      await until(() => quick.bytes === written)
      expect(written).toBeLessThan(60 * 1024 * 1024)
    }
    expect(await sample('arena_live_cut_off_total')).toBe(cutBefore + 1)
    expect(service.logged()).toContain('a spectator reads too slowly and is cut off')
    const seen = reading(slow)
    await until(() => seen.isCut)
    await match.grow('end')
    await match.finish()
    await until(() => quick.hasEnded)
    expect(quick.bytes).toBe(written + 3)
  })

  test('who goes before a place is taken, because the database takes its time, keeps none', async () => {
    const match = await runningMatch()
    const { host, hostname, port } = new URL(service.url)
    const asked = vi.spyOn(service.context.liveView, 'refresh').mockImplementationOnce(() => sleep(200))
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('error', () => {})
    socket.write(`GET ${match.url} HTTP/1.1\r\nhost: ${host}\r\n\r\n`)
    await vi.waitUntil(() => asked.mock.calls.length > 0)
    socket.resetAndDestroy()
    await asked.mock.results[0]!.value
    await sleep(50)
    expect(service.context.spectators.count).toBe(0)
    asked.mockRestore()
  })
})
