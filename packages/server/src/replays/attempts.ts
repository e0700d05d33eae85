/**
 * Work on many replays, any of which may fail by itself: its file cannot be read, its object cannot be deleted. The others have their
 * turn, and what has failed comes last in later rounds. Several failures in a row are not of single replays: the disk, the bucket or
 * the database is away, and the round ends. As what has failed comes last, nothing waits behind it for ever then either.
 */

const IN_A_ROW = 3
/** Failures are quick where they take less than this, one after another. A bucket that stays silent takes ten seconds for each. */
const QUICK_MS = 5_000
/** `mostInARow` of rounds that are an hour apart: with three, a hundred locked objects would delay the others by more than a day. */
export const PATIENT = 100
/** Ids that are looked up at a time. */
const BATCH = 100

export interface Failure {
  readonly matchId: string
  readonly error: unknown
  /** It has not failed since it was last done. */
  readonly isNew: boolean
}

/** What a round has left to do: at most as many, and none of these. */
export type Find = (limit: number, except: readonly string[]) => Promise<readonly string[]>

type Work = (matchId: string) => Promise<unknown>

export class Attempts {
  /** Items that failed when they were last tried, the one that was tried longest ago first. */
  readonly #failed = new Set<string>()
  readonly #tell: (failure: Failure) => void
  readonly #mostInARow: number

  /** `tell` hears of each that fails, once until it is done. */
  constructor(tell: (failure: Failure) => void = () => {}, mostInARow = IN_A_ROW) {
    this.#tell = tell
    this.#mostInARow = mostInARow
  }

  /** A round through all that there is to do. */
  async each(matchIds: readonly string[], work: Work, stopping?: AbortSignal): Promise<readonly Failure[]> {
    const round = new Round(this.#mostInARow)
    const there = new Set(matchIds)
    for (const matchId of this.#failed) if (!there.has(matchId)) this.#failed.delete(matchId)
    await this.#try(round, matchIds, work, stopping)
    return round.failures
  }

  /** A round through what a query finds, until that is nothing more. */
  async eachFound(find: Find, work: Work, stopping?: AbortSignal): Promise<readonly Failure[]> {
    const round = new Round(this.#mostInARow)
    const before = [...this.#failed]
    for (const last of [before, []]) {
      while (!round.isOver) {
        const except = [...last, ...round.failures.map(({ matchId }) => matchId)]
        const found = await find(Math.max(BATCH, before.length), except)
        if (found.length === 0 || stopping?.aborted === true) break
        await this.#try(round, found, work, stopping)
      }
    }
    return round.failures
  }

  async #try(round: Round, matchIds: readonly string[], work: Work, stopping?: AbortSignal): Promise<void> {
    for (const matchId of this.#inOrder(matchIds)) {
      if (round.isOver || stopping?.aborted === true) return
      try {
        await work(matchId)
        this.#failed.delete(matchId)
        round.goesOn()
      } catch (error) {
        const failure = { matchId, error, isNew: !this.#failed.delete(matchId) }
        this.#failed.add(matchId)
        round.fails(failure)
        if (failure.isNew) this.#tell(failure)
      }
    }
  }

  #inOrder(matchIds: readonly string[]): string[] {
    const order = new Map([...this.#failed].map((matchId, index) => [matchId, index]))
    const placeOf = (matchId: string) => order.get(matchId) ?? -1
    return matchIds.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

class Round {
  readonly failures: Failure[] = []
  readonly #mostInARow: number
  #inARow = 0
  #wellAt = performance.now()

  constructor(mostInARow: number) {
    this.#mostInARow = mostInARow
  }

  get isOver(): boolean {
    const isSlow = performance.now() - this.#wellAt > QUICK_MS
    return this.#inARow >= (isSlow ? IN_A_ROW : this.#mostInARow)
  }

  goesOn(): void {
    this.#inARow = 0
    this.#wellAt = performance.now()
  }

  fails(failure: Failure): void {
    this.failures.push(failure)
    this.#inARow++
  }
}

/** A round in which something failed has failed, once the others have had their turn. */
export function throwFirst(failures: readonly Failure[]): void {
  if (failures.length > 0) throw failures[0]!.error
}
