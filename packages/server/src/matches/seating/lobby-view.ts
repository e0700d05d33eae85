/**
 * The lobby as the next tick finds it, for those who ask why a bot waits: read from the database, which alone knows it where there are
 * several machines, once a second at most, however many ask.
 */
import type { Mode } from '@arena/protocol'
import { hasBeenMissingTooLong } from '../../bots/seating.ts'
import type { WaitingOf } from '../../bots/standings.ts'
import type { Database } from '../../db/schema.ts'
import { houseOwners } from '../../house-owners.ts'
import { roomOf, withRoom } from '../taking/choose.ts'
import { MachineStore } from '../taking/store.ts'
import { Lobby } from './lobby.ts'
import { MatchmakingStore } from './store.ts'
import { waitingOf } from './waiting.ts'
import type { LobbyState } from './waiting.ts'

const READ_MS = 1_000

export interface LobbyViewOptions {
  readonly db: Database
  readonly mode: Mode
  readonly restMs: number
  readonly tickMs: number
  readonly now: () => number
  /** Milliseconds on a clock that nobody sets. */
  readonly elapsed?: () => number
  readonly matchmaking?: Pick<MatchmakingStore, 'activeBots'>
  readonly machineStore?: Pick<MachineStore, 'machines' | 'ladder'>
}

export class LobbyView {
  readonly #options: Required<LobbyViewOptions>
  #readAt = -Infinity
  #state: Promise<LobbyState> | null = null

  constructor(options: LobbyViewOptions) {
    const { db } = options
    this.#options = {
      elapsed: () => performance.now(),
      matchmaking: new MatchmakingStore(db),
      machineStore: new MachineStore(db),
      ...options,
    }
  }

  /** What each bot waits for in the lobby as it is now. */
  async waiting(): Promise<WaitingOf> {
    const state = await this.read()
    return (bot, now) => waitingOf(bot, state, now)
  }

  read(): Promise<LobbyState> {
    const at = this.#options.elapsed()
    if (this.#state !== null && at - this.#readAt < READ_MS) return this.#state
    this.#readAt = at
    const state = this.#read()
    // The next caller tries again what failed.
    state.catch(() => this.#state === state && (this.#state = null))
    return (this.#state = state)
  }

  async #read(): Promise<LobbyState> {
    const { db, mode, restMs, tickMs, now, matchmaking, machineStore } = this.#options
    const [active, house, { machines, now: moment }, { build }] = await Promise.all([
      matchmaking.activeBots(mode),
      houseOwners({ db }),
      machineStore.machines(),
      machineStore.ladder(mode),
    ])
    const at = now()
    const lobby = new Lobby({
      active: active.filter((bot) => !hasBeenMissingTooLong(bot, at)),
      houseOwners: new Set(house),
      restMs,
      now: at,
    })
    const open = build === null ? [] : withRoom(machines, build, moment)
    const seats = {
      running: machines.reduce((sum, each) => sum + each.running, 0),
      room: open.reduce((sum, machine) => sum + roomOf(machine), 0),
    }
    return { lobby, seats, restMs, tickMs }
  }
}
