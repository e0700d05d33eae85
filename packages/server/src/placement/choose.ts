/** On which machine a match is placed. Pure. */
import { isAlive } from './lease.ts'

export interface PlayingMachine {
  readonly id: string
  /** Of the arena and its engine; null in a report from before there were builds. */
  readonly build: string | null
  readonly region: string
  /** Matches that it takes at once at the moment; null where it takes none that others seat. */
  readonly limit: number | null
  /** Matches that run on it, on record. */
  readonly running: number
  /** When it last reported, by the database's clock, as `now`. */
  readonly seenAt: number
}

/** The build that matches of a mode are played with. */
export type LadderBuild = string

export function roomOf({ limit, running }: PlayingMachine): number {
  return Math.max(0, (limit ?? 0) - running)
}

/** Machines that a match may be placed on. */
export function withRoom(machines: readonly PlayingMachine[], build: LadderBuild, now: number): PlayingMachine[] {
  return machines.filter((machine) => machine.build === build && isAlive(machine.seenAt, now) && roomOf(machine) > 0)
}

/** The one with the most room; of equal ones the one that runs fewest, then the smaller id. Null where none has room. */
export function chooseMachine(machines: readonly PlayingMachine[]): PlayingMachine | null {
  const order = (a: PlayingMachine, b: PlayingMachine) =>
    roomOf(b) - roomOf(a) || a.running - b.running || (a.id < b.id ? -1 : 1)
  return machines.toSorted(order)[0] ?? null
}
