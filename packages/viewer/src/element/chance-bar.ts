/** Who is winning: a bar that is parted by the chances of both. */
import type { ReplayInfo } from '../replay/replay-info.ts'
import { h, setText } from './dom.ts'
import { nameOf } from './hud.ts'

/** The chances of both ports in percent. They add up to 100, and are 0 and 100 only once it is decided. */
function percentsOf(chance: number): readonly [number, number] {
  const first = chance === 0 || chance === 1 ? 100 * chance : Math.max(1, Math.min(99, Math.round(100 * chance)))
  return [first, 100 - first]
}

/** The one with the better chance, and how good it is: "Needle 73 %". */
export function chanceWords(info: ReplayInfo, chance: number): string {
  const percents = percentsOf(chance)
  const port = percents[1] > percents[0] ? 1 : 0
  const player = info.players.find((each) => each.port === port)
  return `${player ? nameOf(player) : `P${port + 1}`} ${percents[port]} %`
}

export class ChanceBar {
  readonly #figures = [0, 1].map((port) => h('span', { class: `port-${port}` })) as [HTMLElement, HTMLElement]
  readonly #track = h('span', { class: 'track' }, h('i', { class: 'port-0' }), h('i', { class: 'port-1' }))
  readonly element = h(
    'div',
    { class: 'chance', role: 'img', title: 'Chance of winning, as the arena estimates it', hidden: true },
    h('small', {}, 'To win'),
    this.#figures[0],
    this.#track,
    this.#figures[1],
  )

  /** Null where it is not known or not wanted. */
  show(info: ReplayInfo, chance: number | null): void {
    this.element.hidden = chance === null
    if (chance === null) return
    const words = `Chance of winning: ${chanceWords(info, chance)}`
    if (this.element.getAttribute('aria-label') !== words) this.element.setAttribute('aria-label', words)
    for (const [port, percent] of percentsOf(chance).entries()) setText(this.#figures[port as 0 | 1], `${percent} %`)
    this.#track.style.setProperty('--chance', `${(100 * chance).toFixed(1)}%`)
  }
}
