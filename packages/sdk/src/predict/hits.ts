/** Who hit whom in a game that is played ahead. */
import type { PostFrame } from '@arena/slp'
import type { Game, Port } from '../game.ts'
import { FLAG } from '../history.ts'

/** Damage that a fighter took on a frame. Damage to a follower is not listed. */
export interface Hit {
  readonly frame: number
  /** The port that hit; null for damage from nobody, as a fighter takes from its own special or out of sight. */
  readonly by: Port | null
  readonly on: Port
  readonly damage: number
}

/** Compares each frame with the one before. */
export class HitWatch {
  readonly hits: Hit[] = []
  readonly #percents = [0, 0]
  readonly #instances = [0, 0]

  constructor({ me, opponent }: Game) {
    for (const { raw } of [me, opponent]) if (raw.post) this.#keep(raw.post)
  }

  take(post: PostFrame): void {
    const port = post.playerIndex as Port
    const damage = post.percent - this.#percents[port]!
    if (damage > 0) {
      const by = isStruck(post) || post.instanceHitBy !== this.#instances[port] ? other(port) : null
      this.hits.push({ frame: post.frame, by, on: port, damage })
    }
    this.#keep(post)
  }

  #keep({ playerIndex, percent, instanceHitBy }: PostFrame): void {
    this.#percents[playerIndex] = percent
    this.#instances[playerIndex] = instanceHitBy
  }
}

function isStruck({ hitlagRemaining, stateBitFlags4 }: PostFrame): boolean {
  return hitlagRemaining > 0 || (stateBitFlags4 & FLAG.hitstun) !== 0
}

export const other = (port: Port): Port => (port === 0 ? 1 : 0)
