/** To which machine a match is assigned. Pure. */
import type { PlayedFrom, RoundTripPair } from '../../db/json-columns.ts'
import { isAlive } from './lease.ts'

export interface PlayingMachine {
  readonly id: string
  /** The build of the arena and its engine; null in a report from before there were builds. */
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

/** Machines that a match may be assigned to. */
export function withRoom(machines: readonly PlayingMachine[], build: LadderBuild, now: number): PlayingMachine[] {
  return machines.filter((machine) => machine.build === build && isAlive(machine.seenAt, now) && roomOf(machine) > 0)
}

/** The round trips of two bots by region, where both are known. */
export type RoundTrips = ReadonlyMap<string, RoundTripPair>

/** Regions that are this close to the fairest one count as equal to it: round trips vary by as much from day to day. */
const AS_FAIR_MS = 2

function gapOf(pair: RoundTripPair | undefined): number {
  return pair === undefined ? Infinity : Math.abs(pair[0] - pair[1])
}

/**
 * Of the machines where the two round trips differ least, the one with the most room; of equal ones the one that runs fewest,
 * then the smaller id. A region without figures comes after those that have them. Null where none has room.
 */
export function chooseMachine(machines: readonly PlayingMachine[], roundTrips: RoundTrips): PlayingMachine | null {
  const gap = ({ region }: PlayingMachine) => gapOf(roundTrips.get(region))
  const fair = Math.min(...machines.map(gap)) + AS_FAIR_MS
  const order = (a: PlayingMachine, b: PlayingMachine) =>
    roomOf(b) - roomOf(a) || a.running - b.running || (a.id < b.id ? -1 : 1)
  return machines.filter((machine) => gap(machine) <= fair).toSorted(order)[0] ?? null
}

/** What a match that is played on the machine keeps. */
export function playedFrom({ region }: PlayingMachine, roundTrips: RoundTrips): PlayedFrom | null {
  const ms = roundTrips.get(region)
  return ms === undefined ? null : { region, ms }
}
