/** The list of keys, as a dialog. */
import { NOT_LOADED } from '../replay/not-loaded.ts'
import { h, iconButton } from './dom.ts'

export class Help {
  readonly #words = h('div', {})
  readonly element = h(
    'dialog',
    { 'aria-label': 'Keys' },
    h(
      'div',
      { class: 'help-head' },
      h('h2', {}, 'Keys'),
      iconButton('close', 'Close', () => this.element.close()),
    ),
    this.#words,
  )

  get isOpen(): boolean {
    return this.element.open
  }

  toggle(): void {
    if (this.isOpen) return this.element.close()
    this.element.showModal()
    import('./help-words.ts').then(
      ({ helpWords }) => this.#words.replaceChildren(...helpWords()),
      () => this.#words.replaceChildren(h('p', {}, NOT_LOADED)),
    )
  }
}
