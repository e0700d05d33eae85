/** The games that the kit's viewer page shows: what the page is told of them, and where their files are. */
import { existsSync } from 'node:fs'
import type { MatchOrder, Pair } from '@arena/host'
import { REPLAY_PART } from '@arena/host'
import { stageName } from '@arena/slp'
import type { GrowingFile } from './growing-file.ts'

/** The facts of a game, for the page. */
export interface ShownGame {
  readonly number: number
  /** By port. */
  readonly names: Pair<string>
  readonly stage: string
  readonly seed: string
  /** How it ended, in words; null while it is played. */
  readonly result: string | null
  /** Frames without a pad, as `missed` of the viewer's element takes them. */
  readonly missed: string
  /** Whether its bots drew, or still may. */
  readonly isDrawn: boolean
}

interface Entry {
  shown: ShownGame
  readonly files: Readonly<Record<ShownFile, string>>
}

export type ShownFile = 'replay' | 'debug'

export class ShownGames {
  readonly #entries: Entry[] = []
  readonly #most: number
  readonly #drop: (game: ShownGame, files: Entry['files']) => void
  readonly #listeners = new Set<() => void>()

  /** Keeps that many; `drop` is told of one that is forgotten. */
  constructor(most = Number.POSITIVE_INFINITY, drop: (game: ShownGame, files: Entry['files']) => void = () => {}) {
    this.#most = most
    this.#drop = drop
  }

  /** Oldest first. */
  get list(): readonly ShownGame[] {
    return this.#entries.map(({ shown }) => shown)
  }

  begin(number: number, { bots, stage, seed }: MatchOrder, files: Entry['files']): void {
    const names: Pair<string> = [bots[0].name, bots[1].name]
    this.#entries.push({
      shown: { number, names, stage: stageName(stage), seed, result: null, missed: '', isDrawn: true },
      files,
    })
    while (this.#entries.length > this.#most) {
      const [oldest] = this.#entries.splice(0, 1)
      this.#drop(oldest!.shown, oldest!.files)
    }
    this.#changed()
  }

  end(number: number, result: string, missedPads: Pair<string> | undefined): void {
    const entry = this.#find(number)
    if (entry === undefined) return
    const missed = missedPads?.some((each) => each !== '') === true ? missedPads.join(';') : ''
    entry.shown = { ...entry.shown, result, missed, isDrawn: existsSync(entry.files.debug) }
    this.#changed()
  }

  /** A file of a game, which may still be written; null where there is no such game. */
  file(number: number, which: ShownFile): GrowingFile | null {
    const entry = this.#find(number)
    if (entry === undefined) return null
    const path = entry.files[which]
    const paths = which === 'replay' ? [path + REPLAY_PART, path] : [path]
    return { paths, isOver: () => entry.shown.result !== null }
  }

  /** Calls back after each change, until the function that is answered is called. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #find(number: number): Entry | undefined {
    return this.#entries.find(({ shown }) => shown.number === number)
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }
}
