/**
 * One game for all lanes of the same fighters and stage. What a lane is lies in its saved state of a few kilobytes; the game's
 * objects are many times that, and stay in the processor's caches while one lane after the other is played by them. A lane's state
 * is copied in when its turn comes, and out when the next one's does.
 */
import { Game, type GameSettings } from '@arena/engine'
import type { Lane } from './lane.ts'
import { kindOf, type LaneSettings } from './settings.ts'

export class Stand {
  readonly game: Game
  #lane: Lane | null = null
  /** The seeds of the lane that begins, while a game is made for it. */
  readonly #seeds = { at: (frame: number): number => this.#lane!.seedAt(frame) }

  constructor(settings: LaneSettings, lane: Lane) {
    this.#lane = lane
    this.game = newGame(settings, this.#seeds)
  }

  /** The game, at the lane's last frame. */
  turn(lane: Lane): Game {
    const { game } = this
    if (this.#lane !== lane) {
      this.settle()
      game.restore(lane.state)
      this.#lane = lane
    }
    return game
  }

  /** Has every lane its own state again. */
  settle(): void {
    if (this.#lane !== null) this.game.save(this.#lane.state)
  }

  /** Forgets the lane: what the game holds of it is out of date. */
  forget(lane: Lane): void {
    if (this.#lane === lane) this.#lane = null
  }
}

export function newGame({ stage, players: [first, second] }: LaneSettings, seed: GameSettings['seed']): Game {
  return new Game({ seed, stage, players: [first, second] })
}

/** Stands that no lane uses are kept for lanes to come, up to this number. */
const MOST_STANDS = 512

export class Stands {
  readonly #stands = new Map<string, Stand>()

  /** The stand of lanes with these settings; made for `lane` where there is none. */
  for(settings: LaneSettings, lane: Lane): Stand {
    const kind = kindOf(settings)
    const known = this.#stands.get(kind)
    if (known) {
      this.#stands.delete(kind)
      this.#stands.set(kind, known)
      return known
    }
    const made = new Stand(settings, lane)
    this.#stands.set(kind, made)
    if (this.#stands.size > MOST_STANDS) {
      const [oldest] = this.#stands
      oldest![1].settle()
      this.#stands.delete(oldest![0])
    }
    return made
  }
}
