/** The viewer in the place of the screen, with a file of the page: nothing leaves it. */
import { h, textButton } from '@arena/viewer/parts'
import type { Watched } from './fight.ts'

export class Watching implements Watched {
  readonly element = h('div', { class: 'fight-replay' })
  readonly #seed: string

  /** The seed of the match, which its draws are checked against. */
  constructor(seed: string) {
    this.#seed = seed
  }

  async open(file: Blob, back: () => void): Promise<void> {
    const { ArenaReplay } = await import('@arena/viewer/element')
    ArenaReplay.define()
    const replay = new ArenaReplay()
    replay.className = 'replay-slot'
    const button = textButton('Back to the result', back)
    this.element.replaceChildren(h('p', { class: 'buttons' }, button), replay)
    if (!this.element.isConnected) return
    button.focus()
    await replay.open(file, { seed: this.#seed })
    // Not to be read anew with the page: that would lose the file.
    if (replay.error !== null) throw new Error(replay.error)
    await replay.play()
  }

  close(): void {
    this.element.remove()
  }
}
