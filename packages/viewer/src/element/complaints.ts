/** Says what is wrong: in place of the picture where there is none, else in the line under it. Each thing is said once. */
import type { ReplayPlace } from '../replay/messages.ts'
import { NOT_LOADED } from '../replay/not-loaded.ts'
import { textButton } from './dom.ts'
import { NOT_LOADED_HINT, notLoadedActions } from './not-loaded.ts'
import type { Panels } from './panels.ts'

export interface ComplaintsParts {
  readonly panels: Panels
  readonly place: () => ReplayPlace | null
  readonly again: () => void
  readonly choose: () => void
  /** The page hears of it too. */
  readonly tell: (message: string) => void
}

const HINTS = {
  none: 'Drop a .slp file here, or choose one.',
  file: 'Drop another .slp file here, or choose one.',
  url: 'Try again, or drop a .slp file here.',
}

export class Complaints {
  readonly #parts: ComplaintsParts

  constructor(parts: ComplaintsParts) {
    this.#parts = parts
  }

  /** Nothing can be shown. */
  fail(what: string): void {
    const { panels, again, choose, tell } = this.#parts
    const place = this.#parts.place()
    const from = place === null ? 'none' : 'file' in place ? 'file' : 'url'
    const isNew = !panels.isFailed
    const chooseButton = textButton('Choose a file…', choose)
    const actions = from === 'url' ? [textButton('Try again', again), chooseButton] : [chooseButton]
    if (what === NOT_LOADED) panels.showFailure({ what, hint: NOT_LOADED_HINT, actions: notLoadedActions(again) })
    else panels.showFailure({ what, hint: HINTS[from], actions })
    if (isNew && place !== null) tell(what)
  }

  /** Something is wrong, but there is something to show. */
  note(what: string): void {
    const { panels, tell } = this.#parts
    if (panels.notice === what) return
    panels.notify(what, true)
    tell(what)
  }

  reset(): void {
    this.#parts.panels.showFailure(null)
    this.#parts.panels.notify('')
  }
}
