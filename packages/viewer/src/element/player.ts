/**
 * The viewer inside the element. It owns the state, has it shown where it has changed, and knows what of it comes from attributes and
 * files. The element loads this module when it is seen or asked to play. Where bytes come from (`feed.ts`), what may
 * change (`state.ts`), what is heard (`listening.ts`) and what is shown (`view.ts`, `picture.ts`) are modules of their own.
 */
import type { Ratings, ReplayPlace } from '../replay/messages.ts'
import { NOT_DRAWN } from '../replay/replay-errors.ts'
import { toggleFullscreen, type Acts } from './controls.ts'
import { NO_MARKS, UNREADABLE, type MarksPlace } from './debug-marks.ts'
import { onPixelRatio } from './dom.ts'
import { Feed } from './feed.ts'
import { linesOf } from './hud.ts'
import { Listening } from './listening.ts'
import { MissedPads } from './missed-pads.ts'
import { PictureCanvas, pictureToShow, type Shown } from './picture.ts'
import { choice, framesIn, namesIn, ratingsIn } from './settings.ts'
import {
  branch,
  change,
  endLive,
  isBroken,
  newState,
  note,
  notify,
  pause,
  play,
  seek,
  setMarks,
  setSpeed,
  setWords,
  type OpenOptions,
} from './state.ts'
import { View } from './view.ts'

/** What goes with a file. */
export interface FileOptions {
  /** The seed of its match. */
  readonly seed?: string | null
  /** Debug marks of its match. */
  readonly debug?: Blob | null
  /** What its players are called by port, instead of what it says. */
  readonly names?: readonly string[]
}

export class Player {
  readonly state = newState(
    (name, detail) => this.#emit(name, detail),
    () => this.#redraw(),
  )
  readonly #host: HTMLElement
  readonly #states: CustomStateSet
  readonly #acts: Acts = {
    fullscreen: () => void toggleFullscreen(this.#host, this.state),
    help: () => this.#view.help.toggle(),
    choose: () => this.#listening.picker.click(),
    again: () => this.open(this.state.place, this.state.options),
  }
  readonly #view: View
  readonly #picture: PictureCanvas
  readonly #listening: Listening
  readonly #feed = new Feed(this.state, () => this.#showState(false))
  readonly #abort = new AbortController()
  readonly #resizes = new ResizeObserver(() => this.#resize())
  /** Ends the reading of debug marks. */
  #marksAbort = new AbortController()
  #request = 0
  /** The state has changed since it was shown, and since the picture was drawn. */
  #isChanged = false
  #isStale = false
  #isVisible = true
  /** As it was at the last picture of the screen. */
  #position = 0
  #wasPlaying = false

  constructor(host: HTMLElement, root: ShadowRoot, states: CustomStateSet) {
    this.#host = host
    this.#states = states
    const { signal } = this.#abort
    const view = (this.#view = new View(host, this.state, this.#acts))
    this.#picture = new PictureCanvas(view.picture)
    this.#listening = new Listening(
      host,
      this.state,
      view,
      this.#acts,
      ({ replay, marks }) => {
        // Debug marks alone are for the replay that is open.
        if (replay) this.openFile(replay, { debug: marks })
        else if (marks) void this.#readMarks({ file: marks })
      },
      signal,
    )
    root.adoptedStyleSheets = [...root.adoptedStyleSheets.slice(0, 1), view.teams]
    view.viewer.append(this.#listening.picker)
    root.replaceChildren(view.viewer)
    this.#resizes.observe(view.stage)
    this.#resizes.observe(view.seekBar.element)
    onPixelRatio(() => this.#resize(), signal)
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.apply('theme'), { signal })
    for (const name of ['theme', 'overlays', 'controls', 'hud', 'chance', 'speed', 'can-branch', 'branch-points'])
      this.apply(name)
  }

  /** Opens a replay; without one it asks for a file. */
  open(place: ReplayPlace | null, options: OpenOptions): void {
    this.#view.sharing.reset()
    this.#showState(false)
    this.#feed.open(place, options, { names: this.#namesOf(place, options), ratings: this.#ratingsOf(place) })
    this.apply('missed')
    void this.#readMarks(options.marks, options.isLive)
  }

  openFile(
    file: Blob,
    { seed = null, debug = null, names = [] }: FileOptions = {},
    { frame = null, isPlaying = false }: Partial<Pick<OpenOptions, 'frame' | 'isPlaying'>> = {},
  ): void {
    const marks = debug && { file: debug }
    this.open({ file }, { seed, signed: null, isLive: false, frame, isPlaying, marks, names })
  }

  play(): void {
    change(this.state, play)
  }

  pause(): void {
    change(this.state, pause)
  }

  seek(frame: number): void {
    change(this.state, seek, frame)
  }

  async #readMarks(place: MarksPlace | null, isLive = false): Promise<void> {
    const { state } = this
    this.#marksAbort.abort()
    const { signal } = (this.#marksAbort = new AbortController())
    change(state, setMarks, NO_MARKS)
    if (place === null) return
    try {
      let last = NO_MARKS
      const { readMarks } = await loadReader()
      for await (const marks of readMarks(place, signal)) {
        if (signal.aborted) return
        last = marks
        change(state, setMarks, marks)
      }
      if (last.skipped > 0) change(state, notify, `Lines without a debug mark: ${last.skipped}.`, true)
      // While a match is played it is not known whether marks will come.
      else if (last.count === 0 && !isLive) change(state, notify, 'There are no debug marks in this file.')
    } catch (error) {
      if (!signal.aborted) change(state, notify, (error as Error).message, true)
    }
  }

  focus(options?: FocusOptions): void {
    this.#view.viewer.focus(options)
  }

  branch(): void {
    change(this.state, branch)
  }

  /** Plays and seeks together with another, at this one's place; null: alone again. */
  async pairWith(other: Player | null): Promise<void> {
    const { state } = this
    const before = state.partner
    before?.part()
    if (other) (await import('./pairing.ts')).pair(state, other.state)
    for (const each of [state, before?.state, other?.state]) each?.redraw()
  }

  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible
    if (isVisible) this.#redraw()
  }

  /** An attribute of the element has changed. */
  apply(name: string): void {
    const { state } = this
    const value = this.#host.getAttribute(name)
    if (name === 'theme') {
      const wanted = choice(value, ['auto', 'light', 'dark'])
      const isDark = wanted === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : wanted === 'dark'
      state.theme = isDark ? 'dark' : 'light'
      this.#resize()
    } else if (name === 'speed' && value !== null) setSpeed(state, Number.parseFloat(value))
    else if (name === 'overlays') setWords(state, value)
    else if (name === 'controls') state.controls = choice(value, ['on', 'minimal', 'off'])
    else if (name === 'hud') state.hud = choice(value, ['on', 'off'])
    else if (name === 'can-branch') state.isBranchable = value !== null
    else if (name === 'branch-points') state.branchPoints = framesIn(value)
    else if (name === 'missed') state.missed = new MissedPads(isKnown(state.place) ? value : null)
    else if (name === 'names') this.#feed.rename(this.#namesOf(state.place, state.options))
    else if (name === 'ratings') this.#feed.rate(this.#ratingsOf(state.place))
    else if (name === 'chance') state.isChanceOn = choice(value, ['on', 'off']) === 'on'
    this.#redraw()
  }

  destroy(): void {
    void this.pairWith(null)
    this.#showState(false)
    this.#abort.abort()
    this.#resizes.disconnect()
    this.#view.destroy()
    cancelAnimationFrame(this.#request)
    this.#marksAbort.abort()
    this.#feed.close()
    this.#view.sharing.reset()
  }

  /** What the page calls the players. */
  #namesOf(place: ReplayPlace | null, { names }: OpenOptions): readonly string[] {
    return isKnown(place) ? namesIn(this.#host.getAttribute('names')) : names
  }

  #ratingsOf(place: ReplayPlace | null): Ratings | null {
    return isKnown(place) ? ratingsIn(this.#host.getAttribute('ratings')) : null
  }

  /** Shows the state once for all that changes in one go, and draws it with the next picture of the screen. */
  #redraw(): void {
    if (!this.#isChanged) queueMicrotask(() => this.#render())
    this.#isChanged = true
    this.#isStale = true
    this.#schedule()
  }

  #render(): void {
    this.#isChanged = false
    this.#view.render()
  }

  #schedule(): void {
    if (this.#request === 0 && !this.#abort.signal.aborted)
      this.#request = requestAnimationFrame((now) => this.#tick(now))
  }

  /** Once for each picture of the screen, while it plays or has changed. */
  #tick(now: number): void {
    this.#request = 0
    const { state } = this
    const hasPads = this.#listening.readPads()
    const { playback } = state
    // One that is shared moves once for each picture of the screen, whichever viewer asks first.
    playback.advance(now)
    if (playback.position !== this.#position) this.#isStale = true
    this.#position = playback.position
    const wasPlaying = this.#wasPlaying
    this.#wasPlaying = playback.isPlaying
    if (playback.isPlaying) state.time = now
    if (this.#isStale && this.#isVisible) {
      this.#isStale = false
      this.#draw(now)
    }
    if (wasPlaying && !playback.isPlaying && playback.isAtEnd) this.#stopped(now)
    if (playback.isPlaying || hasPads) this.#schedule()
  }

  /** Draws the picture and what follows it. One picture that cannot be drawn takes no other with it. */
  #draw(now: number): void {
    const { state } = this
    const { source, info } = state
    if (!source || !info || !this.#picture.isFitted) return
    try {
      const found = pictureToShow(state, source)
      this.#view.showPlace(now, found !== null)
      if (found) this.#show({ ...found, source, info }, now)
    } catch (error) {
      if (state.hasFailed) return
      state.hasFailed = true
      reportError(error)
      change(state, note, NOT_DRAWN)
    }
  }

  #show(shown: Shown, now: number): void {
    const { state } = this
    const { frame, picture, source, info } = shown
    this.#view.showFrame(shown, this.#picture.draw(state, shown))
    if (!isBroken(state)) this.#showState(true)
    this.#view.sharing.record()
    if (state.drawnFrame === frame) return
    state.drawnFrame = frame
    if (!state.isReady) {
      state.isReady = true
      this.#view.render()
      this.#emit('arena-replay-ready', { info })
    }
    this.#emit('arena-replay-frame', {
      frame,
      exact: source.isExact(frame),
      players: linesOf(info, picture),
      chance: source.chance(frame),
    })
    if (frame === state.playback.frame) this.#view.announcer.say(info, picture, now)
  }

  /** It has played to the end. */
  #stopped(now: number): void {
    const { state } = this
    const { frame } = state.playback
    this.#view.render()
    this.#view.showPlace(now, true)
    endLive(state)
    this.#emit('arena-replay-end', { frame })
  }

  #resize(): void {
    const { state } = this
    const { clientWidth, clientHeight } = this.#view.stage
    this.#view.seekBar.resize()
    if (this.#picture.fit(state.theme, clientWidth, clientHeight)) {
      state.isCut = true
      if (this.#isVisible) this.#draw(performance.now())
    }
    this.#redraw()
  }

  /** Whether there is a picture that is not about to go stale: pages style by `:state(shown)`. */
  #showState(isShown: boolean): void {
    if (isShown) this.#states.add('shown')
    else this.#states.delete('shown')
  }

  #emit(name: string, detail: object): void {
    this.#host.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }
}

const loadReader = () =>
  import('./read-marks.ts').catch(() => {
    throw new Error(UNREADABLE)
  })

/** The page knows something of a replay at an address, and nothing of a file that a person has. */
const isKnown = (place: ReplayPlace | null): boolean => place !== null && 'url' in place
