/** Makes elements without a framework. Nothing here sets a style, so that a strict policy of a page holds. */

type Child = Node | string
type Value = string | number | boolean | null

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value)
  element.append(...children)
  return element
}

function setAttribute(element: Element, name: string, value: Value): void {
  if (value === null || value === false) element.removeAttribute(name)
  else element.setAttribute(name, value === true ? '' : String(value))
}

/** Writes text only where it differs: each frame asks. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

const SVG = 'http://www.w3.org/2000/svg'

/** Paths on a grid of 24. */
const ICONS = {
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M6 5h4v14H6zM14 5h4v14h-4z',
  again: 'M12 5V1L6 6l6 5V7a5 5 0 1 1-5 5H5a7 7 0 1 0 7-7z',
  back: 'M18 5v14l-9-7zM6 5h2.5v14H6z',
  forward: 'M6 5v14l9-7zM15.5 5H18v14h-2.5z',
  overlays: 'M12 3 2 8.5 12 14l10-5.5zM4.4 12.3 2 13.6 12 19l10-5.4-2.4-1.3L12 16.5z',
  inputs:
    'M7 7a5 5 0 0 0-5 5v2a3.5 3.5 0 0 0 6.2 2h7.6a3.5 3.5 0 0 0 6.2-2v-2a5 5 0 0 0-5-5zm0 3h1.6v1.6h1.6v1.6H8.6v1.6H7v-1.6H5.4v-1.6H7zm9.5.2a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6z',
  moments: 'M5 3h14v18l-7-4.5L5 21z',
  share: 'M13 3.5 20.5 11 13 18.5V14C8 14 5 15.5 3 19c.5-6 4-10.5 10-11z',
  help: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm-1 14h2v2h-2zm1-10a4 4 0 0 1 4 4c0 2.5-3 2.8-3 5h-2c0-3.3 3-3.5 3-5a2 2 0 1 0-4 0H8a4 4 0 0 1 4-4z',
  full: 'M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z',
  speed: 'M12 4a10 10 0 0 0-8.7 15h17.4A10 10 0 0 0 12 4zm4.6 5.4-3 5.4a2 2 0 1 1-1.4-1z',
  branch:
    'M7 2a2.6 2.6 0 0 1 1 5v4.3c1-.7 2.4-1 4.4-1.1 2-.1 3-.7 3.3-1.9a2.6 2.6 0 1 1 2.1.1c-.5 2.5-2.3 3.7-5.3 3.8-3 .1-4.1.9-4.4 2.8A2.6 2.6 0 1 1 6 17V7a2.6 2.6 0 0 1 1-5z',
  close: 'M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6 10.6 12 5 6.4z',
  check: 'M9.5 16.2 5.3 12l-1.4 1.4 5.6 5.6L20.5 8l-1.4-1.4z',
} as const

export type IconName = keyof typeof ICONS

export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', ICONS[name])
  path.setAttribute('fill-rule', 'evenodd')
  svg.append(path)
  return svg
}

export function setIcon(button: HTMLElement, name: IconName): void {
  button.querySelector('path')?.setAttribute('d', ICONS[name])
}

/** A button that shows an icon; its label is for readers of screens and for the tip. */
export function iconButton(name: IconName, label: string, act: () => void): HTMLButtonElement {
  const button = h('button', { type: 'button', class: 'icon' }, icon(name))
  setLabel(button, label)
  button.addEventListener('click', act)
  return button
}

export function setLabel(button: HTMLElement, label: string): void {
  if (button.getAttribute('aria-label') === label) return
  button.setAttribute('aria-label', label)
  button.title = label
}

export function textButton(label: string, act: () => void, attributes: Record<string, Value> = {}): HTMLButtonElement {
  const button = h('button', { type: 'button', ...attributes }, label)
  button.addEventListener('click', act)
  return button
}

/** Device pixels for a CSS pixel, within reason. */
export const pixelRatio = (): number => Math.min(2, devicePixelRatio || 1)

/** Calls when there are more or fewer device pixels for a CSS pixel: the page is zoomed, or moved to another screen. */
export function onPixelRatio(changed: () => void, signal: AbortSignal): void {
  const again = (): void => {
    changed()
    onPixelRatio(changed, signal)
  }
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', again, { once: true, signal })
}

/** A canvas that is as sharp as the screen, within reason: its size in CSS pixels is what its box is. */
export function fitCanvas(canvas: HTMLCanvasElement, width: number, height: number): number {
  const ratio = pixelRatio()
  const [w, hh] = [Math.round(width * ratio), Math.round(height * ratio)]
  if (canvas.width !== w) canvas.width = w
  if (canvas.height !== hh) canvas.height = hh
  return ratio
}
