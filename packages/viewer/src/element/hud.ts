/** What is known of the players at a frame: a card for each, over the picture or under it. */
import type { Picture, PictureBody } from '@arena/engine'
import { characterName, type ReplayColumns } from '@arena/slp'
import { actionLabel, actionWords } from '@arena/engine/moments'
import type { ReplayInfo, ReplayPlayer } from '../replay/replay-info.ts'
import { drawController } from './controllers.ts'
import { h, setText } from './dom.ts'
import type { MissedPads } from './missed-pads.ts'
import type { Palette } from './palette.ts'

const MOST_STOCKS = 4

export interface HudState {
  readonly picture: Picture
  readonly columns: ReplayColumns
  readonly row: number
  readonly missed: MissedPads
  readonly arePlain: boolean
  readonly areInputsOn: boolean
  readonly palette: Palette
}

/** What a card shows, in words, for pictures and readers of screens. */
export interface PlayerLine {
  readonly port: number
  readonly name: string
  readonly character: string
  readonly stocks: number
  readonly percent: number
}

export function nameOf({ name, character, port }: ReplayPlayer): string {
  return name || `${characterName(character)} (P${port + 1})`
}

export function leaderOf(picture: Picture, port: number): PictureBody | null {
  const { bodies, head } = picture
  return bodies.find((body, i) => i < head.bodyCount && body.port === port && !body.isFollower) ?? null
}

export function linesOf(info: ReplayInfo, picture: Picture): PlayerLine[] {
  return info.players.map((player) => {
    const body = leaderOf(picture, player.port)
    const character = characterName(player.character)
    const { port } = player
    return { port, name: nameOf(player), character, stocks: body?.stocks ?? 0, percent: Math.floor(body?.percent ?? 0) }
  })
}

export class Hud {
  readonly element = h('div', { class: 'hud' })
  #cards: Card[] = []

  build(info: ReplayInfo): void {
    this.#cards = info.players.map((player) => new Card(player))
    this.element.replaceChildren(...this.#cards.map(({ element }) => element))
  }

  show(state: HudState): void {
    for (const card of this.#cards) card.show(state)
  }
}

class Card {
  readonly element: HTMLElement
  readonly #port: number
  readonly #percent = h('span', { class: 'percent' })
  readonly #stocks: readonly HTMLElement[]
  readonly #stockLine: HTMLElement
  readonly #action = h('span', { class: 'action' })
  readonly #state = h('span', { class: 'state' })
  readonly #pad = h('canvas', { class: 'pad', role: 'img', 'aria-label': 'Controller' })
  #shownStocks = -1

  constructor(player: ReplayPlayer) {
    const { port } = player
    this.#port = port
    this.#stocks = Array.from({ length: MOST_STOCKS }, () => h('i', { class: 'stock' }))
    this.#stockLine = h('span', { class: 'stocks', role: 'img' }, ...this.#stocks)
    this.element = h(
      'section',
      { class: `card port-${port}`, 'aria-label': nameOf(player) },
      h(
        'div',
        { class: 'who' },
        h('bdi', { class: 'name' }, nameOf(player)),
        player.name === '' ? '' : h('span', { class: 'character' }, characterName(player.character)),
      ),
      h('div', { class: 'score' }, this.#percent, this.#stockLine),
      h('div', { class: 'doing' }, this.#action, this.#state),
      this.#pad,
    )
  }

  show({ picture, columns, row, missed, arePlain, areInputsOn, palette }: HudState): void {
    const body = leaderOf(picture, this.#port)
    this.#pad.hidden = !areInputsOn
    if (areInputsOn) {
      const pad = missed.at(this.#port, columns.firstFrame + row)
      drawController(this.#pad, columns.fighter(this.#port), row, pad, palette)
    }
    // A recording has no more of a player that is out of a game which goes on.
    const { percent, stocks } = body ?? { percent: 0, stocks: 0 }
    setText(this.#percent, `${Math.floor(percent)}%`)
    this.#percent.classList.toggle('warm', percent >= 50 && percent < 100)
    this.#percent.classList.toggle('hot', percent >= 100)
    this.#showStocks(stocks)
    setText(this.#action, body ? actionOf(body, arePlain) : '')
    setText(this.#state, body ? stateOf(body) : '')
    this.element.classList.toggle('is-out', stocks === 0)
  }

  #showStocks(stocks: number): void {
    if (this.#shownStocks === stocks) return
    this.#shownStocks = stocks
    for (const [i, mark] of this.#stocks.entries()) mark.classList.toggle('lost', i >= stocks)
    this.#stockLine.setAttribute('aria-label', stocks === 1 ? '1 stock left' : `${stocks} stocks left`)
  }
}

function actionOf({ character, action, actionFrame }: PictureBody, arePlain: boolean): string {
  return arePlain ? actionWords(character, action) : `${actionLabel(character, action)} ${actionFrame}`
}

function stateOf({ hitlagLeft, hitstunLeft, comboCount, shieldHealth, bubble }: PictureBody): string {
  const parts: string[] = []
  if (hitlagLeft > 0) parts.push(`hitlag ${Math.ceil(hitlagLeft)}`)
  if (hitstunLeft > 0) parts.push(`hitstun ${Math.ceil(hitstunLeft)}`)
  if (bubble === 1) parts.push(`shield ${Math.ceil(shieldHealth)}`)
  if (comboCount > 1) parts.push(`${comboCount} hits`)
  return parts.join(' · ')
}
