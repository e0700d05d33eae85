/** The score for those that do not see it: said when it changes, and not too often. */
import type { Picture } from '@arena/engine'
import type { ReplayInfo } from '../replay/replay-info.ts'
import { h } from './dom.ts'
import { linesOf } from './hud.ts'

const SAY_MS = 4000

export class Announcer {
  readonly element = h('div', { class: 'silent', role: 'status' })
  #saidAt = -Infinity
  #said = ''

  say(info: ReplayInfo, picture: Picture, now: number): void {
    if (now - this.#saidAt < SAY_MS) return
    const lines = linesOf(info, picture)
    const stocks = lines
      .map(({ name, stocks: left }) => `${name} ${left} ${left === 1 ? 'stock' : 'stocks'}`)
      .join(', ')
    if (stocks === this.#said) return
    const isFirst = this.#said === ''
    this.#said = stocks
    this.#saidAt = now
    if (isFirst) return
    const percents = lines.map(({ name, percent }) => `${name} ${percent} %`).join(', ')
    this.element.textContent = `${stocks}. ${percents}.`
  }
}
