/**
 * Samples of games in a file: of every 30th frame what a chance is computed from, and how the game went. A file holds one game after
 * another, each with its length before it, and may end anywhere between two.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Outcome, Rating } from '@arena/ratings'
import { FIRST_FRAME, ReplayColumns, type ColumnReader } from '@arena/slp'

/** Frames between two samples. */
const EVERY = 30
/** The game's time begins here: nothing happens before. */
const FROM = 0

/** A game as it is kept. Columns have a row for each sample. */
export interface SampledGame {
  readonly stage: number
  readonly ratings: readonly [Rating, Rating]
  readonly outcome: Outcome
  /** Frames of the whole game from frame 0 on. */
  readonly length: number
  readonly frames: readonly number[]
  readonly columns: ReplayColumns
}

type Kept = Omit<SampledGame, 'columns'> & {
  readonly fighters: readonly (Readonly<Record<string, Float32Array>> | null)[]
}

export function sampled(
  reader: ColumnReader,
  { ratings, outcome }: Pick<SampledGame, 'ratings' | 'outcome'>,
): Uint8Array {
  const { columns, gameStart } = reader
  const frames: number[] = []
  for (let frame = FROM; frame <= columns.lastFrame; frame += EVERY) frames.push(frame)
  const kept: Kept = {
    stage: gameStart!.stageId,
    ratings,
    outcome,
    length: columns.lastFrame + 1,
    frames,
    fighters: columns.fighters.map(
      (fighter) =>
        fighter &&
        Object.fromEntries(
          Object.entries({ ...fighter.post, postAt: fighter.at.postAt }).map(([name, column]) => [
            name,
            Float32Array.from(frames, (frame) => column[frame - FIRST_FRAME]!),
          ]),
        ),
    ),
  }
  return gzipSync(serialize(kept), { level: 3 })
}

export function appendGame(file: string, game: Uint8Array): void {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(game.length)
  appendFileSync(file, Buffer.concat([length, game]))
}

/** A game as it was before `sampled`. */
export function openGame(bytes: Uint8Array): SampledGame {
  const { fighters, ...game } = deserialize(gunzipSync(bytes)) as Kept
  const columns = new ReplayColumns()
  columns.reserve(game.frames.length)
  columns.count = game.frames.length
  for (const [slot, kept] of fighters.entries()) {
    if (kept === null) continue
    const { post, at } = columns.addFighter(slot)
    const tables = [post, at] as unknown as Record<string, { set(values: Float32Array): void }>[]
    for (const [name, values] of Object.entries(kept)) for (const table of tables) table[name]?.set(values)
  }
  return { ...game, columns }
}

export function* gamesIn(file: string): Generator<SampledGame> {
  const bytes = readFileSync(file)
  for (let at = 0; at + 4 <= bytes.length;) {
    const end = at + 4 + bytes.readUInt32LE(at)
    if (end > bytes.length) return
    yield openGame(bytes.subarray(at + 4, end))
    at = end
  }
}
