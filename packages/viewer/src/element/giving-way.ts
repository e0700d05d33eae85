/** A panel over the picture fades while a fighter is behind it. A panel beside the picture never does. */
import { areOver, type Box } from '../draw/boxes.ts'

interface Part {
  readonly element: Element
  /** In CSS pixels of the picture; null where its place has to be looked up again. */
  box: Box | null
}

export class GivingWay {
  readonly #stage: Element
  readonly #resizes = new ResizeObserver(() => {
    for (const part of this.#parts) part.box = null
  })
  #parts: readonly Part[] = []

  constructor(stage: Element) {
    this.#stage = stage
  }

  /** The parts that may lie over the picture. */
  watch(elements: readonly Element[]): void {
    this.#resizes.disconnect()
    this.#parts = elements.map((element) => ({ element, box: null }))
    for (const element of [this.#stage, ...elements]) this.#resizes.observe(element)
  }

  /** `bodies`: where fighters are seen in the picture. */
  show(bodies: readonly Box[]): void {
    for (const part of this.#parts) {
      const box = (part.box ??= this.#boxOf(part.element))
      part.element.classList.toggle(
        'gives-way',
        bodies.some((body) => areOver(box, body)),
      )
    }
  }

  destroy(): void {
    this.#resizes.disconnect()
  }

  #boxOf(element: Element): Box {
    const { left: x, top: y, width, height } = this.#stage.getBoundingClientRect()
    const { left, top, right, bottom } = element.getBoundingClientRect()
    // A body may be drawn beyond the picture's edge; what is beside the picture has no place in it.
    const isBeside = top >= y + height || bottom <= y || left >= x + width || right <= x
    if (isBeside) return { left: 0, top: 0, right: 0, bottom: 0 }
    return { left: left - x, top: top - y, right: right - x, bottom: bottom - y }
  }
}
