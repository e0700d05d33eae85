/** Hears whoever watches: keys of the page, touch and mouse on the picture, a gamepad, files that are dropped or chosen. */
import { isKeyFor, isShown, listenToPointer, pressKey, readGamepad, type Acts } from './controls.ts'
import { h } from './dom.ts'
import type { State } from './state.ts'
import type { View } from './view.ts'

/** A replay, the debug marks beside one, or both at once. */
export interface ChosenFiles {
  readonly replay: Blob | null
  readonly marks: Blob | null
}

export class Listening {
  /** Asks a person for a replay, and for its debug marks. */
  readonly picker = h('input', { type: 'file', accept: '.slp,.jsonl', multiple: true, hidden: true })
  readonly #host: HTMLElement
  readonly #state: State
  readonly #openFiles: (files: ChosenFiles) => void
  #pads: readonly boolean[] | null = null

  constructor(
    host: HTMLElement,
    state: State,
    view: View,
    acts: Acts,
    openFiles: (files: ChosenFiles) => void,
    signal: AbortSignal,
  ) {
    this.#host = host
    this.#state = state
    this.#openFiles = openFiles
    document.addEventListener(
      'keydown',
      (event) => {
        // A dialog has the keys for itself.
        if (view.help.isOpen || !isKeyFor(event, host)) return
        if (pressKey(event, state, acts)) event.preventDefault()
      },
      { signal },
    )
    addEventListener('gamepadconnected', () => this.#startPads(), { signal })
    listenToPointer(view.picture, state, acts)
    this.picker.addEventListener('change', () => this.#take(this.picker.files))
    this.#listenToDrops(view)
  }

  /** Reads the gamepad once; whether there is one. */
  readPads(): boolean {
    if (this.#pads === null) return false
    const { activeElement } = document
    const isMine = activeElement === this.#host || document.querySelectorAll('arena-replay').length === 1
    const connected = navigator.getGamepads().some((pad) => pad !== null)
    if (!connected) this.#pads = null
    else if (isMine && isShown(this.#host)) this.#pads = readGamepad(this.#pads, this.#state)
    return this.#pads !== null
  }

  #startPads(): void {
    this.#pads = []
    // It has to be read from now on.
    this.#state.redraw()
  }

  #listenToDrops({ viewer, drop }: View): void {
    const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false
    viewer.addEventListener('dragover', (event) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      drop.hidden = false
    })
    viewer.addEventListener('dragleave', (event) => {
      if (!(event.relatedTarget instanceof Node && viewer.contains(event.relatedTarget))) drop.hidden = true
    })
    viewer.addEventListener('drop', (event) => {
      drop.hidden = true
      if (this.#take(event.dataTransfer?.files)) event.preventDefault()
    })
  }

  #take(files: FileList | null | undefined): boolean {
    const all = [...(files ?? [])]
    const isMarks = ({ name }: File): boolean => name.toLowerCase().endsWith('.jsonl')
    const chosen = { replay: all.find((file) => !isMarks(file)) ?? null, marks: all.find(isMarks) ?? null }
    if (all.length > 0) this.#openFiles(chosen)
    return all.length > 0
  }
}
