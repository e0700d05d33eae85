/**
 * The parts of a machine that have begun. Each says as it begins how it ends, so that no order is written by hand: what began last
 * drains and ends first, and no part outlives what it rests on.
 */
export interface Lifetime {
  readonly name: string
  /** Brings what is under way to its end and begins nothing more, while the parts before it are up. */
  readonly drain?: () => unknown
  readonly end: () => unknown
}

export class Lifetimes {
  readonly #begun: Lifetime[] = []
  readonly #draining = new AbortController()
  #closed: Promise<void> | null = null

  /** Aborted once the machine is on its way down. */
  get draining(): AbortSignal {
    return this.#draining.signal
  }

  begun(part: Lifetime): void {
    this.#begun.push(part)
  }

  async drain(): Promise<void> {
    this.#draining.abort()
    for (const part of this.inOrder(this.#begun, 'drain')) await part.drain?.()
  }

  /**
   * Ends all parts, also where one of them fails. Calling it again changes nothing.
   *
   * @throws what the first that failed has thrown
   */
  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  protected inOrder(begun: readonly Lifetime[], _step: 'drain' | 'end'): readonly Lifetime[] {
    return begun.toReversed()
  }

  async #close(): Promise<void> {
    this.#draining.abort()
    const failures: unknown[] = []
    for (const part of this.inOrder(this.#begun, 'end')) {
      try {
        await part.end()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }
}
