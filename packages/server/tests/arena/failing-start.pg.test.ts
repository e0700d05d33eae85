/** A machine that was killed while it played, and whose next start fails: a supervisor tries it again every few seconds. */
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StartError } from '../../src/start-error.ts'
import { seatMatch } from '../stored-match.ts'
import type { TestArena } from './kit.ts'
import { describeOnPostgres, Machines } from './machines.ts'

const LIMIT = 3

describeOnPostgres('a machine that was killed, and fails to start again', () => {
  const machines = new Machines({ ARENA_MAX_MATCHES: String(LIMIT) })
  let taken: Server
  let other: TestArena
  let killed: TestArena

  beforeAll(async () => {
    taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    other = await machines.open('web')
    killed = await machines.open('all')
    await killed.machine.close()
  })
  afterAll(() => void taken.close())

  /** A match that it has taken, and what is on record of it after a start that fails. */
  async function afterStart(address: object) {
    const { machineId } = killed.parts
    const { db } = other.parts
    const { matchId } = await seatMatch({ ...other.parts, machineId })
    const reported = { match_limit: LIMIT, seen_at: new Date(Date.now() - 1_000) }
    await db.updateTable('machines').set(reported).where('id', '=', machineId).execute()
    const again = machines.start('all', { env: { ...address }, dataDir: killed.dataDir })
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
