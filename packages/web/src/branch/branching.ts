/**
 * "Take over here" on the page of a match: from a frame of its replay others play on, in the page.
 *
 *   watching   the viewer shows the match
 *   choosing   above it stands who plays on; what is chosen is made ready meanwhile
 *   fight      the game, in the place of the viewer
 *   beside     the game in a viewer of its own, beside the match; from each of the two it can begin again
 */
import type { ArenaReplay } from '@arena/viewer/element'
import { storedBindings } from '../play/controls/stored-bindings.ts'
import { Fight } from '../play/fight/fight.ts'
import { newMatchId } from '../play/fight/match-facts.ts'
import type { Sparring } from '../play/fight/sparring.ts'
import { Beside } from './beside.ts'
import { ChoiceForm, type Words } from './choice-form.ts'
import { sideOf, standInOf } from './sides.ts'
import { Source } from './source.ts'

/** Where another game begins. */
interface Point {
  readonly source: Source
  readonly frame: number
  readonly names: readonly [string, string]
}

export class Branching {
  readonly #root: HTMLElement
  readonly #match: ArenaReplay
  readonly #place: HTMLElement
  /** That of the page is read once. */
  #ofPage: Source | null = null
  #form: ChoiceForm | null = null
  #fight: Fight | null = null
  #beside: Beside | null = null
  /** What was chosen last. */
  #words: Words | null = null
  /** The game for it, and what ends its preparation. */
  #prepared: Promise<Sparring> | null = null
  #preparing = new AbortController()

  /** `root` holds the viewer of the match, and the place for a game. */
  constructor(root: HTMLElement, match: ArenaReplay, place: HTMLElement) {
    this.#root = root
    this.#match = match
    this.#place = place
  }

  /** Asks who plays on from a frame of a viewer; `file` is what it shows, where that is not the match of the page. */
  ask(viewer: EventTarget | null, frame: number, file: Blob | null): void {
    const beside = this.#beside
    if (beside && viewer === beside.viewer) this.#choose({ source: beside.source, frame, names: beside.names })
    else this.#choose(file ? this.#ofFile(file, frame) : this.#ofMatch(frame))
  }

  /** As an address says, by port: at once where it says who plays on both sides. */
  open(frame: number, [first, second]: readonly [string | null, string | null]): void {
    const point = this.#ofMatch(frame)
    const other = (port: 0 | 1, word: string | null): string => (word === 'you' ? standInOf(point.names[port]) : 'you')
    this.#choose(point, [first ?? other(0, second), second ?? other(1, first)])
    if (first !== null && second !== null) void this.#begin(point)
  }

  #ofMatch(frame: number): Point {
    const match = this.#match
    const [first = '', second = ''] = match.getAttribute('names')?.split('\n') ?? []
    const names = [first, second] as const
    this.#ofPage ??= new Source({
      replay: { url: match.getAttribute('src')! },
      seed: match.getAttribute('seed'),
      names,
      matchId: this.#root.dataset['match']!,
      points: [],
    })
    return { source: this.#ofPage, frame, names }
  }

  #ofFile(file: Blob, frame: number): Point {
    const [first = '', second = ''] = this.#match.info?.players.map(({ name }) => name) ?? []
    const source = new Source({ replay: { file }, seed: null, names: null, matchId: newMatchId(), points: [] })
    return { source, frame, names: [first, second] }
  }

  // ---- Choosing

  #choose(point: Point, words: Words = this.#words ?? ['you', standInOf(point.names[1])]): void {
    this.#form?.element.remove()
    const { frame, names } = point
    const form = new ChoiceForm({
      frame,
      names,
      words,
      bindings: storedBindings(),
      change: (chosen) => this.#prepare(point, chosen),
      begin: () => void this.#begin(point),
      cancel: () => this.#cancel(),
    })
    this.#form = form
    this.#root.prepend(form.element)
    form.focus()
    this.#prepare(point, words)
  }

  /** Makes a game ready while it is still being chosen. */
  #prepare({ source, frame }: Point, words: Words): void {
    this.#preparing.abort()
    const { signal } = (this.#preparing = new AbortController())
    const form = this.#form
    this.#words = words
    this.#prepared = source.branch(frame, sidesOf(words), signal)
    form?.show({ state: 'loading' })
    this.#prepared.then(
      () => signal.aborted || form?.show({ state: 'ready' }),
      (error: unknown) => signal.aborted || form?.show({ state: 'failed', failure: sentenceOf(error) }),
    )
  }

  #cancel(): void {
    this.#preparing.abort()
    this.#form?.element.remove()
    this.#form = null
    this.#focusOnMatch()
  }

  // ---- Playing

  async #begin(point: Point): Promise<void> {
    const { signal } = this.#preparing
    const words = this.#words!
    const game = await this.#prepared!.catch(() => null)
    // What is wrong with it stands in the form.
    if (game === null || signal.aborted) return
    this.#form?.element.remove()
    this.#form = null
    this.#fight?.destroy()
    this.#match.pause()
    this.#match.hidden = true
    this.#place.hidden = false
    this.#root.dataset['phase'] = 'fight'
    let next: Sparring | null = game
    const fight = new Fight(this.#place, {
      begin: async () => {
        const begun = next ?? (await point.source.branch(point.frame, sidesOf(words), signal))
        next = null
        return begun
      },
      bindings: storedBindings(),
      waits: true,
      leave: { label: 'Back to the match', act: () => this.#leave() },
      watch: { label: 'Watch both', make: (begun) => this.#besideOf(point, begun) },
      fail: (error) => {
        this.#leave()
        this.#choose(point, words)
        this.#form?.show({ state: 'failed', failure: sentenceOf(error) })
      },
    })
    this.#fight = fight
    await fight.start()
  }

  #besideOf({ source, frame }: Point, { players }: Sparring): Beside {
    this.#beside = new Beside({
      root: this.#root,
      match: this.#match,
      of: source,
      names: [players[0].name, players[1].name],
      points: source.pointsTo(frame),
      leave: () => this.#leave(),
    })
    return this.#beside
  }

  #leave(): void {
    this.#preparing.abort()
    this.#fight?.destroy()
    this.#fight = null
    this.#beside = null
    this.#place.hidden = true
    this.#match.hidden = false
    this.#root.dataset['phase'] = 'watching'
    this.#focusOnMatch()
  }

  #focusOnMatch(): void {
    const viewers = [this.#match, this.#beside?.viewer]
    const shown = viewers.findLast((each) => each?.isConnected && !each.hidden)
    shown?.focus()
  }
}

const sidesOf = (words: Words) => [sideOf(words[0])!, sideOf(words[1])!] as const

const NOT_LOADED =
  'The game could not be loaded: the connection is lost, or the arena has been updated. Reload the page.'

/** Errors of the engine and of the reader are sentences; those of a browser, when a file does not come, are none. */
function sentenceOf(error: unknown): string {
  console.error(error)
  return error instanceof Error && !(error instanceof TypeError) ? error.message : NOT_LOADED
}
