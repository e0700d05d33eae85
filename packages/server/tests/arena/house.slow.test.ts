/** The house bots of an arena: registered, paused, started and started again. */
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Machine } from '../../src/machine/open.ts'
import { layDatabase } from '../data-folder.ts'
import { sharedFolder } from '../begun-once.ts'
import { startIdle } from './idle.ts'

/** Every expected event happens well within this time. Its duration is not tested. */
const PATIENCE = { timeout: 60_000, interval: 100 }

const folder = sharedFolder('arena-house-')
beforeAll(async () => {
  for (const name of ['house', 'late']) await layDatabase(join(folder, name))
})

describe('house bots', { timeout: 120_000 }, () => {
  const botsOf = async ({ common }: Machine) => {
    const rows = await common.db.selectFrom('bots').selectAll().orderBy('name').execute()
    return rows.map(({ id, owner_id, name, url, status }) => ({ id, owner: owner_id, name, url, status }))
  }

  test(
    'belong to two accounts, stay registered across restarts, are paused when they are not wanted, ' +
      'and come back when their process dies',
    async () => {
      const house = { ARENA_DATA_DIR: join(folder, 'house') }
      const first = await startIdle({ ...house, ARENA_HOUSE_BOTS: '4' })
      await vi.waitFor(async () => expect(await botsOf(first)).toHaveLength(4), PATIENCE)
      const registered = await botsOf(first)
      await first.close()
      expect(new Set(registered.map(({ owner }) => owner)).size).toBe(2)
      expect(registered.map(({ status }) => status)).toEqual(['active', 'active', 'active', 'active'])

      const none = await startIdle({ ...house, ARENA_HOUSE_BOTS: '0' })
      expect(await botsOf(none)).toEqual(registered.map((bot) => ({ ...bot, status: 'paused' })))
      await none.close()

      await using fewer = await startIdle({ ...house, ARENA_HOUSE_BOTS: '2' })
      const active = async () => (await botsOf(fewer)).filter(({ status }) => status === 'active')
      await vi.waitFor(async () => expect(await active()).toHaveLength(2), PATIENCE)
      const wanted = new Map((await active()).map((bot) => [bot.id, bot]))
      expect(await botsOf(fewer)).toEqual(registered.map((bot) => wanted.get(bot.id) ?? { ...bot, status: 'paused' }))

      const ping = async () => (await fetch(`${(await active())[0]!.url}/ping`)).text()
      await vi.waitFor(async () => expect(await ping()).toBe('pong'), PATIENCE)
      const { pid } = fewer.parts.house!
      process.kill(pid!, 'SIGKILL')
      await vi.waitFor(() => expect(fewer.parts.house!.pid).not.toBe(pid), PATIENCE)
      await vi.waitFor(async () => expect(await ping()).toBe('pong'), PATIENCE)
      await vi.waitFor(async () => expect(await active()).toHaveLength(2), PATIENCE)
      expect(await botsOf(fewer)).toHaveLength(4)
    },
  )
})
