/** A machine that was killed while it played, and whose next start fails: a supervisor tries it again every few seconds. */
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StartError } from '../../src/start-error.ts'
import { createPostgres, databaseUrl } from '../storage/postgres.ts'
import type { TestPostgres } from '../storage/postgres.ts'
import { seatMatch } from '../stored-match.ts'
import { createTestArena } from './kit.ts'
import type { TestArena } from './kit.ts'

const LIMIT = 3

describe.skipIf(databaseUrl === undefined)('a machine that was killed, and fails to start again', () => {
  let postgres: TestPostgres
  let taken: Server
  let other: TestArena
  let killed: TestArena
  const env = (role: string) => ({ DATABASE_URL: postgres.url, ARENA_ROLE: role, ARENA_MAX_MATCHES: String(LIMIT) })

  beforeAll(async () => {
    postgres = await createPostgres()
    taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    other = await createTestArena({ env: env('web') })
    killed = await createTestArena({ env: env('all'), partner: other })
    await killed.machine.close()
  })
  afterAll(async () => {
    for (const arena of [killed, other]) await arena[Symbol.asyncDispose]()
    taken.close()
    await postgres.drop()
  })

  /** A match that it has taken, and what is on record of it after a start that fails. */
  async function afterStart(address: object) {
    const { machineId } = killed.parts
    const { db } = other.parts
    const { matchId } = await seatMatch({ ...other.parts, machineId })
    const reported = { match_limit: LIMIT, seen_at: new Date(Date.now() - 1_000) }
    await db.updateTable('machines').set(reported).where('id', '=', machineId).execute()
    const again = createTestArena({ env: { ...env('all'), ...address }, dataDir: killed.dataDir })
    await expect(again).rejects.toThrow(StartError)
    const row = db.selectFrom('machines').select(['match_limit', 'seen_at']).where('id', '=', machineId)
    const { match_limit: limit, seen_at: seenAt } = await row.executeTakeFirstOrThrow()
    return { limit, isSilent: +seenAt === +reported.seen_at, status: (await other.match(matchId)).status }
  }

  test('has no room, and does not renew the lease on what it had taken', async () => {
    const { port } = taken.address() as AddressInfo
    const after = await afterStart({ ARENA_INTERNAL: `127.0.0.1:${port}` })
    expect(after).toEqual({ limit: null, isSilent: true, status: 'running' })
  })

  test('has no room, and has ended what it had taken once it is alive on record', async () => {
    const { port } = taken.address() as AddressInfo
    expect(await afterStart({ PORT: String(port), ARENA_INTERNAL: '127.0.0.1:0' })).toEqual({
      limit: null,
      isSilent: false,
      status: 'aborted',
    })
  })
})
