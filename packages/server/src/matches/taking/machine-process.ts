/**
 * Which process a machine is. Its id lies in its data folder, and a folder can be copied: so the row of the machine names one process,
 * which renews that with each report, and another one that has the same id waits for its end, or does not start.
 */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import * as system from '@arena/host/system'
import { StartError } from '../../start-error.ts'
import { goneFrom } from './lease.ts'
import type { Gone, RowHolder } from './lease.ts'
import type { MachineProcess, MachineStore } from './store.ts'

const LOOK_MS = 250

/** This process as a machine. */
export interface MachineIdentity extends MachineProcess {
  /** What became of the process that was this machine before. */
  readonly former: Gone
  /** Whether it is certain that a process has ended. */
  readonly hasEnded: (name: string) => boolean
}

/** A new name of this process: where it can be looked for, what nobody else has, and where an operator finds it. */
export function nameProcess(): string {
  return `${system.markText(system.markOf(process.pid))} ${randomUUID()} ${hostname()}`
}

/**
 * Tells of a process whether it has certainly ended. On a server that can be said of processes of this system only. Who has the embedded
 * database open has the lock of its folder: nobody else can be its machine.
 */
export function endedOn(databaseUrl: string | null): (name: string) => boolean {
  return databaseUrl === null ? () => true : hasEnded
}

function hasEnded(name: string): boolean {
  return system.hasEnded(system.parseMark(name))
}

/** For an operator. */
export function placeOf(name: string | null): string {
  const [pid, , , , host] = (name ?? '').split(' ')
  return host === undefined ? 'a process of an older version' : `process ${pid} on ${host}`
}

export interface ClaimOptions {
  readonly store: MachineStore
  readonly machine: MachineProcess
  /** Whether it is certain that a process has ended. */
  readonly hasEnded?: (name: string) => boolean
  readonly log: { info(fields: object, message: string): void }
}

/** Makes the process its machine, where no other one may be that. Answers what became of the former one, null where that may live. */
export async function tryToBe({
  store,
  machine,
  hasEnded: ended = hasEnded,
}: Omit<ClaimOptions, 'log'>): Promise<Gone | null> {
  const holder = await store.holderOf(machine.id)
  if (holder === null) return (await store.enter(machine)) ? 'ended' : null
  const gone = goneFrom(holder, holder.now, ended)
  return gone !== null && (await store.succeed(machine, holder, gone)) ? gone : null
}

/**
 * The same at the start of an arena: it waits until the former process has been silent for as long as a lease, and throws where that
 * reports again, or another one has come first.
 */
export async function becomeMachine({ log, ...options }: ClaimOptions): Promise<Gone> {
  const { store, machine } = options
  let first: RowHolder | null = null
  for (;;) {
    const gone = await tryToBe(options)
    if (gone !== null) return gone
    const holder = await store.holderOf(machine.id)
    if (holder === null) continue
    if (first === null) {
      const fields = { machine: machine.id, holder: placeOf(holder.process) }
      log.info(fields, 'another process was this machine a moment ago: waiting until it reports or counts as dead')
    }
    first ??= holder
    if (holder.process !== first.process || holder.seenAt !== first.seenAt) throw secondProcess(machine.id, holder)
    await sleep(LOOK_MS)
  }
}

function secondProcess(machineId: string, { process: name }: RowHolder): StartError {
  return new StartError(
    `${placeOf(name)} is the machine ${machineId} of this database, and runs: its data folder was copied to this one, or both use the ` +
      'same. Stop that arena first, or give this one a data folder of its own (ARENA_DATA_DIR): an empty one gets an identity of its ' +
      'own. docs/operating.md says what may be copied to another machine (The data folder).',
  )
}
