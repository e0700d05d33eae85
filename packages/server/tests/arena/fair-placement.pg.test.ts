/**
 * Machines of two regions on one PostgreSQL. The regions are two loopback addresses of a bot, which answers a ping after a time
 * of its own at each; a match reaches it at the first.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { createPostgres, databaseUrl } from '../storage/postgres.ts'
import type { TestPostgres } from '../storage/postgres.ts'
import type { Database } from '../../src/db/schema.ts'
import { createTestArena, stillEngine } from './kit.ts'
import type { TestArena } from './kit.ts'
import { pickText } from './spec-bot.ts'

const EU = '127.0.0.1'
const US = '127.0.0.2'

/** A bot that presses nothing. */
class DistantBot implements AsyncDisposable {
  readonly url: string
  /** Addresses at which it was pinged. */
  readonly pinged: string[] = []
  readonly #close: () => Promise<void>

  private constructor(url: string, close: () => Promise<void>) {
    this.url = url
    this.#close = close
  }

  /** `waits`: by address, the milliseconds before it answers a ping. */
  static async listen(waits: Readonly<Record<string, number>>): Promise<DistantBot> {
    const sockets = new Set<Socket>()
    const server = createServer(({ socket }, response) => {
      const at = socket.localAddress!
      bot.pinged.push(at)
      setTimeout(() => response.end('pong'), waits[at])
    })
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
    })
    new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
      socket.on('error', () => {})
      socket.on('message', (_data, isBinary) => !isBinary && socket.send(pickText(2)))
    })
    server.listen(0, '0.0.0.0')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const bot = new DistantBot(`http://localhost:${port}`, async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    })
    return bot
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close()
  }
}

describe.skipIf(databaseUrl === undefined)('machines of two regions', () => {
  let postgres: TestPostgres
  let db: Database
  const machines: TestArena[] = []
  const bots: DistantBot[] = []
  let web: TestArena
  let eu: TestArena
  let us: TestArena

  const env = (role: string) => ({
    DATABASE_URL: postgres.url,
    ARENA_ROLE: role,
    ARENA_TICK_MS: '100',
    ARENA_ENGINE: stillEngine('ends=-84'),
  })
  async function join(region: string, address: string, maxMatches: number): Promise<TestArena> {
    const arena = await createTestArena({
      env: { ...env('play'), ARENA_REGION: region, ARENA_MAX_MATCHES: String(maxMatches) },
      partner: web,
      pace: { resolve: () => Promise.resolve([address]) },
    })
    machines.push(arena)
    return arena
  }

  const figures = () => db.selectFrom('round_trips').selectAll().where('ms', 'is not', null).orderBy('ms').execute()

  beforeAll(async () => {
    postgres = await createPostgres()
    db = await postgres.open()
    web = await createTestArena({ env: env('web') })
    machines.push(web)
    // Near one of the regions; and far from both.
    bots.push(await DistantBot.listen({ [EU]: 0, [US]: 300 }), await DistantBot.listen({ [EU]: 300, [US]: 300 }))
    const key = await web.account()
    const other = await web.account()
    await web.own(key, 'POST', '/bots', { name: 'Near', mode: 'live', url: bots[0]!.url })
    await web.own(other, 'POST', '/bots', { name: 'Far', mode: 'live', url: bots[1]!.url })
    // They rest for an hour, so that they do not meet before they are measured.
    await db.updateTable('bots').set({ last_match_ended_at: new Date() }).execute()
    eu = await join('eu-west', EU, 9)
    us = await join('us-east', US, 2)
    while ((await figures()).length < 4) await new Promise((resolve) => setTimeout(resolve, 50))
  })
  afterAll(async () => {
    for (const arena of machines.toReversed()) await arena[Symbol.asyncDispose]()
    for (const bot of bots) await bot[Symbol.asyncDispose]()
    await postgres.drop()
  })

  test('both bots are pinged from each region, four times by one machine, beside the deploy check', () => {
    for (const { pinged } of bots) {
      expect(pinged.filter((at) => at === US)).toHaveLength(4)
      expect(pinged.filter((at) => at === EU)).toHaveLength(5)
    }
  })

  test('the match is played where the two round trips are most equal, and its page shows both', async () => {
    await db.updateTable('bots').set({ last_match_ended_at: null }).execute()
    const { matchId } = await us.log.line(({ msg }) => msg === 'match seated')
    await us.log.line(({ msg, matchId: id }) => msg === 'match ended' && id === matchId)
    expect(eu.log.lines.some(({ msg }) => msg === 'match seated')).toBe(false)

    const page = await (await fetch(`${web.url}/watch/${matchId}`, { headers: { accept: 'text/html' } })).text()
    const figuresOfUs = (await figures()).filter(({ region }) => region === 'us-east')
    expect(figuresOfUs).toHaveLength(2)
    const row = /Round trip<\/dt>(.*?)<\/dd>/s.exec(page)![1]!
    const shown = [...row.matchAll(/(\d+) ms/g)].map(([, ms]) => Number(ms))
    expect(shown.toSorted((a, b) => a - b)).toEqual(figuresOfUs.map(({ ms }) => ms))
    expect(page).toContain('us-east')
    // The interface says what a record holds.
    expect(JSON.stringify(await web.match(matchId!))).not.toContain('us-east')
  })
})
