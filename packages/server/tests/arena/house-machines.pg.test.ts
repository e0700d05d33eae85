/** House bots where several machines are one arena: they are of the machine that has them. */
import { beforeAll, expect, test } from 'vitest'
import { houseOwners } from '../../src/house-owners.ts'
import type { TestArena } from './kit.ts'
import { describeOnPostgres, Machines } from './machines.ts'

describeOnPostgres('the house bots of one machine', () => {
  const machines = new Machines()
  let home: TestArena

  beforeAll(async () => {
    home = await machines.open('all', { env: { ARENA_HOUSE_BOTS: '2' } })
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
      await using other = await machines.start(role)
      expect(await states()).toEqual({ bots: ['active', 'active'], keys: [null, null] })
      // Its scheduler knows whose they are.
      expect((await houseOwners(other.parts)).toSorted()).toEqual([...ownerIds].toSorted())
    },
  )
})
