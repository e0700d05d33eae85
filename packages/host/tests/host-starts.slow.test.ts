/**
 * Hosts that cannot be started, and an arena that stands still. One test after the other: what they do to this process would
 * reach the others.
 */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Rehearsal, stopFor } from './rehearsal.ts'

describe('a process that is stopped and continued', () => {
  test('an arena that stood still gives up no host that is well', async () => {
    await using rehearsal = await Rehearsal.watched({ silentMs: 3_000 }, 1)
    const [pid] = rehearsal.pool.pids
    const seen = rehearsal.loads.length
    await stopFor(process.pid, 4)
    await rehearsal.until(() => rehearsal.loads.length > seen + 2)
    expect([rehearsal.deaths, rehearsal.pool.pids]).toEqual([[], [pid]])
  })
})

describe('a host that cannot be started', () => {
  const { execPath, env } = process
  afterEach(() => {
    process.execPath = execPath
    delete env['ARENA_TOO_LONG']
  })

  /** As the system reports it later, and as it is thrown at once. */
  test.each([
    ['ENOENT', () => void (process.execPath = '/no/such/node')],
    ['E2BIG', () => void (env['ARENA_TOO_LONG'] = 'x'.repeat(200_000))],
  ])('keeps nobody waiting, is tried again later and later, and plays once it is up (%s)', async (code, spoil) => {
    spoil()
    // Waits for the hosts to be ready.
    await using rehearsal = await Rehearsal.open(1, 'ends=-100')
    expect(rehearsal.pool.isUp).toBe(false)
    await expect(rehearsal.play()).rejects.toThrow('No host is up')
    await rehearsal.until(() => rehearsal.failedStarts.length === 2)
    expect(rehearsal.failedStarts).toEqual([
      expect.stringMatching(new RegExp(`^0 spawn.* ${code} 1 s$`)),
      expect.stringMatching(new RegExp(`^0 spawn.* ${code} 2 s$`)),
    ])
    process.execPath = execPath
    delete env['ARENA_TOO_LONG']
    await vi.waitFor(() => expect(rehearsal.pool.isUp).toBe(true), { timeout: 20_000 })
    expect(await rehearsal.result(await rehearsal.play())).toMatchObject({ status: 'completed' })
    expect(rehearsal.deaths).toEqual([])
  })

  test('does not keep the arena from stopping', async () => {
    process.execPath = '/no/such/node'
    const rehearsal = await Rehearsal.open(2)
    await rehearsal[Symbol.asyncDispose]()
    const told = rehearsal.failedStarts.length
    await new Promise((resolve) => setTimeout(resolve, 1200))
    expect(rehearsal.failedStarts).toHaveLength(told)
  })
})
