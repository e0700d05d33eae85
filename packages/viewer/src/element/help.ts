/** The list of keys, as a dialog. */
import { KEYS } from './controls.ts'
import { h, iconButton } from './dom.ts'

export class Help {
  readonly element = h('dialog', { 'aria-label': 'Keys' })

  constructor() {
    const keys = KEYS.flatMap(([key, what]) => [h('dt', {}, key), h('dd', {}, what)])
    this.element.append(
      h(
        'div',
        { class: 'help-head' },
        h('h2', {}, 'Keys'),
        iconButton('close', 'Close', () => this.element.close()),
      ),
      h('dl', {}, ...keys),
      h('p', {}, 'By touch: tap to play or pause, drag to scrub, tap twice at a side to jump two seconds.'),
      h('p', {}, 'By gamepad: A plays or pauses, the shoulder buttons step, the stick scrubs.'),
      h(
        'p',
        {},
        'Hatched in the inputs: frames without a pad of the bot’s, with a line through them where it came too late.',
      ),
    )
  }

  get isOpen(): boolean {
    return this.element.open
  }

  toggle(): void {
    if (this.isOpen) this.element.close()
    else this.element.showModal()
  }
}
