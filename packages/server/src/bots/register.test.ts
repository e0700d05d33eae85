import { relayPlace } from '@arena/host/relay'
import { Bot, createKeyPair, DeployReport, Problem } from '@arena/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fakeBot } from '../../../host/tests/loopback.ts'
import { AccountStore } from '../accounts/store.ts'
import { openEmptyDatabase } from '../../tests/data-folder.ts'
import type { Database } from '../db/schema.ts'
import { Registrar } from './register.ts'
import { BotStore } from './store.ts'

const platformKey = createKeyPair()
const relays = { door: { ...relayPlace(null), port: 0, token: '' }, whyNot: async () => null }

let db: Database
let bots: BotStore
let registrar: Registrar
let ada: string
let bob: string

beforeAll(async () => {
  db = await openEmptyDatabase()
  bots = new BotStore(db)
  registrar = new Registrar({ bots, policy: { allowPrivate: true }, platformKey, relays })
  const accounts = new AccountStore(db)
  ada = (await accounts.findOrCreate('ada@example.org')).id
  bob = (await accounts.findOrCreate('bob@example.org')).id
})
afterAll(() => db.destroy())
beforeEach(async () => {
  await db.deleteFrom('deploy_checks').execute()
  await db.deleteFrom('notices').execute()
  await db.deleteFrom('bots').execute()
})

async function problemOf(promise: Promise<unknown>): Promise<Problem> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Problem)) throw new Error('a Problem was expected', { cause: error })
  return error
}

const waveland = (url: string) => ({ name: 'Waveland', mode: 'live', url }) as const

describe('Behaviour of POST /bots', () => {
  it('the bot can join the ladder when the check passes; ws(s) URLs are stored as http(s)', async () => {
    const { port } = await fakeBot()
    const stored = {
      [`ws://127.0.0.1:${port}/a?b`]: `http://127.0.0.1:${port}/a?b`,
      [`http://127.0.0.1:${port}`]: `http://127.0.0.1:${port}`,
      [`HTTP://LOCALHOST:${port}/a/../b`]: `http://localhost:${port}/b`,
    }
    for (const [url, expected] of Object.entries(stored)) {
      expect(await registrar.register(ada, waveland(url))).toMatchObject({ url: expected, status: 'active' })
    }
    expect((await bots.list(ada)).map(({ url }) => url)).toEqual(Object.values(stored))
  })

  it('when the check fails: 422 with the report, and nothing is stored', async () => {
    const { port } = await fakeBot({ status: 404 })
    const problem = await problemOf(registrar.register(ada, waveland(`http://127.0.0.1:${port}/`)))
    expect(problem.code).toBe('deploy-check-failed')
    expect(problem.status).toBe(422)
    expect(problem.detail).toBe('Step ping: answered 404 Not Found; 200 is expected.')
    expect(DeployReport.parse(problem.extra.report).ok).toBe(false)
    expect(await bots.list(ada)).toEqual([])
  })

  it('a URL that cannot be accepted is an invalid request', async () => {
    const strict = new Registrar({ bots, policy: { allowPrivate: false }, platformKey, relays })
    const problem = await problemOf(strict.register(ada, waveland('http://bot.example/')))
    expect(problem.code).toBe('invalid-request')
    expect(problem.extra.errors).toEqual([{ path: 'url', message: 'must be https (or wss)' }])
    expect(await bots.list(ada)).toEqual([])
  })

  it('BotUrl: at most 2048 characters, also in the spelling that is stored: the bot could not be read again', async () => {
    const { port, seen } = await fakeBot()
    const quotes = `http://127.0.0.1:${port}/?${"'".repeat(1000)}`
    const problem = await problemOf(registrar.register(ada, waveland(quotes)))
    expect(problem.code).toBe('invalid-request')
    expect(problem.extra.errors).toEqual([{ path: 'url', message: 'At most 2048 characters.' }])
    expect(seen).toEqual([])
    const longest = `http://127.0.0.1:${port}/`.padEnd(2048, 'x')
    const bot = await registrar.register(ada, waveland(longest))
    expect(Bot.parse(bot)).toEqual(bot)
    const asSocket = `${longest.replace('http', 'ws')}xx`
    expect((await problemOf(registrar.update(ada, bot.id, { url: asSocket }))).code).toBe('invalid-request')
    expect(await bots.list(ada)).toEqual([bot])
  })

  it('changing a bot’s URL triggers the check again, and the old URL stays when it fails', async () => {
    const [good, better, bad] = [await fakeBot(), await fakeBot(), await fakeBot({ pong: 'no' })]
    const bot = await registrar.register(ada, waveland(`http://127.0.0.1:${good.port}/`))
    const change = { url: `http://127.0.0.1:${bad.port}/`, name: 'Moonwalk' }
    expect((await problemOf(registrar.update(ada, bot.id, change))).code).toBe('deploy-check-failed')
    expect(await bots.find(ada, bot.id)).toEqual(bot)
    const moved = await registrar.update(ada, bot.id, { url: `ws://127.0.0.1:${better.port}/` })
    expect(moved).toEqual({ ...bot, url: `http://127.0.0.1:${better.port}/` })
    expect(better.seen).toEqual(['GET /ping', 'UPGRADE /'])
  })

  it('changing anything else makes no check, nor does an unchanged URL', async () => {
    const { port, seen } = await fakeBot()
    const url = `http://127.0.0.1:${port}/`
    const { id } = await registrar.register(ada, waveland(url))
    seen.length = 0
    expect(await registrar.update(ada, id, { status: 'paused' })).toMatchObject({ status: 'paused', url })
    expect(await registrar.update(ada, id, { name: 'Moonwalk', url })).toMatchObject({ name: 'Moonwalk', url })
    expect(seen).toEqual([])
  })

  it('a bot of another account is as unknown as none, and its new URL is not visited', async () => {
    const [bot, other] = [await fakeBot(), await fakeBot()]
    const { id } = await registrar.register(ada, waveland(`http://127.0.0.1:${bot.port}/`))
    expect(await registrar.update(bob, id, { url: `http://127.0.0.1:${other.port}/` })).toBeNull()
    expect(other.seen).toEqual([])
  })

  it('a caller that disconnects stops the check', async () => {
    const { port } = await fakeBot()
    const left = { signal: AbortSignal.abort() }
    const problem = await problemOf(registrar.register(ada, waveland(`http://127.0.0.1:${port}/`), left))
    expect(problem.detail).toBe('Step resolve: given up.')
    expect(await bots.list(ada)).toEqual([])
  })
})
