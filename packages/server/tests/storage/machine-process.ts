/** Contract of which process a machine is: its id lies in a folder, which can be copied. */
import { describe, expect, test, vi } from 'vitest'
import type { MatchOrder } from '../../../host/src/order.ts'
import { LEASE_MS } from '../../src/matches/taking/lease.ts'
import { becomeMachine } from '../../src/matches/taking/machine-process.ts'
import { MachineStore } from '../../src/matches/taking/store.ts'
import { SECOND } from './fixture.ts'
import type { Fixture } from './fixture.ts'
import { hearing, nextPair } from './scheduler/kit.ts'
import { processOf } from './test-machine.ts'

const FIRST = '12 34 system a-number alpha'
const COPY = '56 78 system b-number beta'

export function machineProcessContract(f: Fixture): void {
  const { listener, machine, scheduler } = hearing(f)

  /** `waits` resolves when it has found another process. */
  function become(process: string, hasEnded: (name: string) => boolean = () => false) {
    let info!: () => void
    const waits = new Promise<void>((resolve) => (info = resolve))
    const is = becomeMachine({ store: f.machineStore, machine: { id: 'one', process }, hasEnded, log: { info } })
    // Whoever waits for it hears of it.
    is.catch(() => {})
    return { process, is, waits }
  }
  const holder = async () => (await f.machineStore.holderOf('one'))?.process
  const recordOf = (matchId: string) =>
    f.db.selectFrom('matches').select(['status', 'cause', 'detail']).where('id', '=', matchId).executeTakeFirstOrThrow()

  describe('a machine is one process', () => {
    test('of two that start at once with a new id, one is the machine; the other is refused in words once that reports', async () => {
      const starts = [become(FIRST), become(COPY)]
      const first = await Promise.any(starts.map(({ process, is }) => is.then(() => process)))
      const other = starts.find(({ process }) => process !== first)!
      await other.waits
      f.now += SECOND
      await machine({ machineId: 'one', process: first }).keeper.turn()
      await expect(other.is).rejects.toThrow(/^process \d+ on \w+ is the machine one of this database, and runs: /)
      expect(await holder()).toBe(first)
    })

    test('one that was killed is followed at once where it is certain that it has ended, and else when its lease is over', async () => {
      await machine({ machineId: 'one' }).keeper.turn()
      expect(await become(FIRST, (name) => name === processOf('one')).is).toBe('ended')
      const next = become(COPY)
      await next.waits
      f.now += LEASE_MS
      expect(await next.is).toBe('silent')
      expect(await holder()).toBe(COPY)
    })

    test('one that has stopped is followed at once', async () => {
      await machine({ machineId: 'one', process: FIRST }).keeper.turn()
      await f.machineStore.letGo({ id: 'one', process: FIRST })
      expect(await become(COPY).is).toBe('ended')
      // A report of the former process counts for nothing.
      await f.machineStore.letGo({ id: 'one', process: FIRST })
      expect(await holder()).toBe(COPY)
    })

    test('a row of before there were processes is waited for as long as its machine reports', async () => {
      await machine({ machineId: 'one' }).keeper.turn()
      await f.db.updateTable('machines').set({ process: 'unknown' }).execute()
      const next = become(FIRST)
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
    async function replaced() {
      const brokenOff: string[] = []
      const played: string[] = []
      const broken = { breakOff: (matchId: string) => void brokenOff.push(matchId), playing: () => played }
      const first = machine({ machineId: 'one', play: ({ matchId }) => void played.push(matchId), ...broken })
      await first.keeper.turn()
      await f.newBots(2)
      const web = scheduler({ machineId: 'web', maxMatches: 0 })
      await web.tick()
      await first.keeper.collect()
      f.now += LEASE_MS
      const former = await become(COPY).is
      const copied: string[] = []
      const play = { play: (order: MatchOrder) => void copied.push(order.matchId), playing: () => copied }
      const copy = machine({ machineId: 'one', process: COPY, former, ...play })
      await copy.keeper.open()
      await copy.keeper.turn()
      return { first, copy, web, played, copied, brokenOff }
    }

    test('its matches have ended by what happened, and it breaks them off', async () => {
      const { first, played, brokenOff } = await replaced()
      expect(await recordOf(played[0]!)).toEqual({
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
      const { first, copy, web, played, copied } = await replaced()
      const before = played.length
      await f.newBots(2)
      expect(await nextPair(f, web)).not.toBeNull()
      // It has not reported since it stood still.
      await first.keeper.collect()
      expect(played).toHaveLength(before)
      await copy.keeper.collect()
      expect(copied).toHaveLength(1)
      using _still = vi.spyOn(MachineStore.prototype, 'report').mockImplementationOnce(async () => new Date(f.now))
      await first.keeper.turn()
      await first.keeper.turn()
      expect(await recordOf(copied[0]!)).toMatchObject({ status: 'running' })
      await f.newBots(2)
      expect(await nextPair(f, first.scheduler)).toBeNull()
      expect(listener.logged.filter((line) => line.includes('another process is this machine'))).toHaveLength(1)
    })

    test('it is the machine again when the other is gone, and ends what that left', async () => {
      const { first, copy, web, copied } = await replaced()
      await first.keeper.turn()
      await f.newBots(2)
      await nextPair(f, web)
      await copy.keeper.collect()
      f.now += LEASE_MS
      await first.keeper.turn()
      expect(first.keeper.problem).toBeNull()
      expect(await recordOf(copied[0]!)).toMatchObject({ status: 'aborted', cause: 'machine-silent' })
      await f.newBots(2)
      await first.keeper.turn()
      expect(await nextPair(f, web)).not.toBeNull()
    })
  })
}
