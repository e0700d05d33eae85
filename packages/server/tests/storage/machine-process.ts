/** Contract of which process a machine is: its id lies in a folder, which can be copied. */
import { describe, expect, test, vi } from 'vitest'
import { LEASE_MS } from '../../src/matches/taking/lease.ts'
import { becomeMachine } from '../../src/matches/taking/machine-process.ts'
import { MachineStore } from '../../src/matches/taking/store.ts'
import { SECOND } from './fixture.ts'
import type { Fixture } from './fixture.ts'
import { hearing, nextPair } from './scheduler/kit.ts'
import { processOf } from './test-machine.ts'

const FIRST = '12 34 system a-number alpha'
const COPY = '56 78 system b-number beta'

export function machineProcessContract(fixture: () => Fixture): void {
  const { listener, machine, scheduler } = hearing()

  /** `waits` resolves when it has found another process. */
  function become(f: Fixture, process: string, hasEnded: (name: string) => boolean = () => false) {
    let info!: () => void
    const waits = new Promise<void>((resolve) => (info = resolve))
    const is = becomeMachine({ store: f.machineStore, machine: { id: 'one', process }, hasEnded, log: { info } })
    // Whoever waits for it hears of it.
    is.catch(() => {})
    return { process, is, waits }
  }
  const holder = async (f: Fixture) => (await f.machineStore.holderOf('one'))?.process
  const recordOf = (f: Fixture, matchId: string) =>
    f.db.selectFrom('matches').select(['status', 'cause', 'detail']).where('id', '=', matchId).executeTakeFirstOrThrow()

  describe('a machine is one process', () => {
    test('of two that start at once with a new id, one is the machine; the other is refused in words once that reports', async () => {
      const f = fixture()
      const starts = [become(f, FIRST), become(f, COPY)]
      const first = await Promise.any(starts.map(({ process, is }) => is.then(() => process)))
      const other = starts.find(({ process }) => process !== first)!
      await other.waits
      f.now += SECOND
      await machine(f, { machineId: 'one', process: first }).keeper.turn()
      await expect(other.is).rejects.toThrow(/^process \d+ on \w+ is the machine one of this database, and runs: /)
      expect(await holder(f)).toBe(first)
    })

    test('one that was killed is followed at once where it is certain that it has ended, and else when its lease is over', async () => {
      const f = fixture()
      await machine(f, { machineId: 'one' }).keeper.turn()
      expect(await become(f, FIRST, (name) => name === processOf('one')).is).toBe('ended')
      const next = become(f, COPY)
      await next.waits
      f.now += LEASE_MS
      expect(await next.is).toBe('silent')
      expect(await holder(f)).toBe(COPY)
    })

    test('one that has stopped is followed at once', async () => {
      const f = fixture()
      await machine(f, { machineId: 'one', process: FIRST }).keeper.turn()
      await f.machineStore.letGo({ id: 'one', process: FIRST })
      expect(await become(f, COPY).is).toBe('ended')
      // A report of the former process counts for nothing.
      await f.machineStore.letGo({ id: 'one', process: FIRST })
      expect(await holder(f)).toBe(COPY)
    })

    test('an arena that starts has no room, and renews no lease', async () => {
      const f = fixture()
      await machine(f, { machineId: 'one' }).keeper.turn()
      const { seenAt } = (await f.machineStore.holderOf('one'))!
      f.now += SECOND
      await become(f, FIRST, () => true).is
      const { machines } = await f.machineStore.machines()
      expect(machines).toMatchObject([{ id: 'one', process: FIRST, limit: null, seenAt }])
    })

    test('a row of before there were processes is waited for as long as its machine reports', async () => {
      const f = fixture()
      await machine(f, { machineId: 'one' }).keeper.turn()
      await f.db.updateTable('machines').set({ process: 'unknown' }).execute()
      const next = become(f, FIRST)
      await next.waits
      await f.db
        .updateTable('machines')
        .set({ seen_at: new Date(f.now + SECOND) })
        .execute()
      await expect(next.is).rejects.toThrow('a process of an older version is the machine one')
    })
  })

  describe('a machine that finds another process in its row', () => {
    /** It played a match and stood still, and a copy has started meanwhile. */
    async function replaced(f: Fixture) {
      const brokenOff: string[] = []
      const played: string[] = []
      const first = machine(f, {
        machineId: 'one',
        play: (order) => void played.push(order.matchId),
        playing: () => played,
        breakOff: (matchId) => void brokenOff.push(matchId),
      })
      await first.keeper.turn()
      await f.bot()
      await f.bot()
      const web = scheduler(f, { machineId: 'web', maxMatches: 0 })
      await web.tick()
      await first.keeper.collect()
      f.now += LEASE_MS
      const former = await become(f, COPY).is
      const copied: string[] = []
      const copy = machine(f, {
        machineId: 'one',
        process: COPY,
        former,
        play: (order) => void copied.push(order.matchId),
        playing: () => copied,
      })
      await copy.keeper.open()
      await copy.keeper.turn()
      return { first, copy, web, played, copied, brokenOff }
    }

    test('its matches have ended by what happened, and it breaks them off', async () => {
      const f = fixture()
      const { first, played, brokenOff } = await replaced(f)
      expect(await recordOf(f, played[0]!)).toEqual({
        status: 'aborted',
        cause: 'machine-silent',
        detail: 'The process that ran the match fell silent, and another one has taken its place.',
      })
      expect(first.keeper.problem).toBeNull()
      await first.keeper.turn()
      expect(brokenOff).toEqual(played)
      expect(first.keeper.problem).toBe(
        'Another process is this machine (one) by now, process 56 on beta: its data folder was copied.',
      )
    })

    test('it takes no match of the other, ends none, and seats nobody, also before it has found out', async () => {
      const f = fixture()
      const { first, copy, web, played, copied } = await replaced(f)
      const before = played.length
      await f.bot()
      await f.bot()
      expect(await nextPair(f, web)).not.toBeNull()
      // It has not reported since it stood still.
      await first.keeper.collect()
      expect(played).toHaveLength(before)
      await copy.keeper.collect()
      expect(copied).toHaveLength(1)
      using _still = vi.spyOn(MachineStore.prototype, 'report').mockImplementationOnce(async () => new Date(f.now))
      await first.keeper.turn()
      await first.keeper.turn()
      expect(await recordOf(f, copied[0]!)).toMatchObject({ status: 'running' })
      await f.bot()
      await f.bot()
      expect(await nextPair(f, first.scheduler)).toBeNull()
      expect(listener.logged.filter((line) => line.includes('another process is this machine'))).toHaveLength(1)
    })

    test('it is the machine again when the other is gone, and ends what that left', async () => {
      const f = fixture()
      const { first, copy, web, copied } = await replaced(f)
      await first.keeper.turn()
      await f.bot()
      await f.bot()
      await nextPair(f, web)
      await copy.keeper.collect()
      f.now += LEASE_MS
      await first.keeper.turn()
      expect(first.keeper.problem).toBeNull()
      expect(await recordOf(f, copied[0]!)).toMatchObject({ status: 'aborted', cause: 'machine-silent' })
      await f.bot()
      await f.bot()
      await first.keeper.turn()
      expect(await nextPair(f, web)).not.toBeNull()
    })
  })
}
