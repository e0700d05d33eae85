/** Work that is done one after the other. Who asks for what is under way already shares it; who comes when too many wait is refused. */
export class Turns {
  readonly #most: number
  readonly #underWay = new Map<string, Promise<void>>()
  #last: Promise<void> = Promise.resolve()

  /** `most` wait while one has its turn. */
  constructor(most: number) {
    this.#most = most
  }

  /** Resolves or rejects with the work; null where too many wait. */
  take(key: string, work: () => Promise<void>): Promise<void> | null {
    const shared = this.#underWay.get(key)
    if (shared !== undefined) return shared
    if (this.#underWay.size > this.#most) return null
    const turn = this.#last.then(work).finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, turn)
    this.#last = turn.catch(() => {})
    return turn
  }
}
