/** Keys, touch and gamepads, as commands. Which element hears a key is decided here; what a command does, is not. */

export interface Commands {
  readonly toggle: () => void
  readonly step: (by: 1 | -1) => void
  readonly jump: (frames: number) => void
  readonly share: (share: number) => void
  readonly speed: (by: 1 | -1) => void
  readonly fullscreen: () => void
  readonly overlays: () => void
  readonly marks: () => void
  readonly inputs: () => void
  readonly moments: () => void
  readonly help: () => void
}

export const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['Space', 'Play or pause'],
  ['← →', 'Two seconds back or on'],
  ['Shift ← →', 'Ten seconds back or on'],
  [', .', 'One frame back or on'],
  ['0 … 9', 'To 0 % … 90 % of the match'],
  ['↑ ↓', 'Faster or slower'],
  ['F', 'Full screen'],
  ['O', 'Overlays'],
  ['D', 'Debug marks, where the bots drew any'],
  ['I', 'Inputs'],
  ['M', 'Moments'],
  ['?', 'This list'],
]

/** Runs the command of a key; whether there is one. */
export function pressKey(event: KeyboardEvent, commands: Commands): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const { key, shiftKey } = event
  if (/^\d$/.test(key)) {
    commands.share(Number(key) / 10)
    return true
  }
  const seconds = shiftKey ? 10 : 2
  const acts: Record<string, () => void> = {
    ' ': () => commands.toggle(),
    ArrowLeft: () => commands.jump(-60 * seconds),
    ArrowRight: () => commands.jump(60 * seconds),
    ',': () => commands.step(-1),
    '.': () => commands.step(1),
    ArrowUp: () => commands.speed(1),
    ArrowDown: () => commands.speed(-1),
    f: () => commands.fullscreen(),
    o: () => commands.overlays(),
    d: () => commands.marks(),
    i: () => commands.inputs(),
    m: () => commands.moments(),
    '?': () => commands.help(),
  }
  const act = acts[key.length === 1 ? key.toLowerCase() : key]
  act?.()
  return act !== undefined
}

const WRITES = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]'
const TAG = 'arena-replay'

/** Whether a key of the page is for an element: it has the focus, or nobody has and it is the only one. */
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
  return (activeElement === body || activeElement === null) && document.querySelectorAll(TAG).length === 1
}

/** Shows the element alone, or with the page again; rejects where the page does not allow it. */
export async function toggleFullscreen(host: HTMLElement): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen()
  else await host.requestFullscreen?.()
}

const DRAG_PX = 10
/** Frames that a drag over the whole picture moves. */
const DRAG_FRAMES = 900
const DOUBLE_TAP_MS = 320

/** Tap, double tap and drag on the picture. */
export function listenToPointer(
  area: HTMLElement,
  commands: Pick<Commands, 'toggle' | 'jump' | 'fullscreen'> & {
    scrub(from: number, by: number): void
    position(): number
  },
): void {
  let start: { x: number; position: number; isDrag: boolean } | null = null
  let tapped = { at: -Infinity, side: 0 }
  area.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || event.target !== area) return
    start = { x: event.clientX, position: commands.position(), isDrag: false }
    area.setPointerCapture(event.pointerId)
  })
  area.addEventListener('pointermove', (event) => {
    if (!start) return
    const by = event.clientX - start.x
    if (!start.isDrag && Math.abs(by) < DRAG_PX) return
    start.isDrag = true
    commands.scrub(start.position, (by / Math.max(1, area.clientWidth)) * DRAG_FRAMES)
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
    commands.toggle()
    if (!isDouble) return
    if (side === 0) commands.fullscreen()
    else commands.jump(side * 120)
  })
}

const STICK_REST = 0.25

/** Reads the first gamepad once; `before` is what it returned last. */
export function readGamepad(
  before: readonly boolean[],
  commands: Pick<Commands, 'toggle' | 'step'> & { scrub(from: number, by: number): void; position(): number },
): readonly boolean[] {
  const pad = navigator.getGamepads().find((each) => each !== null)
  if (!pad) return []
  const down = [0, 4, 5].map((button) => pad.buttons[button]?.pressed ?? false)
  const isNew = (i: number): boolean => down[i]! && before[i] === false
  if (isNew(0)) commands.toggle()
  if (isNew(1)) commands.step(-1)
  if (isNew(2)) commands.step(1)
  const stick = pad.axes[0] ?? 0
  if (Math.abs(stick) > STICK_REST) commands.scrub(commands.position(), stick * 10)
  return down
}
