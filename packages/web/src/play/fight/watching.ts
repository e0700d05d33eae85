/** The viewer in the place of the screen, with a file of the page: nothing leaves it. */
import { h, textButton } from '@arena/viewer/parts'

export class Watching {
  readonly element = h('div', { class: 'fight-replay' })

  /** Loads the viewer and plays the file, checked against the seed of its match. */
  async open(file: Blob, seed: string, back: () => void): Promise<void> {
    const { ArenaReplay } = await import('@arena/viewer/element')
    ArenaReplay.define()
    const replay = new ArenaReplay()
    replay.className = 'replay-slot'
    const button = textButton('Back to the result', back)
    this.element.replaceChildren(h('p', { class: 'buttons' }, button), replay)
    if (!this.element.isConnected) return
    button.focus()
    await replay.open(file, { seed })
    // Not to be read anew with the page: that would lose the file.
    if (replay.error !== null) throw new Error(replay.error)
    await replay.play()
  }

  close(): void {
    this.element.remove()
  }
}
