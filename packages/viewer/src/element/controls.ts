/** Keys, touch and gamepads. Which element hears a key is decided here; what a press changes, is in the state. */
import {
  branch,
  change,
  changeSpeed,
  jump,
  notify,
  seek,
  seekShare,
  step,
  toggle,
  toggleChance,
  toggleInputs,
  toggleMarks,
  toggleMoments,
  toggleOverlays,
  type State,
} from './state.ts'

/** Acts of whoever watches that are no change of the state. */
export interface Acts {
  readonly fullscreen: () => void
  readonly help: () => void
  /** Asks for a file. */
  readonly choose: () => void
  /** Opens the same replay again. */
  readonly again: () => void
}

/** Does what a key is for; whether it is for anything. */
export function pressKey(event: KeyboardEvent, state: State, { fullscreen, help }: Acts): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const { key, shiftKey } = event
  if (/^\d$/.test(key)) {
    change(state, seekShare, Number(key) / 10)
    return true
  }
  const frames = shiftKey ? 600 : 120
  const acts: Record<string, () => void> = {
    ' ': () => change(state, toggle),
    ArrowLeft: () => change(state, jump, -frames),
    ArrowRight: () => change(state, jump, frames),
    ',': () => change(state, step, -1),
    '.': () => change(state, step, 1),
    ArrowUp: () => change(state, changeSpeed, 1),
    ArrowDown: () => change(state, changeSpeed, -1),
    f: fullscreen,
    o: () => change(state, toggleOverlays),
    d: () => change(state, toggleMarks),
    i: () => change(state, toggleInputs),
    m: () => change(state, toggleMoments),
    c: () => change(state, toggleChance),
    t: () => change(state, branch),
    '?': help,
  }
  const act = acts[key.length === 1 ? key.toLowerCase() : key]
  act?.()
  return act !== undefined
}

const WRITES = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]'
const TAG = 'arena-replay'

/** Whether the page shows an element anywhere. */
export const isShown = (host: HTMLElement): boolean => host.getClientRects().length > 0

/** Whether a key of the page is for an element: it has the focus, or nobody has and it is the only one, and is shown. */
export function isKeyFor(event: KeyboardEvent, host: HTMLElement): boolean {
  if (event.defaultPrevented) return false
  const path = event.composedPath()
  const target = path[0]
  if (target instanceof Element) {
    if (target.matches(WRITES)) return false
    // A button is pressed by the space bar, and a list is walked through by arrows.
    if (event.key === ' ' && target.matches('button, a, summary')) return false
  }
  if (path.includes(host)) return true
  const { activeElement, body } = document
  const hasNobody = activeElement === body || activeElement === null
  return hasNobody && document.querySelectorAll(TAG).length === 1 && isShown(host)
}

/** Shows the element alone, or with the page again. */
export async function toggleFullscreen(host: HTMLElement, state: State): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else await host.requestFullscreen?.()
  } catch {
    change(state, notify, 'This page does not allow full screen.')
  }
}

const DRAG_PX = 10
/** Frames that a drag over the whole picture moves. */
const DRAG_FRAMES = 900
const DOUBLE_TAP_MS = 320

/** Tap, double tap and drag on the picture. */
export function listenToPointer(area: HTMLElement, state: State, { fullscreen }: Acts): void {
  let start: { x: number; position: number; isDrag: boolean } | null = null
  let tapped = { at: -Infinity, side: 0 }
  area.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || event.target !== area) return
    start = { x: event.clientX, position: state.playback.position, isDrag: false }
    area.setPointerCapture(event.pointerId)
  })
  area.addEventListener('pointermove', (event) => {
    if (!start) return
    const by = event.clientX - start.x
    if (!start.isDrag && Math.abs(by) < DRAG_PX) return
    start.isDrag = true
    change(state, seek, start.position + (by / Math.max(1, area.clientWidth)) * DRAG_FRAMES)
  })
  area.addEventListener('pointercancel', () => (start = null))
  area.addEventListener('pointerup', (event) => {
    const { isDrag = true } = start ?? {}
    start = null
    if (isDrag) return
    const x = event.clientX - area.getBoundingClientRect().left
    const side =
      event.pointerType === 'mouse' ? 0 : x < area.clientWidth / 3 ? -1 : x > (area.clientWidth * 2) / 3 ? 1 : 0
    const isDouble = event.timeStamp - tapped.at < DOUBLE_TAP_MS && side === tapped.side
    tapped = { at: isDouble ? -Infinity : event.timeStamp, side }
    // The first tap of the two has toggled it: this takes that back.
    change(state, toggle)
    if (!isDouble) return
    if (side === 0) fullscreen()
    else change(state, jump, side * 120)
  })
}

const STICK_REST = 0.25

/** Reads the first gamepad once; `before` is what it returned last. */
export function readGamepad(before: readonly boolean[], state: State): readonly boolean[] {
  const pad = navigator.getGamepads().find((each) => each !== null)
  if (!pad) return []
  const down = [0, 4, 5].map((button) => pad.buttons[button]?.pressed ?? false)
  const isNew = (i: number): boolean => down[i]! && before[i] === false
  if (isNew(0)) change(state, toggle)
  if (isNew(1)) change(state, step, -1)
  if (isNew(2)) change(state, step, 1)
  const stick = pad.axes[0] ?? 0
  if (Math.abs(stick) > STICK_REST) change(state, seek, state.playback.position + stick * 10)
  return down
}
