/**
 * The running matches of the whole arena: those of this machine as they stand, those of the others as they last showed them. The
 * others are read when somebody asks, four times a second at most, however many ask.
 */
import type { LiveMatch, Mode } from '@arena/protocol'
import type { LiveMatches } from './live-matches.ts'
import type { LiveStateStore } from './live-states.ts'

const READ_MS = 250
/** Matches that could not be read again for this long are not shown any more. */
const FORGOTTEN_MS = 12_000

export interface LiveViewParts {
  readonly own: Pick<LiveMatches, 'list' | 'find' | 'revision'>
  readonly machine: { readonly notice: string | undefined; readonly revision: number }
  /** Null where this machine is the arena. */
  readonly states: Pick<LiveStateStore, 'others'> | null
  readonly elapsed?: () => number
}

type Others = Awaited<ReturnType<LiveStateStore['others']>>

export class LiveView {
  readonly #parts: LiveViewParts
  readonly #elapsed: () => number
  #others: Others = []
  /** A mark of what was read last. */
  #mark = ''
  #revision = 0
  #readAt = -Infinity
  #heardAt = -Infinity
  #reading: Promise<void> | null = null

  constructor(parts: LiveViewParts) {
    this.#parts = parts
    this.#elapsed = parts.elapsed ?? (() => performance.now())
  }

  /** The same number as long as nothing has changed. */
  get revision(): number {
    const { own, machine } = this.#parts
    return own.revision + machine.revision + this.#revision
  }

  /** To be awaited before anything is read here. A database that is away changes nothing for a while. */
  async refresh(): Promise<void> {
    const { states } = this.#parts
    if (states === null || this.#elapsed() - this.#readAt < READ_MS) return
    this.#reading ??= this.#read(states).finally(() => (this.#reading = null))
    await this.#reading
  }

  /** Oldest first. */
  list(mode?: Mode): LiveMatch[] {
    const { own } = this.#parts
    if (this.#others.length === 0) return own.list(mode)
    const all = [...own.list(), ...this.#others.flatMap(({ state }) => state.matches)]
    const byStart = (a: LiveMatch, b: LiveMatch) => (a.startedAt + a.id < b.startedAt + b.id ? -1 : 1)
    return all.filter((match) => mode === undefined || match.mode === mode).sort(byStart)
  }

  find(matchId: string): LiveMatch | undefined {
    return this.#parts.own.find(matchId) ?? this.list().find(({ id }) => id === matchId)
  }

  /** Why this machine, or another, is given fewer matches than it might. */
  get notice(): string | undefined {
    return this.#parts.machine.notice ?? this.#others.find(({ state }) => state.notice !== undefined)?.state.notice
  }

  async #read(states: Pick<LiveStateStore, 'others'>): Promise<void> {
    const at = this.#elapsed()
    const read = await states.others().catch(() => null)
    this.#readAt = this.#elapsed()
    if (read !== null) this.#heardAt = at
    else if (at - this.#heardAt < FORGOTTEN_MS) return
    this.#others = read ?? []
    const mark = this.#others.map(({ machineId, at: shown }) => `${machineId} ${shown.getTime()}`).join()
    if (mark !== this.#mark) this.#revision++
    this.#mark = mark
  }
}
