/** What a machine has of relays: the connectors that are here, the door for its own programs, and the way to other machines. */
import type { Duplex } from 'node:stream'
import { relayPlace, relayTarget } from '@arena/host/relay'
import type { RelayDoor as WayIn, RelayPlace } from '@arena/host/relay'
import { Connectors } from './connectors.ts'
import type { ConnectorsParts } from './connectors.ts'
import type { Reach, RelayDoor } from './door.ts'

/** What others have of a machine's connectors. */
interface OtherMachines {
  /** A stream to the bot of a relay whose connector is there; null where it is not. */
  connect(machineId: string, path: string): Promise<Duplex | null>
}

type Door = Pick<RelayDoor, 'port' | 'token'> & { close(): Promise<unknown> }

export interface RelaysParts extends ConnectorsParts {
  readonly baseUrl: string | null
  /** Null where this machine is the arena. */
  readonly others: OtherMachines | null
  readonly openDoor: (reach: Reach) => Promise<Door>
}

const NO_CONNECTOR = 'no connector is connected'

export function pathOfRelay(relayId: string): string {
  return `/relay/${relayId}`
}

export class Relays {
  readonly connectors: Connectors
  readonly place: RelayPlace
  readonly #parts: RelaysParts
  #door: Door | null = null

  private constructor(parts: RelaysParts) {
    this.#parts = parts
    this.place = relayPlace(parts.baseUrl)
    this.connectors = new Connectors(parts)
  }

  static async open(parts: RelaysParts): Promise<Relays> {
    const relays = new Relays(parts)
    await parts.store.begin()
    relays.#door = await parts.openDoor((relayId) => relays.#reach(relayId))
    return relays
  }

  /** How the programs of this machine reach bots behind connectors. */
  get door(): WayIn {
    const { port, token } = this.#door!
    return { ...this.place, port, token }
  }

  async close(): Promise<void> {
    await this.#door!.close()
  }

  /** The same on this machine alone: null where no connector is here. */
  openHere(relayId: string): Duplex | string | null {
    return this.connectors.open(relayId)
  }

  /** What a URL is refused for as the URL of a bot of an account, in words; null where nothing is wrong. */
  async whyNot(ownerId: string, url: URL): Promise<string | null> {
    const target = relayTarget(url, this.place)
    if (target === null) return null
    const isOwn = target !== 'unknown' && (await this.#parts.store.isOf(ownerId, target.id))
    return isOwn ? null : 'is this arena’s own, and no relay of your account'
  }

  async #reach(relayId: string): Promise<Duplex | string> {
    const here = this.openHere(relayId)
    if (here !== null) return here
    const { store, others } = this.#parts
    const machineId = others === null ? null : await store.machineOf(relayId)
    if (machineId === null) return NO_CONNECTOR
    return (await others!.connect(machineId, pathOfRelay(relayId))) ?? NO_CONNECTOR
  }
}
