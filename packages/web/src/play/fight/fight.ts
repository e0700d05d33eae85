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
import { FIRST_FRAME } from '@arena/slp'
import { h, textButton, type ReplayInfo } from '@arena/viewer/parts'
import type { Bindings } from '../controls/bindings.ts'
import { announcementAt } from './announcement.ts'
import { Controls } from './controls.ts'
import { fileNameOf, hexOf, newMatchId, newSeed } from './match-facts.ts'
import { resultText } from './result-text.ts'
import { Screen } from './screen.ts'
import { Sparring } from './sparring.ts'
import { StepClock } from './step-clock.ts'

export interface FightPicks {
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
const PRESSES_BUTTONS = ['Space', 'Enter', 'NumpadEnter']

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
  #replay: HTMLElement | null = null
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
    const { character, opponent: name, stage } = this.#options.picks
    const opponent = houseBots().find((bot) => bot.name === name)
    if (!opponent) throw new RangeError(`There is no house bot ${name}`)
    this.#seed = newSeed()
    const startedAt = Date.now()
    const options = { seed: this.#seed, matchId: newMatchId(), stage, character, opponent, startedAt }
    const game = await Sparring.begin(options)
    if (this.#listening.signal.aborted) return
    this.#game = game
    const screen = new Screen(infoOf(game), { pause: () => this.#togglePause(), step: () => this.#step() })
    this.#screen = screen
    screen.onDirty = () => (this.#isDirty = true)
    this.#host.append(screen.element)
    this.#continue()
    this.#request = requestAnimationFrame((now) => this.#tick(now))
  }

  destroy(): void {
    this.#listening.abort()
    this.#clear()
  }

  #clear(): void {
    cancelAnimationFrame(this.#request)
    this.#screen?.destroy()
    this.#screen = null
    this.#replay?.remove()
    this.#replay = null
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
      h('h2', {}, 'Paused'),
      h(
        'div',
        { class: 'actions' },
        textButton('Continue', () => this.#continue(), { class: 'first', autofocus: true }),
        textButton('Start again', () => this.#again()),
        textButton('Give up', () => this.#giveUp()),
        textButton('Change the picks', this.#options.leave),
      ),
      h('p', { class: 'soft' }, 'P continues. A full stop plays one frame, with the keys that are held.'),
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
      if (this.#overAt === null && !this.#replay) this.#again()
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

  #showResult(): void {
    const screen = this.#screen
    const game = this.#game
    const file = this.#file
    if (!screen || !game?.result || !file) return
    const { title, detail } = resultText(game.result, game.players[1].name)
    screen.call('')
    const name = fileNameOf(game.players, new Date())
    const keep = h('a', { href: file.url, download: name }, 'Keep the .slp')
    screen.panel(
      // Not a button: whoever still jumps would press it.
      h('h2', { tabindex: -1, autofocus: true }, title),
      h('p', {}, detail),
      h(
        'div',
        { class: 'actions' },
        textButton('Play again', () => this.#again(), { class: 'first' }),
        textButton('Watch it in the viewer', () => void this.#watch()),
        keep,
        textButton('Change the picks', this.#options.leave),
      ),
      h('p', { class: 'soft' }, 'The replay is in this page only: what is not kept is gone when the page is.'),
    )
    screen.say(`${title}. ${detail}`)
  }

  /** In the place of the screen, from the same file: nothing leaves the page. */
  async #watch(): Promise<void> {
    const screen = this.#screen
    const file = this.#file
    if (!screen || !file || this.#replay) return
    const watching = h('div', { class: 'fight-replay' })
    this.#replay = watching
    const { ArenaReplay } = await import('@arena/viewer/element')
    if (this.#replay !== watching) return
    ArenaReplay.define()
    const replay = new ArenaReplay()
    replay.className = 'replay-slot'
    const back = textButton('Back to the result', () => this.#unwatch())
    watching.append(h('p', { class: 'buttons' }, back), replay)
    screen.element.hidden = true
    this.#host.append(watching)
    back.focus()
    await replay.open(file.blob, { seed: hexOf(this.#seed) })
    await replay.play()
  }

  #unwatch(): void {
    this.#replay?.remove()
    this.#replay = null
    if (!this.#screen) return
    this.#screen.element.hidden = false
    this.#showResult()
  }

  // ---- Keys

  #keyDown(event: KeyboardEvent): void {
    const { code } = event
    if (event.metaKey || event.defaultPrevented || this.#replay || !this.#screen) return
    const target = event.composedPath()[0]
    if (target instanceof Element) {
      if (target.closest('input, select, textarea, dialog[open]')) return
      // A button that has the focus is pressed by these.
      if (PRESSES_BUTTONS.includes(code) && target.closest('button, a, summary')) return
    }
    const acts: Readonly<Record<string, () => void>> = {
      Escape: () => this.#togglePause(),
      KeyP: () => this.#togglePause(),
      KeyO: () => this.#screen?.toggleOverlays(),
      KeyI: () => this.#screen?.toggleInputs(),
      KeyF: () => this.#screen?.toggleFullscreen(),
      Period: () => this.#step(),
    }
    const act = acts[code]
    if (act && !event.ctrlKey && !event.altKey) {
      event.preventDefault()
      if (!event.repeat || code === 'Period') act()
      return
    }
    if (this.#state === 'loading' || (this.#state === 'over' && this.#overAt === null)) return
    // Shortcuts of the browser stay its own, unless these keys themselves play.
    const plays = (modifier: string): boolean =>
      Object.values(this.#controls.bindings.keys).some((bound) => bound?.startsWith(modifier))
    if ((event.ctrlKey && !plays('Control')) || (event.altKey && !plays('Alt'))) return
    if (this.#controls.press(code)) event.preventDefault()
  }
}

function infoOf({ stage, players }: Sparring): ReplayInfo {
  return {
    version: [3, 18, 0],
    stage,
    players: players.map((player, port) => ({ port, ...player })),
    kind: 'arena',
    firstFrame: FIRST_FRAME,
    lastFrame: FIRST_FRAME - 1,
    end: null,
  }
}
