import { createServer } from 'node:http'
import { createKeyPair, DEPLOY_CHECK, signHandshake, type KeyPair } from '@arena/protocol'
import { afterEach, expect, test, vi } from 'vitest'
import { HandshakeGuard } from './handshake-guard.ts'

const MATCH_ID = 'match_01k9y40r6yes3v1c5hzq8p2n7t'
const UNAUTHORIZED = '401 Unauthorized'
const UNAVAILABLE = '503 Service Unavailable'

afterEach(() => {
  vi.useRealTimers()
})

let serial = 0
const signed = (key: KeyPair, matchId = MATCH_ID) => signHandshake(key.privateKey, matchId, Date.now() - ++serial)

/** An arena whose key can be changed, and that can be down. */
async function arenaOf(key: KeyPair) {
  const arena = { key, others: [] as KeyPair[], isUp: true, asked: 0 }
  const server = createServer((_, response) => {
    arena.asked++
    const [{ publicKey }, publicKeys] = [arena.key, [arena.key, ...arena.others].map((each) => each.publicKey)]
    if (arena.isUp) response.end(JSON.stringify({ publicKey, ...(publicKeys.length > 1 && { publicKeys }) }))
    else response.writeHead(502).end('bad gateway')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    arena,
    guard: new HandshakeGuard({ arenaUrl: `http://127.0.0.1:${port}` }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Only the clock by which keys are asked for. */
const passTime = (ms: number): void => {
  const now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => now + ms)
}
afterEach(() => {
  vi.restoreAllMocks()
})

test('security: a handshake is let in once at each path; the deploy check is one of no match', async () => {
  const key = createKeyPair()
  const guard = new HandshakeGuard({ publicKey: key.publicKey })
  const handshake = signed(key)
  expect(await guard.check(handshake, '/one')).toBeNull()
  expect(await guard.check(handshake, '/one')).toBe(UNAUTHORIZED)
  // Both bots of a match may be at home here, and be dialled in one millisecond.
  expect(await guard.check(handshake, '/two')).toBeNull()
  expect(await guard.check(signed(key), '/one')).toBeNull()
  const check = signed(key, DEPLOY_CHECK)
  expect([await guard.check(check, '/one'), await guard.check(check, '/one')]).toEqual([null, null])
})

test('the keys that are known stay until there are others', async () => {
  const old = createKeyPair()
  await using served = await arenaOf(old)
  const { arena, guard } = served
  expect(await guard.check(signed(old), '/')).toBeNull()
  arena.isUp = false
  passTime(61_000)
  expect(await guard.check(signed(createKeyPair()), '/')).toBe(UNAUTHORIZED)
  expect(await guard.check(signed(old), '/')).toBeNull()
  arena.isUp = true
  arena.key = createKeyPair()
  passTime(61_000)
  expect(await guard.check(signed(arena.key), '/')).toBeNull()
  expect(await guard.check(signed(old), '/')).toBe(UNAUTHORIZED)
})

test('while the arena changes its key, each of the keys that it publishes is believed', async () => {
  const [old, next] = [createKeyPair(), createKeyPair()]
  await using served = await arenaOf(old)
  const { arena, guard } = served
  arena.others = [next]
  for (const key of [old, next]) expect(await guard.check(signed(key), '/')).toBeNull()
  expect(await guard.check(signed(createKeyPair()), '/')).toBe(UNAUTHORIZED)
})

test('whoever forges handshakes does not make the bot ask for the key all the time', async () => {
  await using served = await arenaOf(createKeyPair())
  const { arena, guard } = served
  const forged = () => guard.check(signed(createKeyPair()), '/')
  arena.isUp = false
  // A request without a handshake needs no key.
  expect(await guard.check({}, '/')).toBe(UNAUTHORIZED)
  expect(arena.asked).toBe(0)
  expect(await Promise.all([forged(), forged(), forged()])).toEqual([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE])
  expect(await forged()).toBe(UNAVAILABLE)
  expect(arena.asked).toBe(1)
  arena.isUp = true
  passTime(1_001)
  expect(await guard.check(signed(arena.key), '/')).toBeNull()
  for (let i = 0; i < 3; i++) expect(await forged()).toBe(UNAUTHORIZED)
  expect(arena.asked).toBe(2)
})
