/** The Enter key of a terminal, while a command runs. */
import type { ReadStream } from 'node:tty'

export class EnterKey implements Disposable {
  readonly #input: Pick<ReadStream, 'isTTY' | 'on' | 'off' | 'pause'>
  readonly #onPress: () => void
  readonly #listen = (text: Buffer | string): void => {
    if (String(text).includes('\n')) this.#onPress()
  }

  /** Where the input is no terminal, nobody presses it. */
  constructor(onPress: () => void, input: Pick<ReadStream, 'isTTY' | 'on' | 'off' | 'pause'> = process.stdin) {
    this.#input = input
    this.#onPress = onPress
    if (!this.isThere) return
    input.on('data', this.#listen)
    // A terminal that is closed.
    input.on('error', () => {})
  }

  get isThere(): boolean {
    return this.#input.isTTY
  }

  [Symbol.dispose](): void {
    this.#input.off('data', this.#listen)
    // It would keep the process alive.
    if (this.isThere) this.#input.pause()
  }
}
