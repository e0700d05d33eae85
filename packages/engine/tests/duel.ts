/** Two fighters on Final Destination, set up by hand: pads in, the recorded frames of both out. */
import { EventReader, type ItemUpdate, type PostFrame } from '@arena/slp'
import { Game, type Pad, type PickId } from '../src/index.ts'
import { FighterRecord } from '../src/state/fields.ts'
import { fighterAt } from '../src/state/state.ts'
import { ACTION, FOX, NEUTRAL } from './scene.ts'

type Pair = readonly [PostFrame, PostFrame]

export class Duel {
  readonly game: Game
  readonly posts: PostFrame[] = []
  /** The second of a pair, by player. */
  readonly followers: PostFrame[] = []
  /** The articles of the last frame. */
  items: ItemUpdate[] = []
  readonly #reader: EventReader

  /** Both stand, the first at 0 facing right, the second at this distance to its right facing left. */
  constructor(distance: number, first: PickId = FOX, second: PickId = FOX) {
    this.game = new Game({
      seed: new Uint8Array(32).fill(7),
      stage: 32,
      players: [
        { character: first, costume: 0, name: 'first' },
        { character: second, costume: 1, name: 'second' },
      ],
    })
    this.#reader = new EventReader((event) => {
      if (event.name === 'postFrame')
        (event.record.isFollower === 0 ? this.posts : this.followers)[event.record.playerIndex] = event.record
      else if (event.name === 'itemUpdate') this.items.push(event.record)
    })
    this.#reader.push(this.game.start())
    this.until(([a, b]) => a.frame >= 60 && a.actionStateId === ACTION.Wait && b.actionStateId === ACTION.Wait)
    this.put(0, { x: 0, facing: 1, facingAtStart: 1 })
    this.put(1, { x: distance, facing: -1, facingAtStart: -1 })
  }

  step(first: Pad = NEUTRAL, second: Pad = NEUTRAL): Pair {
    this.items = []
    this.#reader.push(this.game.step(first, second))
    return [this.posts[0]!, this.posts[1]!]
  }

  until(isDone: (posts: Pair) => boolean, first: Pad = NEUTRAL, second: Pad = NEUTRAL, limit = 400): Pair {
    for (let i = 0; i < limit; i++) {
      const posts = this.step(first, second)
      if (isDone(posts)) return posts
    }
    throw new Error(`Still in ${this.posts.map((post) => post.actionStateId).join(' and ')} after ${limit} frames`)
  }

  /** The last recorded frame of both. */
  get pair(): Pair {
    return [this.posts[0]!, this.posts[1]!]
  }

  put(index: number, fields: Partial<FighterRecord>): this {
    const saved = this.game.save()
    Object.assign(new FighterRecord(saved.buffer as ArrayBuffer, fighterAt(index)), fields)
    this.game.restore(saved)
    return this
  }

  /** The state of a fighter as it is now. */
  get(index: number): FighterRecord {
    return new FighterRecord(this.game.save().buffer as ArrayBuffer, fighterAt(index))
  }

  /** A word of the fighter's own. */
  putOwn(index: number, word: number, value: number): this {
    const saved = this.game.save()
    new FighterRecord(saved.buffer as ArrayBuffer, fighterAt(index)).ownInts[word] = value
    this.game.restore(saved)
    return this
  }

  /** A private variable of the running action. */
  putFloat(index: number, word: number, value: number): this {
    const saved = this.game.save()
    new FighterRecord(saved.buffer as ArrayBuffer, fighterAt(index)).stateFloats[word] = value
    this.game.restore(saved)
    return this
  }
}
