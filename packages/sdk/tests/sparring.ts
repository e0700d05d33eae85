/** A game of the engine seen as a bot sees it, without a socket: pads in, views out. */
import { Game as EngineGame, loadFighters, type StageId } from '@arena/engine'
import { EventReader, FrameBuilder, type Frame, type PostFrame } from '@arena/slp'
import { withRest, type Hands } from '../src/controller.ts'
import { GameReader, type Game } from '../src/game.ts'
import { Character } from '../src/characters.ts'

export interface SparringOptions {
  readonly characters?: readonly [Character, Character]
  readonly stage?: StageId
  readonly seed?: number
}

/** The first frame on which input acts. */
const PLAY_BEGINS = -39

export class Sparring {
  readonly engine: EngineGame
  readonly #views = new GameReader()
  readonly #events: EventReader
  /** Reads a frame that is played and taken back. */
  readonly #tried: EventReader
  readonly #builder = new FrameBuilder()
  #frame: Frame | null = null
  #game: Game | null = null

  /** Loads the fighters; the first is the bot's, on port 0. */
  static async begin(options: SparringOptions = {}): Promise<Sparring> {
    const { characters = [Character.Fox, Character.Fox] } = options
    await loadFighters(characters)
    return new Sparring(options, characters)
  }

  private constructor({ stage = 32, seed = 1 }: SparringOptions, characters: readonly [Character, Character]) {
    const player = (character: Character, name: string) => ({ character, costume: 0, name })
    this.engine = new EngineGame({
      seed: new Uint8Array(32).fill(seed),
      stage,
      players: [player(characters[0], 'first'), player(characters[1], 'second')],
    })
    this.#events = new EventReader((event) => {
      const frame = this.#views.take(event)
      if (frame) this.#game = this.#views.view(frame, 0) ?? this.#game
    })
    this.#tried = new EventReader((event) => (this.#frame = this.#builder.take(event) ?? this.#frame))
    const start = this.engine.start()
    this.#events.push(start)
    this.#tried.push(start)
  }

  /** The newest view. */
  get game(): Game {
    if (this.#game === null) throw new Error('No frame has been played')
    return this.#game
  }

  /** Plays a frame. */
  step(hands: Hands = {}, opponent: Hands = {}): Game {
    this.#events.push(this.engine.step({ ...withRest(hands) }, { ...withRest(opponent) }))
    return this.game
  }

  /** What the next frame would show of the bot's fighter; the game stays where it is. */
  wouldShow(hands: Hands, opponent: Hands = {}): PostFrame {
    const state = this.engine.save()
    this.#tried.push(this.engine.step({ ...withRest(hands) }, { ...withRest(opponent) }))
    this.engine.restore(state)
    const post = this.#frame?.players[0]?.post
    if (!post) throw new Error('The frame has no fighter')
    return post
  }

  /** Plays a frame for each of these. */
  play(plan: Iterable<Hands>): Game[] {
    return [...plan].map((hands) => this.step(hands))
  }

  /** Plays one input until a frame satisfies. */
  until(isDone: (game: Game) => boolean, hands: Hands = {}, limit = 2000): Game {
    for (let i = 0; i < limit; i++) if (isDone(this.step(hands))) return this.game
    throw new Error(`Still in ${this.game.me.actionName} after ${limit} frames`)
  }

  /** Plays on until the bot's fighter stands idle and input acts. */
  stand(): this {
    this.until(({ frame, me }) => frame >= PLAY_BEGINS && me.actionName === 'Wait')
    return this
  }
}
