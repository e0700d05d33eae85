/** What a machine has where it shares the database with others: the way to them, and what it shows and measures for them. */
import type { RelayDoor } from '@arena/host/relay'
import { openKept } from '../archive/kept-files.ts'
import { OtherMachines } from '../internal/machines.ts'
import { InternalSigner } from '../internal/signing.ts'
import { LivePublisher } from '../live/live-publisher.ts'
import { LiveStateStore } from '../live/live-states.ts'
import type { Keeper } from '../matches/taking/keeper.ts'
import { keepMeasured } from '../matches/taking/measuring.ts'
import type { Relays } from '../relay/relays.ts'
import type { Common } from './common.ts'

export interface Others {
  readonly machines: OtherMachines
  readonly liveStates: LiveStateStore
  readonly signer: InternalSigner
}

export function othersOf({ config: { secret }, log, db, clock, machineId, keyRing }: Common): Others {
  const privateKeys = [keyRing.current, ...keyRing.others].map(({ privateKey }) => privateKey)
  const signer = new InternalSigner(secret === null ? privateKeys : [secret])
  return {
    machines: new OtherMachines({ db, ownId: machineId, signer, now: clock.now, log }),
    liveStates: new LiveStateStore(db, machineId),
    signer,
  }
}

/** What the other machines have from this one: replays, metrics and connections to bots. Answers where they reach it; null where they cannot. */
export async function listenToOthers(
  common: Common,
  { signer }: Others,
  relays: Pick<Relays, 'openHere'>,
): Promise<string | null> {
  const { config, world, lifetimes, matchFiles: files, localReplays: replays, clock } = common
  const door = await world.listenToMachines(
    { ...common, signer, files, replays, openKept: (name) => openKept(config.dataDir, name), relays, now: clock.now },
    config.internal,
  )
  lifetimes.begun({ name: 'the door for machines', end: () => door.close() })
  return door.address
}

/** The matches of this machine as they stand, to the others. */
export function showToOthers(
  { live, capacity, lifetimes, log }: Common,
  { liveStates }: Others,
  keeper: Pick<Keeper, 'problem'>,
): void {
  const publisher = new LivePublisher({
    revision: () => live.revision + capacity.revision,
    state: () => ({ matches: live.list(), ...(capacity.notice !== undefined && { notice: capacity.notice }) }),
    // Another process that is this machine shows its own.
    show: async (state) => {
      if (keeper.problem === null) await liveStates.show(state)
    },
    log,
  })
  lifetimes.begun({ name: 'what others are shown', end: () => publisher.stop() })
}

/** How far the bots are from the region of this machine. */
export function measureRoundTrips(common: Common, relay: RelayDoor): void {
  if (common.config.region === '') return
  const measuring = keepMeasured({ ...common, relay }, common.world.resolve)
  common.lifetimes.begun({ name: 'round trips', end: () => measuring.stop() })
}
