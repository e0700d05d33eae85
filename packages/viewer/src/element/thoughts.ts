/** What bots said on a frame, as a list under the picture: texts that they drew, and lines without a place. */
import type { DebugMark } from '@arena/slp'
import { h } from './dom.ts'

export class Thoughts {
  readonly #list = h('ul', {})
  readonly element = h(
    'section',
    { class: 'thoughts', tabindex: 0, 'aria-label': 'What the bots said on this frame', hidden: true },
    this.#list,
  )
  #shown: readonly DebugMark[] = []
  #nameOf: (port: number) => string = (port) => `P${port + 1}`

  /** Names by port, for marks whose bot is known. */
  setNames(nameOf: (port: number) => string): void {
    this.#nameOf = nameOf
  }

  /** Null where there are no marks at all, or they are switched off. */
  show(marks: readonly DebugMark[] | null): void {
    this.element.hidden = marks === null
    const texts = (marks ?? []).filter((mark) => mark.kind === 'text' || mark.kind === 'log')
    if (texts.length === this.#shown.length && texts.every((mark, i) => mark === this.#shown[i])) return
    this.#shown = texts
    this.#list.replaceChildren(...texts.map((mark) => this.#item(mark.text, mark.port)))
  }

  #item(text: string, port: number | undefined): HTMLElement {
    if (port === undefined) return h('li', {}, text)
    return h('li', { class: `port-${port}` }, h('b', { dir: 'auto' }, this.#nameOf(port)), ' ', text)
  }
}
