/** Hears whoever watches: keys of the page, touch and mouse on the picture, a gamepad, files that are dropped or chosen. */
import { isKeyFor, listenToPointer, pressKey, readGamepad, type Commands } from './controls.ts'
import { h } from './dom.ts'

interface ChosenFiles {
  readonly replay: Blob | null
  readonly marks: Blob | null
}

export interface ListeningOptions {
  readonly host: HTMLElement
  readonly viewer: HTMLElement
  readonly picture: HTMLElement
  /** Shown while a file is held over the viewer. */
  readonly drop: HTMLElement
  readonly commands: Commands
  /** Frames are moved from a position on. */
  readonly scrub: (from: number, by: number) => void
  readonly position: () => number
  /** A replay, the debug marks beside one, or both at once. */
  readonly openFiles: (files: ChosenFiles) => void
  /** Whether keys are for a dialog now. */
  readonly isBusy: () => boolean
  /** A gamepad is there: it has to be read from now on. */
  readonly padConnected: () => void
}

export class Listening {
  /** Asks a person for a replay, and for its debug marks. */
  readonly picker = h('input', { type: 'file', accept: '.slp,.jsonl', multiple: true, hidden: true })
  readonly #options: ListeningOptions
  readonly #abort = new AbortController()
  #pads: readonly boolean[] | null = null

  constructor(options: ListeningOptions) {
    this.#options = options
    const { host, picture, commands, scrub, position, isBusy } = options
    const { signal } = this.#abort
    document.addEventListener(
      'keydown',
      (event) => {
        if (isBusy() || !isKeyFor(event, host)) return
        if (pressKey(event, commands)) event.preventDefault()
      },
      { signal },
    )
    addEventListener('gamepadconnected', () => this.#startPads(), { signal })
    listenToPointer(picture, { ...commands, scrub, position })
    this.picker.addEventListener('change', () => this.#take(this.picker.files))
    this.#listenToDrops()
  }

  destroy(): void {
    this.#abort.abort()
  }

  /** Reads the gamepad once; whether there is one. */
  readPads(): boolean {
    if (this.#pads === null) return false
    const { host, commands, scrub, position } = this.#options
    const { activeElement } = document
    const isMine = activeElement === host || document.querySelectorAll('arena-replay').length === 1
    const connected = navigator.getGamepads().some((pad) => pad !== null)
    if (!connected) this.#pads = null
    else if (isMine) this.#pads = readGamepad(this.#pads, { ...commands, scrub, position })
    return this.#pads !== null
  }

  #startPads(): void {
    this.#pads = []
    this.#options.padConnected()
  }

  #listenToDrops(): void {
    const { viewer, drop } = this.#options
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
    if (all.length > 0) this.#options.openFiles(chosen)
    return all.length > 0
  }
}
