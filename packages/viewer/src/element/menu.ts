/** A button that opens a small list of choices over itself. */
import { h, icon, setLabel, textButton, type IconName } from './dom.ts'

export interface MenuItem {
  readonly label: string
  /** For a choice that is on or off. */
  readonly isOn?: boolean
  /** Under the label, or why it cannot be chosen. */
  readonly note?: string
  readonly isDisabled?: boolean
  readonly href?: string
  readonly download?: string
  /** The menu stays open after it. */
  readonly isSwitch?: boolean
  act?(): void
}

export class Menu {
  readonly element: HTMLElement
  readonly button: HTMLButtonElement
  readonly #panel = h('div', { class: 'menu', role: 'group', hidden: true })
  readonly #items: () => readonly MenuItem[]
  /** The items that are shown. */
  #shown = ''

  constructor(name: IconName, label: string, items: () => readonly MenuItem[]) {
    this.#items = items
    this.button = h('button', { type: 'button', class: 'icon', 'aria-expanded': 'false' }, icon(name), h('span', {}))
    setLabel(this.button, label)
    this.#panel.setAttribute('aria-label', label)
    this.button.addEventListener('click', () => this.toggle())
    this.element = h('div', { class: 'has-menu' }, this.button, this.#panel)
    this.element.addEventListener('keydown', (event) => this.#key(event))
    // Items that are built anew lose the focus for a moment.
    this.element.addEventListener('focusout', () => setTimeout(() => this.#leave(), 0))
  }

  get isOpen(): boolean {
    return !this.#panel.hidden
  }

  toggle(isOpen = !this.isOpen): void {
    if (isOpen) this.#fill()
    this.#panel.hidden = !isOpen
    this.button.setAttribute('aria-expanded', String(isOpen))
  }

  /** Builds the items anew where they have changed, with the focus where it was. */
  refresh(): void {
    if (!this.isOpen || JSON.stringify(this.#items()) === this.#shown) return
    const root = this.#panel.getRootNode() as ShadowRoot
    const at = [...this.#panel.children].indexOf(root.activeElement ?? this.button)
    this.#fill()
    const item = this.#panel.children[at]
    if (item instanceof HTMLElement) item.focus()
  }

  #fill(): void {
    const items = this.#items()
    this.#shown = JSON.stringify(items)
    this.#panel.replaceChildren(...items.map((item) => this.#itemOf(item)))
  }

  #itemOf(item: MenuItem): HTMLElement {
    const { label, isOn, note, isDisabled = false, href, download, isSwitch = false } = item
    const text = h('span', { class: 'item-text' }, label, ...(note === undefined ? [] : [h('small', {}, note)]))
    if (href !== undefined && !isDisabled) {
      const link = h('a', { class: 'item', href, download: download ?? null }, text)
      link.addEventListener('click', () => this.toggle(false))
      return link
    }
    const act = (): void => {
      item.act?.()
      if (isSwitch) this.refresh()
      else this.toggle(false)
    }
    const button = textButton('', act, { class: 'item', disabled: isDisabled })
    if (isOn !== undefined) {
      button.setAttribute('aria-pressed', String(isOn))
      button.append(icon('check'))
    }
    button.append(text)
    return button
  }

  #key(event: KeyboardEvent): void {
    if (!this.isOpen) return
    const items = [...this.#panel.querySelectorAll<HTMLElement>('.item:not(:disabled)')]
    const root = this.#panel.getRootNode() as ShadowRoot
    const at = items.indexOf(root.activeElement as HTMLElement)
    if (event.key === 'Escape') {
      this.toggle(false)
      this.button.focus()
    } else if (event.key === 'ArrowDown') items[(at + 1) % items.length]?.focus()
    else if (event.key === 'ArrowUp') items.at(at <= 0 ? -1 : at - 1)?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  #leave(): void {
    const root = this.element.getRootNode()
    if (!(root instanceof ShadowRoot) || !this.element.contains(root.activeElement)) this.toggle(false)
  }
}
