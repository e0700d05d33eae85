/** Moments as a list of buttons: of the kinds that are ticked, of one player or both, and followed by another moment or not. */
import { MOMENT_KINDS, sequencesOf, type Moment, type MomentKind } from '@arena/engine/moments'
import type { ReplayInfo } from '../replay/replay-info.ts'
import { h, setText, textButton } from './dom.ts'
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
  'crouch-cancel': 'Crouch cancels',
  'shield-option': 'After shield hits',
  'ledge-option': 'From the ledge',
  wavedash: 'Wavedashes',
}
/** The kinds that the list begins with. */
const FIRST_KINDS: readonly MomentKind[] = ['kill', 'combo', 'edge-guard', 'self-destruct', 'shield-break', 'comeback']
const MOST_SHOWN = 400
/** Moments that a sequence may go on with. */
const STEPS = 2
const SECONDS = [1, 2, 3, 5, 10]
const FIRST_SECONDS = 3
const FRAMES_A_SECOND = 60

export class MomentsList {
  readonly element: HTMLElement
  readonly #ticks = MOMENT_KINDS.map((kind) => {
    const box = h('input', { type: 'checkbox', value: kind, checked: FIRST_KINDS.includes(kind) })
    const count = h('span', { class: 'count' })
    return { kind, box, count, label: h('label', {}, box, KINDS[kind], count) }
  })
  readonly #chosen = h('summary')
  readonly #then = Array.from({ length: STEPS }, (_, step) =>
    h(
      'select',
      { 'aria-label': `Followed by, step ${step + 1}` },
      h('option', { value: '' }, 'Then: anything'),
      ...MOMENT_KINDS.map((kind) => h('option', { value: kind }, `Then: ${KINDS[kind].toLowerCase()}`)),
    ),
  )
  readonly #within = h(
    'select',
    { 'aria-label': 'Time to follow in' },
    ...SECONDS.map((each) => h('option', { value: each, selected: each === FIRST_SECONDS }, `within ${each} s`)),
  )
  readonly #port = h('select', { 'aria-label': 'Player' })
  readonly #list = h('ol', { class: 'moment-list' })
  readonly #go: (moment: Moment) => void
  #moments: readonly Moment[] = []
  #items: { readonly moment: Moment; readonly button: HTMLButtonElement }[] = []
  #now: HTMLButtonElement | null = null

  constructor(go: (moment: Moment) => void, close: HTMLElement) {
    this.#go = go
    const tickAll = (isTicked: boolean) => () => {
      for (const { box } of this.#ticks) box.checked = isTicked
      this.#build()
    }
    for (const choice of [...this.#ticks.map(({ box }) => box), ...this.#then, this.#within, this.#port]) {
      choice.addEventListener('change', () => this.#build())
    }
    this.element = h(
      'section',
      { class: 'moments', 'aria-label': 'Moments' },
      h('div', { class: 'moments-head' }, h('h2', {}, 'Moments'), close),
      h(
        'div',
        { class: 'filters' },
        h(
          'details',
          { class: 'kinds' },
          this.#chosen,
          h('div', { class: 'ticks' }, ...this.#ticks.map(({ label }) => label)),
          h('div', { class: 'tick-all' }, textButton('All', tickAll(true)), textButton('None', tickAll(false))),
        ),
        this.#port,
        ...this.#then,
        this.#within,
      ),
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
    for (const { kind, count } of this.#ticks) {
      setText(count, String(moments.filter((moment) => moment.kind === kind).length))
    }
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
    const kinds = this.#ticks.filter(({ box }) => box.checked).map(({ kind }) => kind)
    const then = this.#steps()
    const port = this.#port.value
    const withinFrames = Number(this.#within.value) * FRAMES_A_SECOND
    const shown = sequencesOf(
      this.#moments,
      (moment) => kinds.includes(moment.kind) && (port === '' || moment.port === Number(port)),
      then.map((kind) => ({ kinds: [kind], withinFrames })),
    ).map(joined)
    setText(this.#chosen, `Kinds: ${summaryOf(kinds)}`)
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
    const none = this.#moments.length === 0 ? 'None found yet.' : 'None that fits.'
    this.#list.replaceChildren(...this.#items.map(({ button }) => h('li', {}, button)))
    if (shown.length === 0) this.#list.append(h('li', { class: 'note' }, none))
    if (rest > 0) this.#list.append(h('li', { class: 'note' }, `And ${rest} more: tick fewer kinds.`))
  }

  /** The kinds that shall follow. A step is offered once the one before it is chosen. */
  #steps(): MomentKind[] {
    const chosen: MomentKind[] = []
    for (const [step, select] of this.#then.entries()) {
      select.hidden = chosen.length < step
      if (select.hidden) select.value = ''
      else if (select.value !== '') chosen.push(select.value as MomentKind)
    }
    this.#within.hidden = chosen.length === 0
    return chosen
  }
}

/** One moment, from the first to the last of a sequence. */
function joined(parts: readonly Moment[]): Moment {
  const text = parts.map((part) => part.text.replace(/\.$/, '')).join(', then ')
  return { ...parts[0]!, endFrame: Math.max(...parts.map(({ endFrame }) => endFrame)), text: `${text}.` }
}

function summaryOf(kinds: readonly MomentKind[]): string {
  const isFirst = kinds.length === FIRST_KINDS.length && FIRST_KINDS.every((kind) => kinds.includes(kind))
  if (isFirst) return 'what matters'
  if (kinds.length === MOMENT_KINDS.length) return 'all'
  if (kinds.length === 0) return 'none'
  return kinds.length === 1 ? KINDS[kinds[0]!].toLowerCase() : `${kinds.length} of ${MOMENT_KINDS.length}`
}
