/**
 * Who may meet on a tick. Among bots of accounts the rules of the interface hold as they stand (seating.ts, pairing.ts). The arena's
 * own bots are there to be played against, and give way (docs/adr/0009-house-bots.md):
 *
 * - While another bot is free, they do not meet each other.
 * - Two bots that meet end together, rest together and are free together, and would meet again for ever. So a house bot rests
 *   for longer than others, by a share that is drawn, and whoever comes back finds others free.
 * - Before it meets another of the house it rests the longer, the more there are: however many they are, they play about one
 *   match of their own at a time, and most of them are free.
 * - They leave half of the seats to others, and one for each bot that may soon be free. Those that are nearest in rating to a bot
 *   of others stay free for it.
 *
 * Pure: the clock is passed in, moments are unix milliseconds. What is drawn follows from the bot and the end of its last match.
 */
import { Random } from '@arena/sdk'
import { findClosestPairs, housesApart } from './pairing.ts'
import type { Candidate, ClosestPairs } from './pairing.ts'
import { isCandidate, seatableFrom } from '../../bots/seating.ts'
import type { ActiveBot } from '../../bots/seating.ts'

/** The rest of a house bot in rests of the mode, at least and at most. */
const RESTS = [1, 4] as const
/** And before it meets another of the house, for each house bot that there is. */
const RESTS_FROM_HOUSE = [0.4, 1.2] as const
/** House bots that stay free for each bot of others. */
const KEPT = 2

export interface LobbyOptions {
  /** Active bots, those that play included. */
  readonly active: readonly ActiveBot[]
  /** The accounts of the house bots. */
  readonly houseOwners: ReadonlySet<string>
  /** The mode's rest between matches. */
  readonly restMs: number
  readonly now: number
}

/** Matches on the machines that one more may be assigned to: those that run, and those that may be begun. */
export interface Seats {
  readonly running: number
  readonly room: number
}

export class Lobby {
  readonly #options: LobbyOptions
  /** All active bots, those that play included. */
  readonly active: readonly ActiveBot[]
  /** The bots of others than the house, and those of the house. */
  readonly #others: readonly ActiveBot[]
  readonly #house: readonly ActiveBot[]
  /** Bots that may meet another now. */
  readonly free: readonly ActiveBot[]

  constructor(options: LobbyOptions) {
    const { active, houseOwners, now } = options
    this.#options = options
    this.active = active
    this.#others = active.filter(({ ownerId }) => !houseOwners.has(ownerId))
    this.#house = active.filter(({ ownerId }) => houseOwners.has(ownerId))
    this.free = active.filter((bot) => isCandidate(bot, this.restOf(bot), now))
  }

  /** How long the bot rests after its last match, in milliseconds. */
  restOf({ id, ownerId, lastMatchEndedAt }: ActiveBot): number {
    const { houseOwners, restMs } = this.#options
    return houseOwners.has(ownerId) ? houseRestOf(id, lastMatchEndedAt, restMs) : restMs
  }

  /** From when on a bot that does not play may meet another. */
  freeFrom(bot: ActiveBot): number {
    return seatableFrom(bot, this.restOf(bot), this.#options.now)
  }

  /** The pairs of which one is seated; null where nobody meets. */
  pairs(seats: Seats): ClosestPairs | null {
    const areAlone = this.free.every((bot) => this.#house.includes(bot))
    if (!areAlone) return findClosestPairs(housesApart(this.free.map(asCandidate), this.#options.houseOwners))
    return this.#mayHouseMeet(seats) ? findClosestPairs(this.#freeAmongThemselves().map(asCandidate)) : null
  }

  #mayHouseMeet({ running, room }: Seats): boolean {
    const { restMs, now } = this.#options
    const half = Math.max(1, Math.floor((running + room) / 2))
    const soon = this.#others.filter((bot) => !bot.isPlaying && this.freeFrom(bot) <= now + restMs)
    return running < half && room > soon.length
  }

  #freeAmongThemselves(): readonly ActiveBot[] {
    const { restMs, now } = this.#options
    const kept = new Set(this.#others.flatMap((bot) => nearestOf(this.#house, bot).slice(0, KEPT)))
    const rest = (bot: ActiveBot) =>
      restMs * this.#house.length * drawnFrom(RESTS_FROM_HOUSE, `house ${bot.id} ${bot.lastMatchEndedAt}`)
    return this.free.filter((bot) => this.#house.includes(bot) && !kept.has(bot) && isCandidate(bot, rest(bot), now))
  }
}

/** How long a house bot rests after a match that ended then. */
function houseRestOf(id: string, lastMatchEndedAt: number | null, restMs: number): number {
  return restMs * drawnFrom(RESTS, `${id} ${lastMatchEndedAt}`)
}

/** The bots nearest in rating first. */
function nearestOf(bots: readonly ActiveBot[], { rating }: ActiveBot): readonly ActiveBot[] {
  return bots.toSorted((a, b) => Math.abs(a.rating - rating) - Math.abs(b.rating - rating))
}

function drawnFrom([least, most]: readonly [number, number], seed: string): number {
  return least + new Random(seed).next() * (most - least)
}

function asCandidate(bot: ActiveBot): Candidate {
  return { ...bot, restingSince: bot.lastMatchEndedAt ?? bot.activeSince }
}
