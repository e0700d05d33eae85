/** At which point of a match a machine fails, and how. Each fault leaves the machine as an operator's supervisor would: up. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Seat } from '../../arena/spec-bot.ts'
import type { Chance } from '../chance.ts'
import { send } from '../program.ts'
import type { ClusterMachine } from './cluster.ts'

/** The state of a match at one moment. */
interface Progress {
  readonly isTaken: boolean
  readonly isOver: boolean
  readonly seats: readonly Seat[]
}

export interface Point {
  readonly name: string
  readonly isReached: (progress: Progress) => boolean
}

/** The first message, a frame each, and what ends the game: as many as a bot is sent in all. */
const MESSAGES = 606

const sent =
  (count: number) =>
  ({ seats }: Progress) =>
    seats.some(({ messages }) => messages.length >= count)

/** In the order in which a match comes to them. */
export const POINTS: readonly Point[] = [
  { name: 'is placed', isReached: () => true },
  { name: 'is taken', isReached: ({ isTaken }) => isTaken },
  { name: 'has one bot connected', isReached: ({ seats }) => seats.length >= 1 },
  { name: 'asks its bots to pick', isReached: ({ seats }) => seats.some(({ texts }) => texts.length > 0) },
  { name: 'has begun', isReached: sent(1) },
  { name: 'has played a second', isReached: sent(60) },
  { name: 'is in its middle', isReached: sent(MESSAGES / 2) },
  { name: 'is in its last second', isReached: sent(MESSAGES - 60) },
  {
    name: 'has sent its end',
    isReached: ({ seats }) => seats.some(({ socket }) => socket.readyState !== socket.OPEN),
  },
  { name: 'is over on record', isReached: ({ isOver }) => isOver },
]

export interface MachineFault {
  readonly name: string
  /** Resolves when the machine can go on, and is up. */
  readonly inject: (machine: ClusterMachine, chance: Chance) => Promise<void>
}

/** Longer than a lease and a tick together, which makes it dead for the others. */
const STOPPED_MS = 30_000

async function startAgain({ program }: ClusterMachine, chance: Chance): Promise<void> {
  await sleep(
    chance.between(0, 1, 'soon') === 0 ? chance.between(0, 2_000, 'pause') : chance.between(13_000, 25_000, 'pause'),
  )
  await program.start()
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) send(pid, signal)
}

export const MACHINE_FAULTS: readonly MachineFault[] = [
  {
    name: 'it is killed with its hosts and started again',
    async inject(machine, chance) {
      await machine.program.killAll()
      await startAgain(machine, chance)
    },
  },
  {
    name: 'its arena process is killed and started again',
    async inject(machine, chance) {
      await machine.program.kill()
      await startAgain(machine, chance)
    },
  },
  {
    name: 'it is stopped for 30 s and continues',
    async inject({ program }) {
      const pids = program.processes()
      signalAll(pids, 'SIGSTOP')
      await sleep(STOPPED_MS)
      signalAll(pids, 'SIGCONT')
    },
  },
  {
    name: 'its arena process is stopped for 30 s and continues',
    async inject({ program }) {
      send(program.pid, 'SIGSTOP')
      await sleep(STOPPED_MS)
      send(program.pid, 'SIGCONT')
    },
  },
  {
    name: 'an arena on a copy of its data folder is refused',
    async inject({ program, id }) {
      const copy = program.onCopy()
      const refused = await copy.start().then(
        () => 'it has started',
        (error: Error) => error.message,
      )
      await copy.killAll()
      copy.remove()
      if (!refused.includes(`is the machine ${id} of this database`)) throw new Error(`The copy: ${refused}`)
    },
  },
  {
    name: 'its database connections are reset',
    async inject({ proxy }, chance) {
      for (let left = chance.between(1, 5, 'times'); left > 0; left--) {
        proxy.reset()
        await sleep(chance.between(0, 500, `pause ${left}`))
      }
    },
  },
  {
    name: 'its database refuses connections for a while',
    async inject({ proxy }, chance) {
      const restart = await proxy.stop()
      await sleep(chance.between(1_000, 30_000, 'ms'))
      await restart()
    },
  },
  {
    name: 'its database falls silent for a while, then its connections end',
    async inject({ proxy }, chance) {
      const resume = proxy.silence()
      await sleep(chance.between(1_000, 30_000, 'ms'))
      proxy.reset()
      resume()
    },
  },
]
