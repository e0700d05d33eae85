/**
 * One fight after another on a page.
 *
 *   loading   the two fighters are on their way
 *   playing   each drawing of the page plays the frames that are due; keys and gamepads are the person's
 *   paused    nothing is played but single frames; also whenever the page is hidden
 *   over      the game is decided or broken off; its replay can be kept, and watched in the viewer
 */
import { Picture } from '@arena/engine'
import type { StageId } from '@arena/protocol'
import { houseBots } from '@arena/sdk/house'
import { h } from '@arena/viewer/parts'
import type { Bindings } from '../controls/bindings.ts'
import { announcementAt } from './announcement.ts'
import { Controls } from './controls.ts'
import { fileNameOf, hexOf, newMatchId, newSeed } from './match-facts.ts'
import { isForFight, isShortcut } from './own-keys.ts'
import { pausePanel, resultPanel } from './panels.ts'
import { resultText } from './result-text.ts'
import { Screen } from './screen.ts'
import { Sparring } from './sparring.ts'
import { StepClock } from './step-clock.ts'
import { Watching } from './watching.ts'

interface FightPicks {
  /** The person's fighter, by external id. */
  readonly character: number
  /** Name of a house bot. */
  readonly opponent: string
  readonly stage: StageId
}

export interface FightOptions {
  readonly picks: FightPicks
  readonly bindings: Bindings
  /** The person wants other picks. */
  readonly leave: () => void
  /** A further game could not begin. */
  readonly fail: (error: unknown) => void
}

type State = 'loading' | 'playing' | 'paused' | 'over'

/** How long the end is called out before there is more to read. */
const CALL_MS = 1500

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
  #seed = newSeed()
  #game: Sparring | null = null
  #screen: Screen | null = null
  #watching: Watching | null = null
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

  /** Begins a new game with the same picks; rejects where the fighters cannot be loaded. */
  async start(): Promise<void> {
    this.#clear()
    this.#setState('loading')
    this.#host.replaceChildren(h('p', { class: 'empty', role: 'status' }, 'The fighters are on their way…'))
    const { character, opponent: name, stage } = this.#options.picks
    const opponent = houseBots().find((bot) => bot.name === name)
    if (!opponent) throw new RangeError(`There is no house bot ${name}`)
    this.#seed = newSeed()
    const startedAt = Date.now()
    const options = { seed: this.#seed, matchId: newMatchId(), stage, character, opponent, startedAt }
    const game = await Sparring.begin(options)
    if (this.#listening.signal.aborted) return
    this.#game = game
    const screen = new Screen(game, { pause: () => this.#togglePause(), step: () => this.#step() })
    this.#screen = screen
    screen.onDirty = () => (this.#isDirty = true)
    this.#host.replaceChildren(screen.element)
    this.#host.scrollIntoView({ block: 'nearest' })
    this.#continue()
    this.#request = requestAnimationFrame((now) => this.#tick(now))
  }

  destroy(): void {
    this.#listening.abort()
    this.#clear()
    this.#host.replaceChildren()
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
    if (this.#state === 'playing') {
      const { steps, alpha } = this.#clock.advance(now)
      for (let i = 0; i < steps && this.#state === 'playing'; i++) this.#play()
      this.#alpha = this.#state === 'playing' ? alpha : 1
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
    game.step(this.#controls.poll())
    const [oldest, before, newest] = this.#pictures
    this.#pictures = [before, newest, oldest]
    game.show(oldest)
    this.#shown++
    if (game.result) this.#finish()
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
    if (this.#state !== 'over') this.#screen.call(announcementAt(newest.head.frame))
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
    if (this.#state !== 'playing' || !screen) return
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
        giveUp: () => this.#giveUp(),
        leave: this.#options.leave,
      }),
    )
    screen.say('Paused.')
  }

  #togglePause(): void {
    if (this.#state === 'playing') this.#pause()
    else if (this.#state === 'paused') this.#continue()
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
    const { title, detail } = resultText(game.result, game.players[1].name)
    screen.call('')
    screen.panel(
      ...resultPanel({
        title,
        detail,
        url: file.url,
        fileName: fileNameOf(game.players, new Date()),
        again: () => this.#again(),
        watch: () => void this.#watch(),
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
    const watching = new Watching()
    this.#watching = watching
    screen.element.hidden = true
    this.#host.append(watching.element)
    try {
      await watching.open(file.blob, hexOf(this.#seed), () => this.#unwatch())
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
