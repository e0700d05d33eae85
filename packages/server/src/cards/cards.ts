/**
 * Pictures that are drawn already, by the address they are asked for at. What is asked for again within its time costs
 * nothing; after that the facts are read again, and drawn again only where they have changed. Simultaneous requests
 * share the work.
 */
import { createHash } from 'node:crypto'
import type { Card } from '@arena/card'

/** Bytes of pictures kept; the one that was used longest ago goes first. */
const MOST_BYTES = 32 * 1024 * 1024

export interface CardSource {
  readonly card: Card
  /** How long it may be shown before its facts are read again. */
  readonly freshMs: number
}

interface CardPicture {
  readonly png: Buffer
  readonly etag: string
  readonly freshMs: number
}

interface Kept extends CardPicture {
  readonly facts: string
  readonly until: number
}

export class Cards {
  readonly #paint: (card: Card) => Promise<Buffer | null>
  readonly #now: () => number
  /** The one that was used longest ago first. */
  readonly #kept = new Map<string, Kept>()
  readonly #underWay = new Map<string, Promise<CardPicture | null>>()
  #bytes = 0

  constructor(paint: (card: Card) => Promise<Buffer | null>, now: () => number = () => performance.now()) {
    this.#paint = paint
    this.#now = now
  }

  /** Null where the card cannot be drawn now. What fails, as an id of nothing does, is not kept. */
  get(path: string, source: () => Promise<CardSource>): Promise<CardPicture | null> {
    const known = this.#kept.get(path)
    if (known !== undefined && this.#now() < known.until) {
      this.#keep(path, known)
      return Promise.resolve(known)
    }
    let making = this.#underWay.get(path)
    if (making === undefined) {
      making = this.#make(path, source).finally(() => this.#underWay.delete(path))
      this.#underWay.set(path, making)
    }
    return making
  }

  async #make(path: string, source: () => Promise<CardSource>): Promise<CardPicture | null> {
    const { card, freshMs } = await source()
    const facts = JSON.stringify(card)
    const known = this.#kept.get(path)
    const png = known?.facts === facts ? known.png : await this.#paint(card)
    if (png === null) return null
    const etag = `"${createHash('sha1').update(png).digest('base64url')}"`
    const kept = { png, etag, freshMs, facts, until: this.#now() + freshMs }
    this.#keep(path, kept)
    return kept
  }

  #keep(path: string, kept: Kept): void {
    this.#bytes += kept.png.length - (this.#kept.get(path)?.png.length ?? 0)
    this.#kept.delete(path)
    this.#kept.set(path, kept)
    for (const [oldest, { png }] of this.#kept) {
      if (this.#bytes <= MOST_BYTES) return
      this.#kept.delete(oldest)
      this.#bytes -= png.length
    }
  }
}
