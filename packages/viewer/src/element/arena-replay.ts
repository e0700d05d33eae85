/**
 * `<arena-replay>`: watches a match. This module is what a page loads first; the viewer itself is loaded when the element is seen, or
 * asked to play. Where it does not come, the element says so and shows what the page has in it; the next press asks for it again.
 */
import type { ReplayPlace } from '../replay/messages.ts'
import { NOT_LOADED } from '../replay/not-loaded.ts'
import type { Proof, ReplayInfo, Verdict } from '../replay/replay-info.ts'
import { warmWorker } from '../replay/start-worker.ts'
import { h, iconButton } from './dom.ts'
import { NOT_LOADED_HINT, notLoadedActions } from './not-loaded.ts'
import type { FileOptions, Player } from './player.ts'
import { frameOf } from './settings.ts'
import { styleSheet } from './styles.ts'

const TAG = 'arena-replay'
const OPENS = ['src', 'seed', 'signed', 'live', 'debug']
const SETS = [
  'theme',
  'overlays',
  'controls',
  'hud',
  'chance',
  'speed',
  'names',
  'ratings',
  'missed',
  'can-branch',
  'branch-points',
]

export class ArenaReplay extends HTMLElement {
  static readonly observedAttributes = [...OPENS, ...SETS, 'frame', 't', 'paused']

  readonly #root = this.attachShadow({ mode: 'open' })
  readonly #states = this.attachInternals().states
  readonly #sight = new IntersectionObserver((entries) => this.#see(entries.at(-1)?.isIntersecting ?? false))
  #player: Player | null = null
  /** Under way; an element that is moved meanwhile goes on loading. */
  #loading: Promise<void> | null = null
  #file: Blob | null = null
  #fileOptions: FileOptions = {}
  #isOpening = false
  /** The viewer could not be loaded. */
  #hasFailed = false
  /** What was asked for by `play` and `pause` before there is a player. */
  #isPlayAsked: boolean | null = null

  /** Makes the element known to the page. */
  static define(name: string = TAG): void {
    if (!customElements.get(name)) customElements.define(name, ArenaReplay)
  }

  connectedCallback(): void {
    this.#root.adoptedStyleSheets = [styleSheet()]
    const play = iconButton('play', 'Play', () => void this.play())
    play.className = 'big-play'
    this.#show(h('div', { class: 'stage' }, h('slot', { name: 'poster' }), play))
    this.#sight.observe(this)
    if (this.#file !== null || this.#isPlayAsked) void this.#load()
  }

  disconnectedCallback(): void {
    this.#sight.disconnect()
    this.#player?.destroy()
    this.#player = null
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    const player = this.#player
    if (name === 'paused') this.#isPlayAsked = null
    if (!player || before === after) return
    if (OPENS.includes(name)) this.#openSoon()
    else if (SETS.includes(name)) player.apply(name)
    else if (name === 'paused') {
      if (after === null) player.play()
      else player.pause()
    } else {
      const frame = this.#frame
      if (frame !== null) player.seek(frame)
    }
  }

  get info(): ReplayInfo | null {
    return this.#player?.state.info ?? null
  }

  get verdict(): Verdict | null {
    return this.#player?.state.source?.verdict ?? null
  }

  /** Whether it is what the arena has signed; null until that is known, and where nothing is signed. */
  get proof(): Proof | null {
    return this.#player?.state.source?.proof ?? null
  }

  /** What is wrong, in a sentence. */
  get error(): string | null {
    return this.#player?.state.source?.error ?? (this.#hasFailed ? NOT_LOADED : null)
  }

  get currentFrame(): number {
    return this.#player?.state.playback.frame ?? this.#frame ?? 0
  }

  set currentFrame(frame: number) {
    if (this.#player) this.#player.seek(frame)
    else this.setAttribute('frame', String(Math.round(frame)))
  }

  get isPlaying(): boolean {
    return this.#player?.state.playback.isPlaying ?? false
  }

  /** Before the element is on a page, it plays once it is. */
  async play(): Promise<void> {
    if (this.#player) return this.#player.play()
    this.#isPlayAsked = true
    await this.#load()
  }

  pause(): void {
    if (this.#player) this.#player.pause()
    else this.#isPlayAsked = false
  }

  /**
   * Opens a file that a person has, instead of `src`. With the match's seed its draws are checked too; `debug` is the file of marks that
   * the local kit keeps beside a replay, `names` what the players are called.
   */
  async open(file: Blob, options: FileOptions = {}): Promise<void> {
    this.#file = file
    this.#fileOptions = options
    if (this.#player) this.#player.openFile(file, options)
    else await this.#load()
  }

  /** The keys are the viewer's. */
  override focus(options?: FocusOptions): void {
    if (this.#player) this.#player.focus(options)
    else super.focus(options)
  }

  /** Asks the page, by `arena-replay-branch`, to play on from the present frame. */
  branch(): void {
    this.#player?.branch()
  }

  /**
   * Plays and seeks together with another element from now on, at this one's place; null: alone again. It ends where one of them opens
   * another replay, or leaves the page.
   */
  async pairWith(other: ArenaReplay | null): Promise<void> {
    for (const each of [this, other]) if (each && !each.#player) await each.#load()
    await this.#player?.pairWith(other === null ? null : other.#player)
  }

  get #frame(): number | null {
    return frameOf(this.getAttribute('frame'), this.getAttribute('t'))
  }

  #see(isVisible: boolean): void {
    if (isVisible && !this.#player) void this.#load()
    this.#player?.setVisible(isVisible)
  }

  /** Waits for nothing while the element is on no page. */
  async #load(): Promise<void> {
    if (this.isConnected) await (this.#loading ??= this.#start())
  }

  async #start(): Promise<void> {
    if (this.#file !== null || this.hasAttribute('src')) warmWorker()
    const made = await import('./player.ts').catch(() => null)
    this.#loading = null
    if (!this.isConnected) return
    this.#hasFailed = made === null
    if (made === null) return this.#fail()
    this.#player = new made.Player(this, this.#root, this.#states)
    this.#openNow()
  }

  #fail(): void {
    const hadFocus = this.#root.activeElement !== null
    const actions = notLoadedActions(() => void this.#load())
    this.#show(
      h(
        'div',
        { class: 'unloaded', role: 'alert' },
        h('p', { class: 'what' }, NOT_LOADED),
        h('p', { class: 'hint' }, NOT_LOADED_HINT),
        h('div', { class: 'actions' }, ...actions),
      ),
      h('slot'),
    )
    if (hadFocus) actions[0]?.focus()
    const detail = { message: NOT_LOADED }
    this.dispatchEvent(new CustomEvent('arena-replay-error', { detail, bubbles: true, composed: true }))
  }

  /** What there is to see without the viewer. */
  #show(...content: readonly Node[]): void {
    const theme = this.getAttribute('theme')
    const isDark = theme === 'dark' || (theme !== 'light' && prefersDark())
    this.#root.replaceChildren(h('div', { class: isDark ? 'viewer dark' : 'viewer' }, ...content))
  }

  /** Attributes that are set one after another open one replay. */
  #openSoon(): void {
    if (this.#isOpening) return
    this.#isOpening = true
    queueMicrotask(() => {
      this.#isOpening = false
      this.#file = null
      this.#openNow()
    })
  }

  #openNow(): void {
    const src = this.getAttribute('src')
    const file = this.#file
    const place: ReplayPlace | null = src ? { url: src } : null
    const isLive = !file && this.hasAttribute('live')
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const playsByItself = !this.hasAttribute('paused') && (isLive || (this.hasAttribute('autoplay') && !isStill))
    const isPlaying = this.#isPlayAsked ?? playsByItself
    this.#isPlayAsked = null
    const frame = this.#frame
    if (file) {
      this.#player?.openFile(file, this.#fileOptions, { frame, isPlaying })
      return
    }
    const marks = this.getAttribute('debug')
    this.#player?.open(place, {
      seed: this.getAttribute('seed'),
      signed: this.getAttribute('signed'),
      isLive,
      frame,
      isPlaying,
      marks: marks ? { url: marks } : null,
      names: [],
    })
  }
}

const prefersDark = (): boolean => matchMedia('(prefers-color-scheme: dark)').matches
