/** Moments as a list of buttons, to be filtered by kind and player. */
import type { Moment, MomentKind } from '../replay/moments.ts'
import type { ReplayInfo } from '../replay/replay-info.ts'
import { h, textButton } from './dom.ts'
import { nameOf } from './hud.ts'
import { timeText } from './settings.ts'

const KINDS: Readonly<Record<MomentKind, string>> = {
  kill: 'Kills',
  combo: 'Combos',
  'edge-guard': 'Edge-guards',
  'self-destruct': 'Self-destructs',
  'shield-break': 'Shield breaks',
  comeback: 'Comebacks',
  'missed-tech': 'Missed techs',
  'missed-l-cancel': 'Missed L-cancels',
  grab: 'Grabs',
}
/** What the list begins with: the rest is for whoever studies. */
const FIRST_KINDS: readonly MomentKind[] = ['kill', 'combo', 'edge-guard', 'self-destruct', 'shield-break', 'comeback']
const MOST_SHOWN = 400

export class MomentsList {
  readonly element: HTMLElement
  readonly #kind = h('select', { 'aria-label': 'Kind of moment' })
  readonly #port = h('select', { 'aria-label': 'Player' })
  readonly #list = h('ol', { class: 'moment-list' })
  readonly #go: (moment: Moment) => void
  #moments: readonly Moment[] = []
  #items: { readonly moment: Moment; readonly button: HTMLButtonElement }[] = []
  #now: HTMLButtonElement | null = null

  constructor(go: (moment: Moment) => void, close: HTMLElement) {
    this.#go = go
    this.#kind.append(
      h('option', { value: 'first' }, 'What matters'),
      h('option', { value: 'all' }, 'Everything'),
      ...Object.entries(KINDS).map(([kind, label]) => h('option', { value: kind }, label)),
    )
    this.#kind.addEventListener('change', () => this.#build())
    this.#port.addEventListener('change', () => this.#build())
    this.element = h(
      'section',
      { class: 'moments', 'aria-label': 'Moments' },
      h('div', { class: 'moments-head' }, h('h2', {}, 'Moments'), close),
      h('div', { class: 'filters' }, this.#kind, this.#port),
      this.#list,
    )
  }

  setPlayers(info: ReplayInfo): void {
    this.#port.replaceChildren(
      h('option', { value: '' }, 'Both players'),
      ...info.players.map((player) => h('option', { value: player.port }, nameOf(player))),
    )
    this.#build()
  }

  setMoments(moments: readonly Moment[]): void {
    if (moments === this.#moments) return
    this.#moments = moments
    this.#build()
  }

  /** Marks the moment that is being watched. */
  setFrame(frame: number): void {
    if (this.element.hidden) return
    const item = this.#items.findLast(({ moment }) => moment.startFrame <= frame)
    const button = item && frame <= item.moment.endFrame + 60 ? item.button : null
    if (button === this.#now) return
    this.#now?.removeAttribute('aria-current')
    button?.setAttribute('aria-current', 'true')
    this.#now = button
  }

  #build(): void {
    const kind = this.#kind.value
    const port = this.#port.value
    const shown = this.#moments.filter(
      (moment) =>
        (kind === 'all' || (kind === 'first' ? FIRST_KINDS.includes(moment.kind) : moment.kind === kind)) &&
        (port === '' || moment.port === Number(port)),
    )
    this.#now = null
    this.#items = shown.slice(0, MOST_SHOWN).map((moment) => {
      const button = textButton('', () => this.#go(moment), { class: `moment port-${moment.port}` })
      button.append(
        h('span', { class: 'moment-time' }, timeText(moment.startFrame)),
        h('span', { class: 'moment-text' }, moment.text),
      )
      return { moment, button }
    })
    const rest = shown.length - this.#items.length
    const none = this.#moments.length === 0 ? 'None found yet.' : 'None of this kind.'
    this.#list.replaceChildren(...this.#items.map(({ button }) => h('li', {}, button)))
    if (shown.length === 0) this.#list.append(h('li', { class: 'note' }, none))
    if (rest > 0) this.#list.append(h('li', { class: 'note' }, `And ${rest} more: choose a kind.`))
  }
}
