/**
 * The matches that run on this arena, as they stand (spec: LiveMatch). Updated by seating and by the hosts' reports. It
 * holds public data only, so that no pick can appear before Game Start.
 */
import type { MatchOrder, MatchProgress, MatchStarted } from '@arena/host'
import { STOCKS } from '@arena/protocol'
import type { LiveMatch, Mode } from '@arena/protocol'

/** Where a match stands until the engine reports its first frame. */
const FIRST_FRAME = -123

export class LiveMatches {
  /** By match id, oldest first. */
  readonly #matches = new Map<string, LiveMatch>()
  #revision = 0

  /** The same number as long as nothing has changed. */
  get revision(): number {
    return this.#revision
  }

  seated({ matchId, mode, bots, startedAt }: MatchOrder): void {
    this.#revision++
    const player = (port: 0 | 1): LiveMatch['players'][0] => ({
      port,
      botId: bots[port].botId,
      botName: bots[port].name,
      character: null,
      costume: null,
      stocks: STOCKS,
      percent: 0,
      x: 0,
      y: 0,
    })
    this.#matches.set(matchId, {
      id: matchId,
      mode,
      stage: null,
      frame: FIRST_FRAME,
      players: [player(0), player(1)],
      startedAt: new Date(startedAt).toISOString(),
    })
  }

  started({ matchId, stage, picks }: Pick<MatchStarted, 'matchId' | 'stage' | 'picks'>): void {
    const match = this.#matches.get(matchId)
    if (match === undefined) return
    this.#revision++
    match.stage = stage
    for (const port of [0, 1] as const) Object.assign(match.players[port], picks[port])
  }

  progress(reports: readonly Omit<MatchProgress, 'answered' | 'missed'>[]): void {
    for (const { matchId, frame, players } of reports) {
      const match = this.#matches.get(matchId)
      if (match === undefined) continue
      this.#revision++
      match.frame = frame
      for (const port of [0, 1] as const) Object.assign(match.players[port], players[port])
    }
  }

  finished(matchId: string): void {
    this.#revision++
    this.#matches.delete(matchId)
  }

  find(matchId: string): LiveMatch | undefined {
    return this.#matches.get(matchId)
  }

  get count(): number {
    return this.#matches.size
  }

  /** The ids of the matches whose result is not on record yet. */
  get ids(): string[] {
    return [...this.#matches.keys()]
  }

  /** Oldest first, so that a match keeps its place on the page while it runs. */
  list(mode?: Mode): LiveMatch[] {
    const matches = [...this.#matches.values()]
    return mode === undefined ? matches : matches.filter((match) => match.mode === mode)
  }
}
