/**
 * One fight after another on a page.
 *
 *   loading   the two fighters are on their way
 *   ready     it begins with the first press of a person
 *   playing   each drawing of the page plays the frames that are due; keys and gamepads are the person's
 *   paused    nothing is played but single frames; also whenever the page is hidden
 *   hurried   nobody plays: frames are played as fast as the machine can
 *   over      the game is decided or broken off; its replay can be kept, and watched in the viewer
 */
import { Picture } from '@arena/engine'
import { FIRST_FRAME } from '@arena/slp'
import { h } from '@arena/viewer/parts'
import type { Bindings } from '../controls/bindings.ts'
import { announcementAt } from './announcement.ts'
import { Controls } from './controls.ts'
import { fileNameOf } from './match-facts.ts'
import { isForFight, isShortcut } from './own-keys.ts'
import { pausePanel, resultPanel, type Choice } from './panels.ts'
import { resultText } from './result-text.ts'
import { Screen } from './screen.ts'
import type { Sparring } from './sparring.ts'
import { StepClock } from './step-clock.ts'

/** Where the replay of a game is watched, in the place of the screen. */
export interface Watched {
  readonly element: HTMLElement
  /** Rejects where it cannot be shown. */
  open(file: Blob, back: () => void): Promise<void>
  close(): void
}

export interface FightOptions {
  readonly begin: () => Promise<Sparring>
  readonly bindings: Bindings
  /** The game stands still until a person first presses something. */
  readonly waits?: boolean
  readonly leave: Choice
  readonly watch: { readonly label: string; readonly make: (game: Sparring) => Watched }
  /** A further game could not begin. */
  readonly fail: (error: unknown) => void
}

type State = 'loading' | 'ready' | 'playing' | 'paused' | 'hurried' | 'over'

/** How long the end is called out before there is more to read. */
const CALL_MS = 1500
/** The part of a picture of the screen in which frames are played as fast as the machine can. */
const HURRY_MS = 12

export class Fight {
  readonly #host: HTMLElement
  readonly #options: FightOptions
  readonly #controls: Controls
  readonly #clock = new StepClock()
  readonly #listening = new AbortController()
  /** The newest picture last. */
  #pictures: [Picture, Picture, Picture] = [new Picture(), new Picture(), new Picture()]
  #shown = 0
  #state: State = 'loading'
  #game: Sparring | null = null
  #screen: Screen | null = null
  #watching: Watched | null = null
  #request = 0
  #isDirty = false
  #alpha = 1
  #overAt: number | null = null
  #file: { readonly blob: Blob; readonly url: string } | null = null

  constructor(host: HTMLElement, options: FightOptions) {
    this.#host = host
    this.#options = options
    this.#controls = new Controls(options.bindings, () => this.#startButton())
    const { signal } = this.#listening
    addEventListener('keydown', (event) => this.#keyDown(event), { signal })
    addEventListener('keyup', ({ code }) => this.#controls.release(code), { signal })
    addEventListener('blur', () => this.#controls.clear(), { signal })
    document.addEventListener('visibilitychange', () => document.hidden && this.#pause(), { signal })
    addEventListener('pagehide', () => this.#pause(), { signal })
  }

  set bindings(bindings: Bindings) {
    this.#controls.bindings = bindings
  }

  /** Begins a new game; rejects where the fighters cannot be loaded. */
  async start(): Promise<void> {
    this.#clear()
    this.#setState('loading')
    this.#host.replaceChildren(h('p', { class: 'empty', role: 'status' }, 'The fighters are on their way…'))
    const game = await this.#options.begin()
    if (this.#listening.signal.aborted) return
    this.#open(game)
    if (this.#options.waits === true && game.persons.length > 0) this.#wait()
    else this.#continue()
  }

  destroy(): void {
    this.#listening.abort()
    this.#clear()
    this.#host.replaceChildren()
  }

  #open(game: Sparring): void {
    this.#game = game
    const screen = new Screen(game, { pause: () => this.#togglePause(), step: () => this.#step() })
    this.#screen = screen
    screen.onDirty = () => (this.#isDirty = true)
    // A branch has frames before its first.
    if (game.frame >= FIRST_FRAME) this.#show(game)
    this.#host.replaceChildren(screen.element)
    this.#host.scrollIntoView({ block: 'nearest' })
    this.#request = requestAnimationFrame((now) => this.#tick(now))
  }

  #clear(): void {
    cancelAnimationFrame(this.#request)
    this.#screen?.destroy()
    this.#screen = null
    this.#watching?.close()
    this.#watching = null
    if (this.#file) URL.revokeObjectURL(this.#file.url)
    this.#file = null
    this.#game = null
    this.#shown = 0
    this.#overAt = null
    this.#alpha = 1
    this.#controls.clear()
    this.#clock.reset()
  }

  #setState(state: State): void {
    this.#state = state
    this.#host.dataset['state'] = state
  }

  // ---- Playing

  #tick(now: number): void {
    this.#request = requestAnimationFrame((at) => this.#tick(at))
    this.#controls.look()
    if (this.#state === 'ready' && this.#controls.isUsed) this.#continue()
    if (this.#state === 'playing') {
      const { steps, alpha } = this.#clock.advance(now)
      for (let i = 0; i < steps && this.#state === 'playing'; i++) this.#play()
      this.#alpha = this.#state === 'playing' ? alpha : 1
      this.#isDirty = true
    } else if (this.#state === 'hurried') {
      const until = performance.now() + HURRY_MS
      while (this.#isHurried && performance.now() < until) this.#play()
      this.#isDirty = true
    }
    if (this.#overAt !== null && now - this.#overAt > CALL_MS) {
      this.#overAt = null
      this.#showResult()
    }
    if (this.#isDirty) this.#draw(now)
  }

  #play(): void {
    const game = this.#game!
    game.step(...this.#controls.poll(game.persons))
    this.#show(game)
    if (game.result) this.#finish()
  }

  #show(game: Sparring): void {
    const [oldest, before, newest] = this.#pictures
    this.#pictures = [before, newest, oldest]
    game.show(oldest)
    this.#shown++
    this.#isDirty = true
  }

  get #isHurried(): boolean {
    return this.#state === 'hurried'
  }

  #wait(): void {
    this.#setState('ready')
    this.#controls.clear()
    this.#screen?.panel()
    this.#screen?.call('READY', 'Press a key to begin')
    this.#screen?.say('The game stands still until you press a key that plays.')
  }

  #draw(now: number): void {
    const [older, before, newest] = this.#pictures
    if (this.#shown === 0 || !this.#screen) return
    this.#isDirty = false
    const alpha = this.#alpha
    const isBetween = alpha < 1 && this.#shown > 1
    const shot = isBetween
      ? { before: this.#shown > 2 ? older : null, picture: before, next: newest, alpha }
      : { before: this.#shown > 1 ? before : null, picture: newest, next: null, alpha: 0 }
    this.#screen.draw(shot, newest, this.#game!.columns, now)
    if (this.#state !== 'over' && this.#state !== 'ready') this.#screen.call(announcementAt(newest.head.frame))
    this.#host.dataset['frame'] = String(newest.head.frame)
  }

  #continue(): void {
    this.#setState('playing')
    this.#clock.reset()
    this.#screen?.setPaused(false)
    this.#screen?.badge('')
    this.#screen?.panel()
    this.#screen?.say('The fight is on.')
  }

  #pause(): void {
    const screen = this.#screen
    if ((this.#state !== 'playing' && this.#state !== 'hurried') || !screen) return
    this.#setState('paused')
    this.#controls.clear()
    this.#alpha = 1
    this.#isDirty = true
    screen.setPaused(true)
    screen.badge('Paused')
    screen.panel(
      ...pausePanel({
        goOn: () => this.#continue(),
        again: () => this.#again(),
        giveUp: { label: this.#game!.persons.length === 1 ? 'Give up' : 'End it here', act: () => this.#giveUp() },
        hurry: this.#game!.persons.length === 0 ? () => this.#hurry() : null,
        leave: this.#options.leave,
      }),
    )
    screen.say('Paused.')
  }

  #togglePause(): void {
    if (this.#state === 'playing' || this.#state === 'hurried') this.#pause()
    else if (this.#state === 'paused' || this.#state === 'ready') this.#continue()
  }

  /** As fast as the machine can, up to the end. */
  #hurry(): void {
    this.#setState('hurried')
    this.#screen?.setPaused(false)
    this.#screen?.panel()
    this.#screen?.badge('To the end')
  }

  /** A gamepad's. */
  #startButton(): void {
    if (this.#state === 'over') {
      if (this.#overAt === null && !this.#watching) this.#again()
    } else this.#togglePause()
  }

  /** One frame while it is paused. */
  #step(): void {
    if (this.#state !== 'paused') return
    this.#screen?.panel()
    this.#play()
    this.#isDirty = true
    if (this.#state === 'paused') this.#screen?.badge(`Paused, frame ${this.#game!.frame}`)
  }

  #again(): void {
    this.start().catch(this.#options.fail)
  }

  // ---- The end

  #giveUp(): void {
    this.#game?.giveUp()
    this.#finish()
  }

  #finish(): void {
    const screen = this.#screen
    const result = this.#game?.result
    if (!screen || !result) return
    this.#setState('over')
    this.#isDirty = true
    screen.setOver()
    screen.badge('')
    screen.panel()
    const blob = new Blob([this.#game!.file()], { type: 'application/octet-stream' })
    this.#file = { blob, url: URL.createObjectURL(blob) }
    screen.call(result.how === 'time' ? 'TIME!' : result.how === 'fault' ? '' : 'GAME!')
    this.#overAt = performance.now()
  }

  #showResult(isUnwatchable = false): void {
    const screen = this.#screen
    const game = this.#game
    const file = this.#file
    if (!screen || !game?.result || !file) return
    const { title, detail } = resultText(game.result, game.players)
    screen.call('')
    screen.panel(
      ...resultPanel({
        title,
        detail,
        url: file.url,
        fileName: fileNameOf(game.players, new Date()),
        again: () => this.#again(),
        watch: { label: this.#options.watch.label, act: () => void this.#watch() },
        leave: this.#options.leave,
        isUnwatchable,
      }),
    )
    screen.say(`${title}. ${detail}`)
  }

  async #watch(): Promise<void> {
    const screen = this.#screen
    const file = this.#file
    if (!screen || !file || this.#watching) return
    const watching = this.#options.watch.make(this.#game!)
    this.#watching = watching
    screen.element.hidden = true
    this.#host.append(watching.element)
    try {
      await watching.open(file.blob, () => this.#unwatch())
    } catch (error) {
      // The viewer could not be loaded; the result is still there.
      console.error(error)
      this.#unwatch(true)
    }
  }

  #unwatch(hasFailed = false): void {
    this.#watching?.close()
    this.#watching = null
    if (!this.#screen) return
    this.#screen.element.hidden = false
    this.#showResult(hasFailed)
  }

  // ---- Keys

  #keyDown(event: KeyboardEvent): void {
    const screen = this.#screen
    if (!screen || this.#watching || !isForFight(event)) return
    const acts: Readonly<Record<string, () => void>> = {
      Escape: () => this.#togglePause(),
      KeyP: () => this.#togglePause(),
      KeyO: () => screen.toggleOverlays(),
      KeyI: () => screen.toggleInputs(),
      KeyF: () => screen.toggleFullscreen(),
      Period: () => this.#step(),
    }
    const { code, repeat } = event
    const act = acts[code]
    if (act && !event.ctrlKey && !event.altKey) {
      event.preventDefault()
      if (!repeat || code === 'Period') act()
      return
    }
    const isCalled = this.#overAt !== null
    if (this.#state === 'loading' || (this.#state === 'over' && !isCalled)) return
    if (!isShortcut(event, this.#controls.bindings) && this.#controls.press(code)) event.preventDefault()
  }
}
