/** Waits for the press that a person wants to bind; it is not heard by anything else of the page. */
import type { AxisBinding } from './bindings.ts'
import { padsOfPage } from './pads-of-page.ts'

/** How far an axis has to be pushed from where it was. */
const PUSH = 0.6

export function nextKey(signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    addEventListener(
      'keydown',
      (event) => {
        event.preventDefault()
        event.stopImmediatePropagation()
        resolve(event.code)
      },
      { signal, capture: true, once: true },
    )
  })
}

export function nextButton(signal: AbortSignal): Promise<number> {
  const downOf = (): string[] =>
    padsOfPage().flatMap(({ index, buttons }) =>
      buttons.flatMap(({ pressed }, i) => (pressed ? [`${index} ${i}`] : [])),
    )
  let before = new Set(downOf())
  return eachDrawing(signal, () => {
    const now = downOf()
    const pressed = now.find((each) => !before.has(each))
    before = new Set(now)
    return pressed === undefined ? null : Number(pressed.split(' ')[1])
  })
}

export function nextAxis(signal: AbortSignal): Promise<AxisBinding> {
  const rest = new Map(padsOfPage().map(({ index, axes }) => [index, axes]))
  return eachDrawing(signal, () => {
    for (const { index, axes } of padsOfPage()) {
      for (const [axis, value] of axes.entries()) {
        const by = value - (rest.get(index)?.[axis] ?? 0)
        if (Math.abs(by) > PUSH) return { axis, sign: by > 0 ? 1 : -1 }
      }
    }
    return null
  })
}

/** What `look` finds at last. After an abort it looks no more, and nobody is told. */
function eachDrawing<T>(signal: AbortSignal, look: () => T | null): Promise<T> {
  return new Promise((resolve) => {
    const again = (): void => {
      if (signal.aborted) return
      const found = look()
      if (found === null) requestAnimationFrame(again)
      else resolve(found)
    }
    again()
  })
}
