/**
 * A game between a person and a house bot, without a page: pads of the person in, pictures and a replay out. The bot is the one of
 * the ladder and sees what it sees there, with the same lead. The person's pad is played on the frame for which it is given.
 */
import { Game, loadFighters, type Picture, type StageId } from '@arena/engine'
import type { Controller } from '@arena/protocol'
import { Seat, type HouseBot } from '@arena/sdk/house'
import { ColumnReader, envelopeHead, GameMetadata, writeReplay, type ReplayColumns } from '@arena/slp'
import { wordsOf } from '@arena/protocol/words-of'

const PERSON_PORT = 0
const BOT_PORT = 1
const PERSON_NAME = 'You'

export interface SparringOptions {
  /** 32 bytes that the game draws from. */
  readonly seed: Uint8Array
  /** The match as the bot knows it. Not of the seed: no bot knows what will be drawn. */
  readonly matchId: string
  readonly stage: StageId
  /** The person's fighter, by external id. */
  readonly character: number
  readonly opponent: HouseBot
  /** Unix milliseconds. */
  readonly startedAt: number
}

interface Player {
  readonly character: number
  readonly costume: number
  readonly name: string
}

interface Standing {
  readonly stocks: number
  readonly percent: number
}

export interface SparringResult {
  /** `fault`: the engine, or the bot, found a fault in itself. */
  readonly how: 'stocks' | 'time' | 'forfeit' | 'fault'
  /** Port; null for a draw, or no result. */
  readonly winner: 0 | 1 | null
  readonly standings: readonly [Standing, Standing]
  /** Frames played, from frame 0 on. */
  readonly frames: number
  /** What went wrong, in a sentence; null for a game that ended as games do. */
  readonly fault: string | null
}

const NOBODY = { botId: `bot_${'0'.repeat(26)}`, name: PERSON_NAME }

export class Sparring {
  readonly players: readonly [Player, Player]
  readonly stage: StageId
  readonly #options: SparringOptions
  readonly #seat: Seat
  readonly #game: Game
  /** The replay so far, which is also where the inputs are shown from. */
  readonly #recording = new ColumnReader()
  readonly #metadata: GameMetadata
  #result: SparringResult | null = null

  /** Loads the two fighters and asks the bot for its pick. */
  static async begin(options: SparringOptions): Promise<Sparring> {
    const { opponent, matchId, character } = options
    const seat = new Seat({ name: opponent.name, port: BOT_PORT, matchId, play: opponent.play() })
    const pick = await seat.join(NOBODY)
    await loadFighters([character, pick.character])
    return new Sparring(options, seat, pick)
  }

  private constructor(options: SparringOptions, seat: Seat, pick: Omit<Player, 'name'>) {
    this.#options = options
    this.#seat = seat
    const { seed, stage, character } = options
    this.stage = stage
    this.players = [
      { character, costume: 0, name: PERSON_NAME },
      { ...pick, name: seat.name },
    ]
    this.#metadata = new GameMetadata([PERSON_NAME, seat.name])
    this.#game = new Game({ seed, stage, players: this.players })
    this.#recording.push(envelopeHead())
    this.#take(this.#game.start())
  }

  /** Last frame played; one before the first when none was. */
  get frame(): number {
    return this.#game.frame
  }

  /** Null while it is played. */
  get result(): SparringResult | null {
    return this.#result
  }

  get columns(): ReplayColumns {
    return this.#recording.columns
  }

  /** Plays the next frame with the person's pad. Nothing happens once the game is over. */
  step(pad: Readonly<Controller>): void {
    if (this.#result) return
    const game = this.#game
    try {
      this.#take(game.step({ ...pad }, { ...this.#seat.padOf(game.frame + 1) }))
      const [first, second] = game.players
      this.#metadata.frame(game.frame, first.character, second.character)
    } catch (error) {
      this.#end('fault', null, wordsOf(error))
      return
    }
    if (game.ending) this.#end(game.ending.method, game.ending.winner)
  }

  /** The person gives up: the game ends as one does in which a player quits. */
  giveUp(): void {
    if (!this.#result) this.#end('forfeit', BOT_PORT)
  }

  /** Fills a picture with the last frame played. */
  show(picture: Picture): void {
    this.#game.show(picture)
  }

  /** The `.slp` file of the game, complete once there is a result. */
  file(): Uint8Array<ArrayBuffer> {
    return writeReplay(this.#recording.raw, this.#metadata.build(this.#options.startedAt)) as Uint8Array<ArrayBuffer>
  }

  #take(events: Uint8Array): void {
    this.#recording.push(events)
    this.#seat.take(events)
  }

  #end(how: SparringResult['how'], winner: 0 | 1 | null, fault: string | null = null): void {
    const game = this.#game
    const [first, second] = game.players
    const frames = Math.max(0, game.frame + 1)
    this.#result = { how, winner, standings: [standingOf(first), standingOf(second)], frames, fault }
    const cause =
      how === 'forfeit'
        ? ({ kind: how, port: PERSON_PORT } as const)
        : ({ kind: how === 'fault' ? 'aborted' : 'natural' } as const)
    this.#recording.push(game.end(cause))
  }
}

function standingOf({ stocks, percent }: Standing): Standing {
  return { stocks, percent }
}
