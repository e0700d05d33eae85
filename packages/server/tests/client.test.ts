/** The SDK's client against the real service: the whole interface with both kinds of key. */
import { createKeyPair, KeyScope, Leaderboard } from '@arena/protocol'
import { ArenaClient, ArenaProblem } from '@arena/sdk'
import type { Auth } from '@arena/sdk'
import { describe, expect, test } from 'vitest'
import { startBot } from './http-service.ts'
import { sharedBot, sharedService } from './begun-once.ts'

const service = sharedService()
const bot = sharedBot()

const clientFor = (auth?: Auth) => new ArenaClient({ baseUrl: service.url, ...(auth && { auth }) })

async function bearerClient(email: string): Promise<ArenaClient> {
  return clientFor({ bearer: await service.bearer(email, KeyScope.options) })
}

async function signatureClient(email: string): Promise<ArenaClient> {
  const { privateKey, publicKey } = createKeyPair()
  const first = await bearerClient(email)
  const { id } = await first.createKey({ kind: 'signature', name: 'laptop', publicKey, scopes: KeyScope.options })
  return clientFor({ keyId: id, privateKey })
}

const refusal = async (call: Promise<unknown>): Promise<ArenaProblem> => {
  const error: unknown = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ArenaProblem)
  return error as ArenaProblem
}

// First, while the service has nothing.
test('public endpoints need no key: GET /health answers ok, arena.json answers the public half of the platform key, lists are empty', async () => {
  const arena = clientFor()
  expect(await arena.getHealth()).toEqual({ status: 'ok' })
  expect(await arena.getPlatformKey()).toEqual({ publicKey: service.context.platformKey.publicKey })
  expect(await arena.listMatches({ botId: 'bot_none' })).toEqual({ matches: [] })
  expect(await arena.listLiveMatches({ mode: 'live' })).toEqual({ matches: [] })
  expect(Leaderboard.parse(await arena.getLeaderboard({ limit: 5 }))).toEqual({ leaderboard: [] })
  expect((await refusal(arena.getReplay({ id: 'match_01k9y40r6yes3v1c5hzq8p2n7t' }))).status).toBe(404)
  expect((await arena.getChangelog()).entries.map(({ date }) => date)).toContain('2026-10-13')
  expect(await arena.getMap()).toContain('/openapi.json')
  expect(JSON.parse(await arena.getOpenApi())).toMatchObject({ openapi: '3.1.0' })
  expect((await refusal(arena.listBots())).code).toBe('authentication-required')
})

describe.each([
  ['a bearer key', bearerClient],
  ['a signature key', signatureClient],
])('with %s', (kind, open) => {
  const name = kind.replace(/\W/g, '')

  test('POST /bots registers a bot whose deploy check passes; it is listed, inspected, changed and removed', async () => {
    const arena = await open(`bots-${name}@example.org`)
    const registered = await arena.registerBot({ name: 'Wäve 🦊', mode: 'live', url: bot.url })
    const standing = { state: 'free', label: 'Active', missesInARow: 0, lastMatch: null }
    expect(await arena.listBots()).toMatchObject({ bots: [{ ...registered, standing }] })
    expect(await arena.getBot({ id: registered.id })).toMatchObject({ ...registered, standing })
    expect(await arena.updateBot({ id: registered.id, status: 'paused' })).toEqual({ ...registered, status: 'paused' })
    expect(await arena.listMatches({ botId: registered.id, limit: 1 })).toEqual({ matches: [] })
    expect(await arena.removeBot({ id: registered.id })).toMatchObject({ id: registered.id })
    expect((await refusal(arena.getBot({ id: registered.id }))).code).toBe('not-found')
  })

  test('keys are created, used, listed and revoked', async () => {
    const arena = await open(`keys-${name}@example.org`)
    const { id, secret } = await arena.createKey({ kind: 'bearer', name: 'ci', scopes: ['bots.read'] })
    const other = clientFor({ bearer: secret! })
    expect(await other.listBots()).toEqual({ bots: [] })
    expect(await refusal(other.getAccount())).toMatchObject({ code: 'missing-scope', scope: 'account.read' })
    expect((await arena.listKeys()).keys[0]).toMatchObject({ id, revokedAt: null })
    expect((await arena.revokeKey({ id })).revokedAt).not.toBeNull()
    expect((await refusal(other.listBots())).code).toBe('authentication-required')
  })

  test('the account is read, and its handle chosen', async () => {
    const arena = await open(`account-${name}@example.org`)
    const named = await arena.setHandle({ handle: name })
    expect(named).toMatchObject({ name, email: `account-${name}@example.org` })
    expect(await arena.getAccount()).toEqual(named)
  })

  test('how the account is told of things is read and chosen, and its webhook set, tested and removed', async () => {
    const arena = await open(`notices-${name}@example.org`)
    expect(await arena.getNotices()).toMatchObject({ webhook: null, deliveries: [] })
    const { choices } = await arena.chooseNotices({ choices: { forfeit: { webhook: true } } })
    expect(choices.find((choice) => choice.kind === 'forfeit')).toMatchObject({ mail: false, webhook: true })
    const { secret } = await arena.setWebhook({ url: bot.url })
    expect((await arena.renewWebhookSecret()).secret).not.toBe(secret)
    const tested = await arena.testWebhook()
    expect(tested).toMatchObject({ kind: 'test', state: 'sent', status: 200, answer: 'pong' })
    expect((await arena.getNotices()).deliveries).toEqual([tested])
    expect(await arena.removeWebhook()).toMatchObject({ url: bot.url, format: 'standard' })
    expect((await refusal(arena.testWebhook())).code).toBe('not-found')
  })

  test('a failed deploy check comes with its report, and bad input with its places', async () => {
    const arena = await open(`refused-${name}@example.org`)
    await using wrong = await startBot({ answer: 'ping' })
    const failed = await refusal(arena.registerBot({ name: 'Wrong', mode: 'live', url: wrong.url }))
    expect(failed).toMatchObject({ status: 422, code: 'deploy-check-failed' })
    expect(failed.report!.steps.at(-1)).toMatchObject({ name: 'ping', ok: false })
    const { errors } = await refusal(arena.registerBot({ name: 'a\0b', mode: 'live', url: bot.url }))
    expect(errors).toEqual([{ path: 'name', message: 'No control characters, ends of lines or lone surrogates.' }])
  })
})

test('a clock that is six minutes off is reported', async () => {
  const { privateKey, publicKey } = createKeyPair()
  const first = await bearerClient('clock@example.org')
  const { id } = await first.createKey({ kind: 'signature', name: 'late', publicKey, scopes: ['bots.read'] })
  const late = new ArenaClient({
    baseUrl: service.url,
    auth: { keyId: id, privateKey },
    now: () => Date.now() - 360_000,
  })
  const { code, message } = await refusal(late.listBots())
  expect(code).toBe('authentication-required')
  expect(message).toContain('x-arena-timestamp')
})
