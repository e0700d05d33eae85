/**
 * A game that goes on from a frame of a replay of the arena, its branch point, with other pads. The state is exact: the replay is
 * played again up to that frame, and every byte compared. With the pads that were recorded the game goes on as it did.
 *
 *     const branch = await Branch.open(reader, 4120, { seed })
 *     const game = branch.begin()
 *     const file = [branch.stream]
 *     while (!game.ending) file.push(game.step(myPad(), branch.padOf(1, game.frame + 1) ?? atRest).slice())
 */
import { FIRST_FRAME, GameMetadata, type ColumnReader } from '@arena/slp'
import { causeOf, isArenaReplay, loadReplayFighters, newPad, readPad, replaySeeds, settingsOf } from './arena-replay.ts'
import { Game, type EndCause } from './game.ts'
import type { Pad } from './input/controller.ts'
import { Rerun } from './rerun.ts'
import type { Seeds } from './ruleset.ts'
import { FrameSeeds, SEED_BYTES } from './seed.ts'

/** No game goes on from there: the replay is not the arena's, this engine plays it otherwise, or it lacks the frame. */
export class BranchError extends Error {
  override readonly name = 'BranchError'
}

interface BranchOptions {
  /** The match's seed of 32 bytes: what a game draws that goes on past the end of the recording follows from it. */
  readonly seed?: Uint8Array
}

export class Branch {
  /** The branch point: the last frame that is as recorded. */
  readonly frame: number
  /** The last frame of the recording. */
  readonly lastFrame: number
  /** The recorded stream up to the branch point and with it. */
  readonly stream: Uint8Array
  /** How the recorded game ended; null where the recording has no end. */
  readonly cause: EndCause | null
  /** What frames past the recording draw from: the match's seed, or, where that is not known, the first of the recorded ones. */
  readonly seed: Uint8Array
  readonly #reader: ColumnReader
  readonly #state: Uint8Array
  readonly #seeds: Seeds

  /**
   * Loads the fighters. Throws `BranchError`, with a sentence, where no game goes on from the frame. Frames from the first to the
   * last but one are branch points.
   */
  static async open(reader: ColumnReader, frame: number, options: BranchOptions = {}): Promise<Branch> {
    if (!reader.gameStart) throw new BranchError('The replay has no Game Start.')
    if (!isArenaReplay(reader))
      throw new BranchError('The replay is not of an arena, so its states are not known exactly.')
    const { lastFrame } = reader.columns
    if (!Number.isInteger(frame) || frame < FIRST_FRAME || frame >= lastFrame) {
      throw new BranchError(
        `A game goes on from a frame between ${FIRST_FRAME} and ${lastFrame - 1} of this replay, not from ${frame}.`,
      )
    }
    await loadReplayFighters(reader)
    return new Branch(reader, frame, options)
  }

  private constructor(reader: ColumnReader, frame: number, { seed }: BranchOptions) {
    const { columns, raw, gameEnd } = reader
    const row = frame - FIRST_FRAME
    const rerun = new Rerun(reader, seed)
    rerun.advance(row + 1)
    if (rerun.difference) {
      throw new BranchError(
        `This engine plays the match otherwise, so that its state is not known. The first difference: ${rerun.difference.text}`,
      )
    }
    this.#reader = reader
    this.#state = rerun.stateAfter(row)
    this.seed = seed ?? firstSeeds(reader)
    this.#seeds = new SeedsOfMatch(reader, this.seed)
    this.frame = frame
    this.lastFrame = columns.lastFrame
    this.stream = raw.subarray(0, columns.frames.endAt[row])
    this.cause = gameEnd ? causeOf(gameEnd) : null
  }

  /**
   * A new game that stands at the branch point. What it draws is what the match drew, on every frame, unless `luck` is given: 32 bytes
   * from which it draws otherwise from the branch point on.
   */
  begin(luck?: Uint8Array): Game {
    const drawn = luck && new FrameSeeds(luck)
    const at = (frame: number): number => (drawn && frame > this.frame ? drawn : this.#seeds).at(frame)
    const game = new Game(settingsOf(this.#reader, { at }))
    game.restore(this.#state)
    return game
  }

  /** What the match drew on a frame, and would have drawn past its recording. */
  seedAt(frame: number): number {
    return this.#seeds.at(frame)
  }

  /** The recorded pad of a frame; null before and past the recording. */
  padOf(port: 0 | 1, frame: number): Pad | null {
    const { columns } = this.#reader
    const row = frame - FIRST_FRAME
    if (row < 0 || row >= columns.count) return null
    const pad = newPad()
    readPad(columns.fighter(port), row, pad)
    return pad
  }

  /** The metadata of a game that goes on, which has counted the frames up to the branch point. */
  metadata(names: readonly [string, string]): GameMetadata {
    const metadata = new GameMetadata(names)
    const [first, second] = ([0, 1] as const).map(
      (port) => this.#reader.columns.fighter(port)!.post.internalCharacterId,
    )
    for (let row = 0; row <= this.frame - FIRST_FRAME; row++) {
      metadata.frame(FIRST_FRAME + row, first![row]!, second![row]!)
    }
    return metadata
  }
}

function firstSeeds({ columns }: ColumnReader): Uint8Array {
  const first = new Uint32Array(SEED_BYTES / 4)
  first.set(columns.frames.seed.subarray(0, Math.min(columns.count, first.length)))
  return new Uint8Array(first.buffer)
}

/** The seeds of a match: those of its frames as long as they are recorded. */
class SeedsOfMatch implements Seeds {
  readonly #recorded: Seeds
  readonly #lastFrame: number
  readonly #beyond: FrameSeeds

  constructor(reader: ColumnReader, beyond: Uint8Array) {
    this.#recorded = replaySeeds(reader)
    this.#lastFrame = reader.columns.lastFrame
    this.#beyond = new FrameSeeds(beyond)
  }

  at(frame: number): number {
    return (frame <= this.#lastFrame ? this.#recorded : this.#beyond).at(frame)
  }
}
