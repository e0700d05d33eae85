/** A day of the archive, whose matches are played again on this engine. */
import { createHash } from 'node:crypto'
import { playAgain } from '@arena/engine/play-again'
import { ENGINE_REVISION } from '@arena/engine/revision'
import { keptMatchOf, NoGameError } from '@arena/host/kept-match'
import { ArchiveError, dayFileOf, readDay, type ArchivedMatch } from '@arena/protocol/archive'
import { BatchError } from './batch-error.ts'

export class ArchivedDay {
  readonly #matches: readonly ArchivedMatch[]

  private constructor(matches: readonly ArchivedMatch[]) {
    this.#matches = matches
  }

  static async read(file: Uint8Array): Promise<ArchivedDay> {
    const matches: ArchivedMatch[] = []
    try {
      for await (const match of readDay(dayFileOf(file))) matches.push(match)
    } catch (error) {
      throw error instanceof ArchiveError ? new BatchError(error.message) : error
    }
    return new ArchivedDay(matches)
  }

  /** What is said of each; `hasGame` where it can be played again. */
  get listed() {
    return this.#matches.map(({ matchId, number, startedAt, endedAt, engine, stage, ports, end, result, game }) => ({
      id: matchId,
      number,
      startedAt,
      endedAt,
      engine,
      stage,
      ending: end.status === 'completed' ? end.reason : 'aborted',
      winner: result?.winner ?? null,
      bots: ports.map(({ botId }) => botId),
      hasGame: game !== null,
    }))
  }

  /** The replay of the match of a row, which is the one on record, byte for byte, where the names in it are not gone with an account. */
  async play(row: number): Promise<Uint8Array> {
    const match = this.#matches[row]
    if (match === undefined) throw new BatchError(`the day has ${this.#matches.length} matches, and no row ${row}`)
    const { matchId, ports, engine, replay } = match
    const [first, second] = ports
    const isNamed = first.name !== null && second.name !== null
    const named = [
      { ...first, name: first.name ?? '' },
      { ...second, name: second.name ?? '' },
    ] as const
    let file: Uint8Array
    try {
      file = await playAgain(keptMatchOf({ ...match, ports: named }))
    } catch (error) {
      if (error instanceof NoGameError) throw new BatchError(error.message)
      throw new BatchError(`${matchId} cannot be played again: ${(error as Error).message}${onAnother(engine)}`)
    }
    const isKnown = replay !== null && isNamed
    if (isKnown && createHash('sha256').update(file).digest('hex') !== replay.sha256) {
      throw new BatchError(`${matchId}, played again, is not what was recorded${onAnother(engine)}`)
    }
    if (!isKnown && engine !== ENGINE_REVISION) {
      throw new BatchError(`whether ${matchId}, played again, is what was recorded cannot be known${onAnother(engine)}`)
    }
    return file
  }
}

function onAnother(engine: string | null): string {
  if (engine === ENGINE_REVISION) return ''
  return `: it was played on the engine ${engine ?? 'of another maker'}, and this one is ${ENGINE_REVISION}`
}
