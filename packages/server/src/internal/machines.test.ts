/** What a machine does about another one that does not answer. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmptyDatabase } from '../../tests/data-folder.ts'
import { DATABASE_TIME } from '../db/clock.ts'
import type { Database } from '../db/schema.ts'
import { OtherMachines } from './machines.ts'
import { InternalSigner } from './signing.ts'

let db: Database
beforeAll(async () => {
  db = await openEmptyDatabase()
})
afterAll(() => db.destroy())

test('another machine that does not answer is in the log with its address: once, until it has answered', async () => {
  const server = createServer((_request, response) => response.writeHead(404).end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}`
  await db
    .insertInto('machines')
    .values({ id: 'arena_other', max_matches: 4, seen_at: DATABASE_TIME(), public_key: null, address })
    .execute()
  const logged: unknown[][] = []
  const log = { warn: (fields: object, message: string) => void logged.push([fields, message]) }
  const machines = new OtherMachines({ db, ownId: 'arena_own', signer: new InternalSigner(['s']), now: Date.now, log })
  const ask = () => machines.ask('arena_other', '/metrics')

  expect(await ask()).toBeNull()
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
  for (let i = 0; i < 3; i++) await expect(ask()).rejects.toThrow()
  expect(logged).toEqual([
    [expect.objectContaining({ machine: 'arena_other', address }), 'another machine does not answer at its address'],
  ])

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  expect(await ask()).toBeNull()
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
  await expect(ask()).rejects.toThrow()
  expect(logged).toHaveLength(2)
})
