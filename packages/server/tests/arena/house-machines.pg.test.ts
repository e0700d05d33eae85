/** House bots where several machines are one arena: they are of the machine that has them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { houseOwners } from '../../src/house-owners.ts'
import { createPostgres, databaseUrl } from '../storage/postgres.ts'
import type { TestPostgres } from '../storage/postgres.ts'
import { createTestArena } from './kit.ts'
import type { TestArena } from './kit.ts'

describe.skipIf(databaseUrl === undefined)('the house bots of one machine', () => {
  let postgres: TestPostgres
  let home: TestArena
  const env = (role: string, houseBots: string) => ({
    DATABASE_URL: postgres.url,
    ARENA_ROLE: role,
    ARENA_HOUSE_BOTS: houseBots,
  })

  beforeAll(async () => {
    postgres = await createPostgres()
    home = await createTestArena({ env: env('all', '2') })
  })
  afterAll(async () => {
    await home[Symbol.asyncDispose]()
    await postgres.drop()
  })

  test.each(['web', 'all'])(
    'play on, and their keys hold, when a machine of the role %s starts without any',
    async (role) => {
      const context = home.parts
      const { ownerIds } = home.machine.parts.house!
      const states = async () => {
        const bots = await Promise.all(ownerIds.map((id) => context.bots.list(id)))
        const keys = await Promise.all(ownerIds.map((id) => context.keys.list(id)))
        return { bots: bots.flat().map(({ status }) => status), keys: keys.flat().map(({ revokedAt }) => revokedAt) }
      }
      await expect.poll(states, { timeout: 30_000 }).toEqual({ bots: ['active', 'active'], keys: [null, null] })
      await using other = await createTestArena({ env: env(role, '0'), partner: home })
      expect(await states()).toEqual({ bots: ['active', 'active'], keys: [null, null] })
      // Its scheduler knows whose they are.
      expect((await houseOwners(other.parts)).toSorted()).toEqual([...ownerIds].toSorted())
    },
  )
})
