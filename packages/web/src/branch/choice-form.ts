/** Who plays on from a frame: a choice for each side, and the keys. */
import { h, textButton, timeText } from '@arena/viewer/parts'
import { keyName } from '../play/controls/key-names.ts'
import type { Bindings } from '../play/controls/bindings.ts'
import type { Input } from '../play/controls/inputs.ts'
import { paths } from '../paths.ts'
import { SIDES } from './sides.ts'

/** The word of a side, by port. */
export type Words = readonly [string, string]

interface ChoiceOptions {
  readonly frame: number
  /** Who has played in the match, by port. */
  readonly names: readonly [string, string]
  readonly words: Words
  readonly bindings: Bindings
  readonly change: (words: Words) => void
  readonly begin: () => void
  readonly cancel: () => void
}

interface Readiness {
  readonly state: 'loading' | 'ready' | 'failed'
  readonly failure?: string
}

/** What a newcomer needs to know; the others are on the page of the controls. */
const TOLD: readonly (readonly [inputs: readonly Input[], does: string])[] = [
  [['up', 'left', 'down', 'right'], 'stick'],
  [['a'], 'attack'],
  [['b'], 'special'],
  [['x'], 'jump'],
  [['z'], 'grab'],
  [['r'], 'shield'],
]

export class ChoiceForm {
  readonly element: HTMLFormElement
  readonly #begin = h('button', { type: 'submit', class: 'first' }, 'Begin')
  readonly #state = h('p', { class: 'note', role: 'status' })
  readonly #failure = h('p', { class: 'notice', role: 'alert', hidden: true })
  readonly #sides: readonly [HTMLSelectElement, HTMLSelectElement]

  constructor({ frame, names, words, bindings, change, begin, cancel }: ChoiceOptions) {
    const side = (port: 0 | 1): HTMLSelectElement => {
      const options = SIDES.map(({ word, label }) =>
        h('option', { value: word, selected: word === words[port] }, label),
      )
      return h('select', { name: String(port) }, ...options)
    }
    this.#sides = [side(0), side(1)]
    this.element = h(
      'form',
      { class: 'branch-choice', 'aria-labelledby': 'branch-choice' },
      h('h2', { id: 'branch-choice' }, `Take over at ${timeText(frame)}, frame ${frame}`),
      h(
        'div',
        { class: 'branch-sides' },
        ...this.#sides.map((select, port) =>
          h('label', { class: 'field' }, h('span', {}, 'Plays on for ', h('bdi', {}, names[port]!)), select),
        ),
      ),
      keysOf(bindings),
      this.#failure,
      h('p', { class: 'buttons' }, this.#begin, textButton('Cancel', cancel, { class: 'quiet' }), this.#state),
    )
    this.element.addEventListener('change', () => change(this.words))
    this.element.addEventListener('submit', (event) => {
      event.preventDefault()
      begin()
    })
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      cancel()
    })
  }

  get words(): Words {
    return [this.#sides[0].value, this.#sides[1].value]
  }

  focus(): void {
    this.element.scrollIntoView({ block: 'nearest' })
    this.#begin.focus({ preventScroll: true })
  }

  /** How far the game is that was chosen, and why it does not come. */
  show({ state, failure = '' }: Readiness): void {
    this.element.dataset['state'] = state
    this.#begin.disabled = state === 'failed'
    this.#state.textContent = state === 'loading' ? 'Loading the game…' : ''
    this.#failure.hidden = state !== 'failed'
    this.#failure.textContent = failure
  }
}

function keysOf({ keys }: Bindings): Node {
  const hints = TOLD.map(([inputs, does]) => {
    const codes = inputs.flatMap((input) => keys[input] ?? [])
    return h('span', {}, ...codes.map((code) => h('kbd', {}, keyName(code))), ` ${does}`)
  })
  return h(
    'p',
    { class: 'branch-keys' },
    ...hints,
    h('span', {}, h('kbd', {}, 'P'), ' pause'),
    h('a', { href: `${paths.play()}#controls` }, 'All controls'),
  )
}
