/** A branch in a viewer of its own, beside that of the match: both are played and sought together, and the branch point is marked. */
import { ArenaReplay } from '@arena/viewer/element'
import { h, textButton } from '@arena/viewer/parts'
import type { Watched } from '../play/fight/fight.ts'
import { Source } from './source.ts'

interface BesideOptions {
  /** Holds the viewer of the match, and all that is about it. */
  readonly root: HTMLElement
  readonly match: ArenaReplay
  /** What it is a branch of. */
  readonly of: Source
  /** Who plays in it, by port. */
  readonly names: readonly [string, string]
  /** The last is its own. */
  readonly points: readonly number[]
  readonly leave: () => void
}

export class Beside implements Watched {
  readonly element = h('div', { class: 'fight-replay' })
  readonly viewer = new ArenaReplay()
  readonly names: readonly [string, string]
  readonly #options: BesideOptions
  #file: Blob | null = null
  #head: HTMLElement | null = null
  /** As the page had it. */
  #controls: string | null = null

  constructor(options: BesideOptions) {
    this.#options = options
    this.names = options.names
  }

  /** The game, to be played on from one of its frames. */
  get source(): Source {
    const { of, points } = this.#options
    const { seed, matchId } = of.options
    return new Source({ replay: { file: this.#file! }, seed, names: this.names, matchId, points })
  }

  async open(file: Blob, back: () => void): Promise<void> {
    const { root, match, of, names, points, leave } = this.#options
    const { viewer } = this
    this.#file = file
    const point = points.at(-1)!
    const backButton = textButton('Back to the result', back)
    const note = `The match and the game from frame ${point} on, played together. T takes over again.`
    this.#head = h(
      'p',
      { class: 'buttons beside-head' },
      backButton,
      textButton('Back to the match', leave, { class: 'quiet' }),
      h('span', { class: 'note' }, note),
    )
    root.prepend(this.#head)
    root.dataset['phase'] = 'beside'
    match.hidden = false
    this.#controls = match.getAttribute('controls')
    match.setAttribute('controls', 'off')
    match.setAttribute('branch-points', String(points[0]))
    viewer.className = 'replay-slot'
    viewer.setAttribute('aria-label', `The game from frame ${point} on`)
    viewer.setAttribute('can-branch', '')
    viewer.setAttribute('branch-points', points.join(','))
    this.element.replaceChildren(viewer)
    backButton.focus()
    await viewer.open(file, { seed: of.options.seed, names })
    // Not to be read anew with the page: that would lose the file.
    if (viewer.error !== null) throw new Error(viewer.error)
    await match.pairWith(viewer)
    match.currentFrame = point
  }

  close(): void {
    const { root, match } = this.#options
    void match.pairWith(null)
    this.element.remove()
    if (this.#head === null) return
    this.#head.remove()
    match.removeAttribute('branch-points')
    if (this.#controls === null) match.removeAttribute('controls')
    else match.setAttribute('controls', this.#controls)
    match.hidden = true
    root.dataset['phase'] = 'fight'
  }
}
