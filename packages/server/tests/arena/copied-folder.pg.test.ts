/** A data folder that was copied to a second machine of the same database. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StartError } from '../../src/start-error.ts'
import { stillEngine } from './kit.ts'
import type { TestArena } from './kit.ts'
import { describeOnPostgres, Machines } from './machines.ts'

describeOnPostgres('an arena on a copy of the data folder of another one', () => {
  const machines = new Machines({ ARENA_ENGINE: stillEngine('ends=-84'), ARENA_REST_MS: '0' })
  let first: TestArena
  let copy: string

  const start = (dataDir: string) => machines.start('all', { dataDir })
  const causes = () => first.log.lines.flatMap(({ msg, cause }) => (msg === 'match ended' ? [cause] : []))

  beforeAll(async () => {
    first = await machines.open('all')
    for (let i = 0; i < 2; i++) await first.player()
    await first.haveEnded(1)
    copy = join(await mkdtemp(join(tmpdir(), 'arena-copy-')), 'data')
    await cp(first.dataDir, copy, { recursive: true, filter: (path) => !path.includes('admin') })
  })
  afterAll(() => rm(join(copy, '..'), { recursive: true }))

  test('is refused in words, and costs the other one no match and no host', async () => {
    await expect(start(copy)).rejects.toThrow(
      `The data folder ${copy} is a copy of one that process ${process.pid} has in use`,
    )
    await rm(join(copy, 'arena.lock'))
    const again = start(copy)
    await expect(again).rejects.toThrow(StartError)
    await expect(again).rejects.toThrow(`is the machine ${first.parts.machineId} of this database, and runs`)
    const before = causes().length
    await first.haveEnded(before + 2)
    expect(new Set(causes())).toEqual(new Set(['time']))
    expect(await first.get('/ready')).toMatchObject({ status: 'ready' })
  })

  test('starts at once when the other has stopped, which is then refused in its turn', async () => {
    await first.machine.close()
    const second = await start(copy)
    expect(second.log.lines.map(({ msg }) => msg).filter((msg) => msg.includes('waiting'))).toEqual([])
    await expect(start(first.dataDir)).rejects.toThrow('is the machine')
    await second.machine.close()
  })
})
