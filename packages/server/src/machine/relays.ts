import { Relays } from '../relay/relays.ts'
import { RelayStore } from '../relay/store.ts'
import type { Common } from './common.ts'
import type { Others } from './others.ts'

/** What a machine has of relays. Its door is open until no host is left. */
export async function openRelays(common: Common, others: Others | null): Promise<Relays> {
  const { config, db, machineId, clock, log, draining, world, lifetimes } = common
  const relays = await Relays.open({
    baseUrl: config.baseUrl,
    store: new RelayStore(db, machineId, clock.now),
    others: others?.machines ?? null,
    openDoor: world.openRelayDoor,
    draining,
    log,
  })
  lifetimes.begun({ name: 'relays', end: () => relays.close() })
  return relays
}
