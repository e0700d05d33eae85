/** Pictures of links over a real service, drawn by the real process. */
import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { startService } from './http-service.ts'
import { sharedService } from './begun-once.ts'
import { endMatch, seatMatch } from './stored-match.ts'

const service = sharedService()
let match: string
let bots: readonly string[]

beforeAll(async () => {
  const order = await seatMatch(service.context, { names: ['龍'.repeat(64), '</title><script>"'] })
  await endMatch(service.context, order.matchId)
  match = order.matchId
  bots = order.bots.map(({ botId }) => botId)
})

test('a match, a bot and the arena have a PNG of 1200 by 630 each, and no two are the same', async () => {
  const hashes = new Set<string>()
  for (const path of ['/card.png', `/watch/${match}/card.png`, ...bots.map((id) => `/b/${id}/card.png`)]) {
    const response = await service.fetch(path)
    const png = Buffer.from(await response.arrayBuffer())
    expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, 'image/png'])
    expect(response.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/)
    expect([png.readUInt32BE(16), png.readUInt32BE(20), png.length < 1_000_000]).toEqual([1200, 630, true])
    hashes.add(createHash('sha1').update(png).digest('hex'))
  }
  expect(hashes.size).toBe(4)
}, 120_000)

test('a match whose replay is not at hand yet is drawn without it, and looked at again after a minute', async () => {
  const order = await seatMatch(service.context, { names: ['Elsewhere', 'Far'] })
  await endMatch(service.context, order.matchId, { replayBytes: 1_000 })
  const response = await service.fetch(`/watch/${order.matchId}/card.png`)
  await response.arrayBuffer()
  expect(response.headers.get('cache-control')).toBe('public, max-age=60')
  const other = await service.fetch(`/watch/${match}/card.png`)
  await other.arrayBuffer()
  expect(other.headers.get('cache-control')).toBe('public, max-age=86400')
}, 120_000)

test.each(['/watch/match_01m8an44pgf26rwkpww9xg186y', '/b/bot_01m8an44pgf26rwkpww9xg186y', '/b/..%2f..', '/watch/x'])(
  '%s has no card',
  async (path) => {
    const response = await service.fetch(`${path}/card.png`)
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
  },
)

test('while matches fall behind bots and matches have a picture, without a replay; the arena has the general one, not kept by anyone', async () => {
  await using busy = await startService({}, ({ capacity }) => {
    Object.defineProperty(capacity, 'isInTrouble', { value: true })
    return {}
  })
  const response = await busy.fetch('/card.png')
  const general = await busy.fetch('/og.png')
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const generalPicture = Buffer.from(await general.arrayBuffer())
  expect(Buffer.from(await response.arrayBuffer()).equals(generalPicture)).toBe(true)

  const order = await seatMatch(busy.context, { names: ['𝕱𝖔𝖝', 'שלום 👨‍👩‍👧‍👦'] })
  await endMatch(busy.context, order.matchId, { replayBytes: 1_000 })
  const drawn: [string, string][] = [
    [`/watch/${order.matchId}`, 'public, max-age=60'],
    [`/b/${order.bots[0].botId}`, 'public, max-age=600'],
    [`/b/${order.bots[1].botId}`, 'public, max-age=600'],
  ]
  for (const [path, kept] of drawn) {
    const card = await busy.fetch(`${path}/card.png`)
    expect([path, card.headers.get('cache-control')]).toEqual([path, kept])
    expect(Buffer.from(await card.arrayBuffer()).equals(generalPicture)).toBe(false)
  }
}, 120_000)

test('cards are counted with replays and records, per address', async () => {
  await using limited = await startService({ ARENA_RATE_LIMITS: 'on' })
  const statuses: number[] = []
  for (let i = 0; i < 121; i++) statuses.push((await limited.fetch('/watch/x/card.png')).status)
  expect(statuses.slice(0, 120).every((status) => status === 404)).toBe(true)
  expect(statuses[120]).toBe(429)
})
