/**
 * The viewer inside the element: opens a replay, draws its frames, and puts the controls around them. The element loads this module
 * when it is seen or asked to play.
 */
import type { Picture } from '@arena/engine'
import { characterName, stageName } from '@arena/slp'
import { teamOf, type Theme } from '../draw/colours.ts'
import { NO_OVERLAYS, type Overlays } from '../draw/overlays.ts'
import { StageCanvas } from '../draw/stage-canvas.ts'
import type { ReplayPlace } from '../replay/messages.ts'
import type { Moment } from '../replay/moments.ts'
import { BAD_SEED, FAILED, HANGS } from '../replay/replay-errors.ts'
import type { ReplayInfo, Verdict } from '../replay/replay-info.ts'
import { ReplaySource } from '../replay/replay-source.ts'
import type { Caption } from './capture.ts'
import { drawStrip } from './controllers.ts'
import { isKeyFor, listenToPointer, pressKey, readGamepad, KEYS, type Commands } from './controls.ts'
import { fitCanvas, h, iconButton, setIcon, setLabel, setText, textButton } from './dom.ts'
import { Hud, leaderOf, linesOf, nameOf } from './hud.ts'
import { Menu, type MenuItem } from './menu.ts'
import { MomentsList } from './moments-list.ts'
import { PALETTES } from './palette.ts'
import { FRAMES_A_SECOND, Playback, SPEEDS } from './playback.ts'
import { SeekBar } from './seek-bar.ts'
import { choice, clockText, INPUTS_WORD, OVERLAYS, overlaysOf, timeText, wordsIn, wordsOfOverlays } from './settings.ts'
import { Sharing } from './sharing.ts'
import { Timeline } from './timeline.ts'

export interface PlayerOptions {
  readonly seed: string | null
  readonly isLive: boolean
  /** Where it opens; null for the beginning, or the newest frame of a live match. */
  readonly frame: number | null
  readonly isPlaying: boolean
}

/** Frames before a moment that lead to it. */
const LEAD = FRAMES_A_SECOND
const SAY_MS = 4000
const SEEK_BAR_MS = 100
const NOTICE_MS = 6000
const RETRIES_MS = [1000, 2000, 4000, 8000, 15_000, 15_000]
/** What a seek bar shows beyond the frames that have been read, of a replay whose length is not known yet. */
const LEAST_TOTAL = 60 * FRAMES_A_SECOND
const ENDED_BY: readonly string[] = [BAD_SEED, FAILED, HANGS]

export class Player {
  readonly #host: HTMLElement
  readonly #playback = new Playback()
  readonly #teams = new CSSStyleSheet()
  readonly #listening = new AbortController()

  #source: ReplaySource | null = null
  #next: ReplaySource | null = null
  #place: ReplayPlace | null = null
  #options: PlayerOptions = { seed: null, isLive: false, frame: null, isPlaying: false }
  #retries = 0
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #info: ReplayInfo | null = null
  #timeline = new Timeline()
  #isReady = false
  #hasEnded = false

  #theme: Theme = 'light'
  #overlays: Overlays = NO_OVERLAYS
  #lastOverlays: Overlays = { ...NO_OVERLAYS, hitboxes: true, hurtboxes: true }
  #areInputsOn = false
  #arePlain = true

  #stage: StageCanvas | null = null
  #width = 0
  #height = 0
  #request = 0
  #isDirty = false
  #isCut = true
  #isVisible = true
  #time = 0
  #drawnFrame: number | null = null
  /** The frame whose picture is awaited. */
  #asked: number | null = null
  /** Has been played or moved by whoever watches. */
  #hasMoved = false
  #seekBarAt = -Infinity
  #saidAt = -Infinity
  #said = ''
  #noticeTimer: ReturnType<typeof setTimeout> | undefined
  #pads: readonly boolean[] | null = null
  readonly #resizes: ResizeObserver

  readonly #picture = h('canvas', { class: 'picture', role: 'img', 'aria-label': 'The match' })
  readonly #clock = h('b', {}, '8:00.00')
  readonly #frameText = h('span', {})
  readonly #badge = h('span', { class: 'badge', hidden: true })
  readonly #bigPlay: HTMLButtonElement
  readonly #wait = h('div', { class: 'wait', hidden: true })
  readonly #failure = h('div', { class: 'failure', role: 'alert', hidden: true })
  readonly #drop = h('div', { class: 'drop', hidden: true }, 'Drop the replay here')
  readonly #screen: HTMLElement
  readonly #stageBox: HTMLElement
  readonly #hud = new Hud()
  readonly #seekBar: SeekBar
  readonly #strip = h('canvas', { class: 'strip', role: 'img', 'aria-label': 'Inputs over time', hidden: true })
  readonly #playButton: HTMLButtonElement
  readonly #liveButton: HTMLButtonElement
  readonly #inputsButton: HTMLButtonElement
  readonly #momentsButton: HTMLButtonElement
  readonly #timeText = h('span', { class: 'time' })
  readonly #speedMenu: Menu
  readonly #overlaysMenu: Menu
  readonly #shareMenu: Menu
  readonly #moments: MomentsList
  readonly #verdict = h('span', { class: 'verdict' })
  readonly #where = h('span', { class: 'long' })
  readonly #notice = h('span', { class: 'notice' })
  readonly #says = h('div', { class: 'silent', role: 'status' })
  readonly #help = h('dialog', { 'aria-label': 'Keys' })
  readonly #picker = h('input', { type: 'file', accept: '.slp', hidden: true })
  readonly #controls: HTMLElement
  readonly #sharing = new Sharing({
    playback: this.#playback,
    picture: this.#picture,
    place: () => this.#place,
    isLive: () => this.#options.isLive,
    caption: () => this.#caption(),
    seek: (frame) => this.seek(frame),
    setSpeed: (speed) => this.#setSpeed(speed),
    play: () => this.play(),
    pause: () => this.pause(),
    choose: () => this.#picker.click(),
    notify: (text, stays) => this.#notify(text, stays),
  })
  readonly #viewer: HTMLElement

  readonly #commands: Commands = {
    toggle: () => this.toggle(),
    step: (by) => this.step(by),
    jump: (frames) => this.#move(() => this.#playback.jump(frames)),
    share: (share) => this.#move(() => this.#playback.seekShare(share)),
    speed: (by) => {
      this.#playback.changeSpeed(by)
      this.#speedChanged()
    },
    fullscreen: () => this.#toggleFullscreen(),
    overlays: () => this.#toggleOverlays(),
    inputs: () => this.#setInputs(!this.#areInputsOn),
    moments: () => this.#setMoments(this.#moments.element.hidden === true),
    help: () => this.#toggleHelp(),
  }

  constructor(host: HTMLElement, root: ShadowRoot) {
    this.#host = host
    root.adoptedStyleSheets = [...root.adoptedStyleSheets.slice(0, 1), this.#teams]
    this.#bigPlay = iconButton('play', 'Play', () => this.toggle())
    this.#bigPlay.className = 'big-play'
    this.#playButton = iconButton('play', 'Play', () => this.toggle())
    this.#liveButton = textButton('Live', () => this.#follow(), { class: 'go-live', hidden: true })
    this.#inputsButton = iconButton('inputs', 'Inputs', this.#commands.inputs)
    this.#momentsButton = iconButton('moments', 'Moments', this.#commands.moments)
    this.#speedMenu = new Menu('speed', 'Speed', () => this.#speedItems())
    this.#overlaysMenu = new Menu('overlays', 'Overlays', () => this.#overlayItems())
    this.#shareMenu = new Menu('share', 'Share and save', () => this.#sharing.items())
    this.#moments = new MomentsList(
      (moment) => this.#goTo(moment),
      iconButton('close', 'Close the moments', () => this.#setMoments(false)),
    )
    this.#moments.element.hidden = true
    this.#seekBar = new SeekBar({
      seek: (frame) => this.#move(() => this.#playback.seek(frame)),
      moment: (moment) => this.#goTo(moment),
    })
    this.#stageBox = h(
      'div',
      { class: 'stage' },
      this.#picture,
      h('div', { class: 'clock' }, this.#clock, this.#frameText),
      h('div', { class: 'corner' }, this.#badge),
      this.#wait,
      this.#bigPlay,
      this.#failure,
      this.#drop,
    )
    this.#screen = h('div', { class: 'screen' }, this.#stageBox, this.#hud.element)
    this.#buildHelp()
    this.#controls = this.#buttons()
    this.#viewer = h(
      'div',
      { class: 'viewer', tabindex: -1, role: 'group', 'aria-label': 'Replay' },
      this.#screen,
      h('div', { class: 'bar' }, this.#seekBar.element, this.#strip, this.#controls),
      h('div', { class: 'status' }, this.#verdict, this.#where, this.#notice),
      this.#moments.element,
      this.#says,
      this.#help,
      this.#picker,
    )
    root.replaceChildren(this.#viewer)
    this.#resizes = new ResizeObserver(() => this.#resize())
    this.#resizes.observe(this.#stageBox)
    this.#resizes.observe(this.#seekBar.element)
    this.#listen()
    for (const name of ['theme', 'overlays', 'controls', 'speed']) this.apply(name)
  }

  get info(): ReplayInfo | null {
    return this.#info
  }

  get verdict(): Verdict | null {
    return this.#source?.verdict ?? null
  }

  get error(): string | null {
    return this.#source?.error ?? null
  }

  get frame(): number {
    return this.#playback.frame
  }

  get isPlaying(): boolean {
    return this.#playback.isPlaying
  }

  /** Opens a replay; without one it asks for a file. */
  open(place: ReplayPlace | null, options: PlayerOptions): void {
    this.#close()
    this.#place = place
    this.#options = options
    this.#retries = 0
    this.#info = null
    this.#timeline = new Timeline()
    this.#isReady = false
    this.#hasEnded = false
    this.#hasMoved = false
    this.#isCut = true
    this.#drawnFrame = null
    this.#asked = null
    this.#setFailed(false)
    this.#notify('')
    this.#playback.open({ isLive: options.isLive, frame: options.frame })
    if (options.isPlaying) this.#playback.play()
    if (place === null) {
      this.#fail('No replay is open.', 'Drop a .slp file here, or choose one.')
      return
    }
    this.#source = this.#begin()
    this.#showControls()
    this.#invalidate()
  }

  play(): void {
    this.#playback.play()
    this.#showControls()
    this.#invalidate()
  }

  pause(): void {
    this.#playback.pause()
    this.#showControls()
    this.#invalidate()
  }

  toggle(): void {
    if (this.isPlaying) this.pause()
    else this.play()
  }

  seek(frame: number): void {
    this.#move(() => this.#playback.seek(frame))
  }

  step(by: 1 | -1): void {
    this.#move(() => this.#playback.step(by))
  }

  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible
    if (isVisible) this.#invalidate()
  }

  /** An attribute of the element has changed. */
  apply(name: string): void {
    const value = this.#host.getAttribute(name)
    if (name === 'theme') this.#applyTheme()
    else if (name === 'speed' && value !== null) {
      this.#playback.speed = Number.parseFloat(value)
      this.#speedChanged()
    } else if (name === 'overlays') {
      this.#setOverlays(overlaysOf(value))
      this.#setInputs(wordsIn(value).includes(INPUTS_WORD))
    } else if (name === 'controls') {
      const controls = choice(value, ['on', 'minimal', 'off'])
      this.#viewer.classList.toggle('minimal', controls === 'minimal')
      this.#viewer.classList.toggle('none', controls === 'off')
    } else if (name === 'names' && this.#source?.info) {
      this.#takeInfo(this.#source.info, true)
    }
  }

  destroy(): void {
    this.#listening.abort()
    this.#resizes.disconnect()
    clearTimeout(this.#noticeTimer)
    cancelAnimationFrame(this.#request)
    this.#close()
  }

  // ---- What is built once

  #buttons(): HTMLElement {
    const optional = (element: HTMLElement): HTMLElement => {
      element.classList.add('optional')
      return element
    }
    return h(
      'div',
      { class: 'buttons', role: 'group', 'aria-label': 'Controls' },
      this.#playButton,
      optional(iconButton('back', 'One frame back', () => this.step(-1))),
      optional(iconButton('forward', 'One frame on', () => this.step(1))),
      this.#timeText,
      this.#liveButton,
      h('span', { class: 'gap' }),
      optional(this.#speedMenu.element),
      optional(this.#overlaysMenu.element),
      optional(this.#inputsButton),
      optional(this.#momentsButton),
      optional(this.#shareMenu.element),
      optional(iconButton('help', 'Keys', this.#commands.help)),
      iconButton('full', 'Full screen', this.#commands.fullscreen),
    )
  }

  #buildHelp(): void {
    const keys = KEYS.flatMap(([key, what]) => [h('dt', {}, key), h('dd', {}, what)])
    this.#help.append(
      h(
        'div',
        { class: 'help-head' },
        h('h2', {}, 'Keys'),
        iconButton('close', 'Close', () => this.#help.close()),
      ),
      h('dl', {}, ...keys),
      h('p', {}, 'By touch: tap to play or pause, drag to scrub, tap twice at a side to jump two seconds.'),
      h('p', {}, 'By gamepad: A plays or pauses, the shoulder buttons step, the stick scrubs.'),
    )
  }

  #listen(): void {
    const { signal } = this.#listening
    document.addEventListener(
      'keydown',
      (event) => {
        if (this.#help.open || !isKeyFor(event, this.#host)) return
        if (pressKey(event, this.#commands)) event.preventDefault()
      },
      { signal },
    )
    document.addEventListener('fullscreenchange', () => this.#resize(), { signal })
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', () => this.#applyTheme(), { signal })
    addEventListener('gamepadconnected', () => this.#startPads(), { signal })
    const scrub = (from: number, by: number): void => this.#move(() => this.#playback.seek(from + by))
    const position = (): number => this.#playback.position
    this.#scrub = { scrub, position }
    listenToPointer(this.#picture, { ...this.#commands, scrub, position })
    this.#picker.addEventListener('change', () => {
      const [file] = this.#picker.files ?? []
      if (file) this.openFile(file)
    })
    const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false
    this.#viewer.addEventListener('dragover', (event) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      this.#drop.hidden = false
    })
    this.#viewer.addEventListener('dragleave', (event) => {
      if (!(event.relatedTarget instanceof Node && this.#viewer.contains(event.relatedTarget))) this.#drop.hidden = true
    })
    this.#viewer.addEventListener('drop', (event) => {
      this.#drop.hidden = true
      const [file] = event.dataTransfer?.files ?? []
      if (!file) return
      event.preventDefault()
      this.openFile(file)
    })
  }

  #scrub: { scrub(from: number, by: number): void; position(): number } = { scrub: () => {}, position: () => 0 }

  openFile(file: Blob, seed: string | null = null): void {
    this.open({ file }, { seed, isLive: false, frame: null, isPlaying: false })
  }

  // ---- The replay

  #begin(): ReplaySource {
    const { seed, isLive } = this.#options
    const source = ReplaySource.open(this.#place!, { live: isLive, ...(seed === null ? {} : { seed }) })
    source.onChange = () => this.#changed(source)
    if (source.error !== null) queueMicrotask(() => this.#changed(source))
    return source
  }

  #close(): void {
    clearTimeout(this.#retryTimer)
    this.#source?.close()
    this.#next?.close()
    this.#source = null
    this.#next = null
    this.#sharing.reset()
  }

  #changed(source: ReplaySource): void {
    if (source === this.#next) {
      const old = this.#source
      if (this.#isLost(source)) {
        source.close()
        this.#next = null
        this.#retry()
        return
      }
      const isAhead = source.columns.count >= (old?.columns.count ?? 0) || source.info?.end != null || source.isDone
      if (!isAhead) return
      old?.close()
      this.#source = source
      this.#next = null
      this.#asked = null
      this.#timeline = new Timeline()
      this.#retries = 0
      this.#notify('The connection is back.')
    }
    if (source !== this.#source) return
    if (this.#isLost(source)) {
      this.#retry()
      return
    }
    const { info, error, columns } = source
    if (info) this.#takeInfo(info)
    if (columns.count > 0 && info) {
      const isComplete = info.end !== null || source.isDone || (error !== null && ENDED_BY.includes(error))
      this.#playback.extend({ first: info.firstFrame, last: columns.lastFrame, isComplete })
      this.#timeline.extend(columns)
      this.#moments.setMoments(source.moments)
    }
    if (error !== null) {
      if (columns.count === 0) {
        const isFile = this.#place !== null && 'file' in this.#place
        this.#fail(
          error,
          isFile ? 'Drop another .slp file here, or choose one.' : 'Try again, or drop a .slp file here.',
        )
      } else this.#complain(error)
    } else if (source.isDone && columns.count === 0) {
      this.#fail('The replay holds no frames.', 'Drop another .slp file here, or choose one.')
    }
    this.#showVerdict()
    this.#showControls()
    this.#invalidate()
  }

  /** A live match whose stream broke off, so that there is more to come. */
  #isLost(source: ReplaySource): boolean {
    const { error, info } = source
    return this.#options.isLive && error !== null && error !== BAD_SEED && !info?.end
  }

  #retry(): void {
    const wait = RETRIES_MS[this.#retries]
    const source = this.#source
    if (this.#retryTimer !== undefined) return
    if (wait === undefined) {
      const error = source?.error ?? FAILED
      if ((source?.columns.count ?? 0) > 0) this.#notify(`The connection to the match is lost. ${error}`, true)
      else this.#fail(error, 'Try again, or drop a .slp file here.')
      return
    }
    this.#retries++
    this.#notify(`The connection is lost. Trying again in ${wait / 1000} s.`, true)
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined
      this.#notify('Connecting again…', true)
      this.#next = this.#begin()
    }, wait)
  }

  #takeInfo(info: ReplayInfo, isAnew = false): void {
    const isFirst = this.#info === null || isAnew
    const names = (this.#host.getAttribute('names') ?? '').split(',').map((name) => name.trim())
    const players = info.players.map((player, i) => ({ ...player, name: names[i] || player.name }))
    this.#info = { ...info, players }
    if (!isFirst) return
    this.#hud.build(this.#info)
    this.#moments.setPlayers(this.#info)
    this.#colourTeams()
    const who = players.map((player) => `${nameOf(player)}, ${characterName(player.character)}`).join(', against ')
    this.#picture.setAttribute('aria-label', `The match: ${who}, on ${stageName(info.stage)}`)
    setText(
      this.#where,
      `${stageName(info.stage)} · ${players.map(({ character }) => characterName(character)).join(' against ')}`,
    )
  }

  #colourTeams(): void {
    const rules = (this.#info?.players ?? []).map(({ port, costume }) => {
      return `.port-${port} { --team: ${teamOf(port, costume, this.#theme).mark}; }`
    })
    this.#teams.replaceSync(rules.join('\n'))
  }

  #colourOf = (port: number): string => {
    const costume = this.#info?.players.find((player) => player.port === port)?.costume ?? 0
    return teamOf(port, costume, this.#theme).mark
  }

  // ---- Drawing

  #invalidate(): void {
    this.#isDirty = true
    this.#schedule()
  }

  #schedule(): void {
    if (this.#request === 0) this.#request = requestAnimationFrame((now) => this.#tick(now))
  }

  #tick(now: number): void {
    this.#request = 0
    const wasPlaying = this.isPlaying
    if (this.#pads !== null) this.#readPads()
    if (this.#playback.advance(now)) this.#isDirty = true
    if (this.isPlaying) this.#time = now
    if (this.#isDirty && this.#isVisible) {
      this.#isDirty = false
      this.#draw(now)
    }
    if (wasPlaying && !this.isPlaying) this.#stopped()
    if (this.isPlaying || this.#pads !== null) this.#schedule()
  }

  #draw(now: number): void {
    const source = this.#source
    const info = this.#info
    if (!source || !info || !this.#stage) return
    const shown = this.#pictureToShow(source)
    this.#wait.hidden = !this.#bigPlay.hidden || (shown !== null && !this.#playback.isStalled)
    if (!this.isPlaying || now - this.#seekBarAt > SEEK_BAR_MS) {
      this.#seekBarAt = now
      this.#showPlace()
    }
    if (!shown) return
    const { frame, picture } = shown
    const isThere = frame === this.#playback.frame
    const alpha = isThere ? this.#playback.alpha : 0
    const previous = isThere && frame > info.firstFrame ? source.picture(frame - 1) : null
    const next = alpha > 0 && frame < source.columns.lastFrame ? source.picture(frame + 1) : null
    const palette = PALETTES[this.#theme]
    const overlays = this.#overlays
    this.#stage.draw({ info, previous, picture, next, alpha, time: this.#time, overlays, cut: this.#isCut })
    this.#isCut = !isThere
    const row = frame - info.firstFrame
    const { columns } = source
    this.#hud.show({ picture, columns, row, arePlain: this.#arePlain, areInputsOn: this.#areInputsOn, palette })
    if (this.#areInputsOn) {
      const ports = info.players.map(({ port }) => port)
      drawStrip(this.#strip, this.#strip.clientWidth, columns, ports, this.#playback.position, palette, this.#colourOf)
    }
    setText(this.#clock, clockText(frame))
    setText(this.#frameText, `frame ${frame}`)
    this.#sharing.record()
    if (this.#drawnFrame === frame) return
    this.#drawnFrame = frame
    if (!this.#isReady) {
      this.#isReady = true
      this.#emit('arena-replay-ready', { info })
    }
    this.#emit('arena-replay-frame', { frame, exact: source.isExact(frame) })
    this.#say(now)
  }

  /**
   * The picture of the present frame. While that is on its way, the one that was asked for before, once it comes: a bar that is
   * dragged shows where it passes, and never waits for more than one.
   */
  #pictureToShow(source: ReplaySource): { frame: number; picture: Picture } | null {
    const { frame } = this.#playback
    const asked = this.#asked
    const passed = asked === null || asked === frame ? null : source.picture(asked)
    const picture = source.picture(frame)
    if (picture) {
      this.#asked = null
      return { frame, picture }
    }
    if (asked === null || passed) this.#asked = frame
    return asked !== null && passed ? { frame: asked, picture: passed } : null
  }

  #showPlace(): void {
    const source = this.#source
    if (!source || this.#playback.extent.last < this.#playback.extent.first) return
    const { extent, position, frame } = this.#playback
    const { verdict } = source
    const isGrowing = !extent.isComplete && !this.#options.isLive
    const total = isGrowing ? Math.max(LEAST_TOTAL, Math.round(extent.last * 1.2), frame) : extent.last
    const checked =
      verdict.state === 'equal' || verdict.state === 'running' ? extent.first + verdict.frames : extent.first
    this.#seekBar.show({
      extent,
      total,
      position,
      checkedTo: verdict.state === 'equal' ? extent.last : checked - 1,
      marks: this.#timeline.marks,
      moments: source.moments,
      range: this.#sharing.range,
      palette: PALETTES[this.#theme],
      colourOf: this.#colourOf,
    })
    const [now, all] = this.#timeText.children
    const last = isGrowing ? '…' : timeText(extent.last)
    if (now && all) {
      setText(now, timeText(frame))
      setText(all, ` / ${last}`)
    } else this.#timeText.replaceChildren(h('span', {}, timeText(frame)), h('small', {}, ` / ${last}`))
    this.#moments.setFrame(frame)
  }

  #showVerdict(): void {
    const verdict = this.#source?.verdict
    if (!verdict || !this.#info) return
    setText(this.#verdict, verdictText(verdict))
    this.#verdict.className = `verdict ${verdict.state}`
  }

  #showControls(): void {
    const { isPlaying, isAtEnd, isFollowing, extent } = this.#playback
    const label = isPlaying ? 'Pause' : isAtEnd ? 'Play again' : 'Play'
    const name = isPlaying ? 'pause' : isAtEnd ? 'again' : 'play'
    setIcon(this.#playButton, name)
    setLabel(this.#playButton, label)
    setIcon(this.#bigPlay, name)
    setLabel(this.#bigPlay, label)
    // In the middle only before the beginning and behind the end: in between it would hide what was paused for.
    const isPlaced = this.#options.frame !== null || this.#hasMoved
    const isFailed = !this.#failure.hidden
    this.#bigPlay.hidden = isPlaying || isFailed || (isPlaced && !isAtEnd)
    this.#wait.hidden = isFailed || !this.#bigPlay.hidden || (this.#isReady && !this.#playback.isStalled)
    const isLive = this.#options.isLive && !extent.isComplete
    this.#liveButton.hidden = !isLive
    this.#liveButton.setAttribute('aria-pressed', String(isFollowing))
    setLabel(this.#liveButton, isFollowing ? 'Live' : 'Live: to the newest frame')
    const over = this.#options.isLive && extent.isComplete
    this.#badge.hidden = !isLive && !over
    this.#badge.classList.toggle('live', isLive)
    setText(this.#badge, over ? 'Match over' : isFollowing ? 'Live' : 'Live, behind')
    if (isPlaying) this.#hasMoved = true
    this.#inputsButton.setAttribute('aria-pressed', String(this.#areInputsOn))
    this.#momentsButton.setAttribute('aria-pressed', String(!this.#moments.element.hidden))
    this.#endLive()
  }

  /** A live match is over, and whoever follows it has seen it to its end. */
  #endLive(): void {
    const { extent, isAtEnd, isPlaying, frame } = this.#playback
    if (this.#hasEnded || !this.#options.isLive || !extent.isComplete || (isPlaying && !isAtEnd)) return
    this.#hasEnded = true
    this.#emit('ended', { frame })
  }

  #stopped(): void {
    this.#showControls()
    this.#showPlace()
    if (!this.#playback.isAtEnd) return
    this.#emit('arena-replay-end', { frame: this.#playback.frame })
    this.#endLive()
  }

  /** The score for those that do not see it: when it changes, and not too often. */
  #say(now: number): void {
    const info = this.#info
    const picture = this.#source?.picture(this.#playback.frame)
    if (!info || !picture || now - this.#saidAt < SAY_MS) return
    const lines = linesOf(info, picture)
    const stocks = lines
      .map(({ name, stocks: left }) => `${name} ${left} ${left === 1 ? 'stock' : 'stocks'}`)
      .join(', ')
    if (stocks === this.#said) return
    const isFirst = this.#said === ''
    this.#said = stocks
    this.#saidAt = now
    if (isFirst) return
    const percents = lines.map(({ name, percent }) => `${name} ${percent} %`).join(', ')
    this.#says.textContent = `${stocks}. ${percents}.`
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#stageBox
    this.#seekBar.resize(this.#seekBar.element.clientWidth)
    if (width === 0 || height === 0) return
    if (width !== this.#width || height !== this.#height || !this.#stage) {
      this.#width = width
      this.#height = height
      this.#fit()
      this.#isCut = true
    }
    this.#invalidate()
  }

  #fit(): void {
    const ratio = fitCanvas(this.#picture, this.#width, this.#height)
    this.#stage ??= this.#newStage()
    this.#stage.resize(this.#width, this.#height, ratio)
  }

  #newStage(): StageCanvas {
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    return new StageCanvas(this.#picture, { theme: this.#theme, reducedMotion })
  }

  #applyTheme(): void {
    const wanted = choice(this.#host.getAttribute('theme'), ['auto', 'light', 'dark'])
    const isDark = wanted === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : wanted === 'dark'
    this.#theme = isDark ? 'dark' : 'light'
    this.#viewer.classList.toggle('dark', isDark)
    this.#colourTeams()
    if (this.#stage) {
      this.#stage = null
      this.#fit()
      this.#isCut = true
    }
    this.#invalidate()
  }

  // ---- Commands

  #move(move: () => void): void {
    const before = this.#playback.position
    move()
    this.#hasMoved = true
    if (this.#playback.position !== before) this.#isCut = true
    this.#showControls()
    this.#invalidate()
  }

  #goTo(moment: Moment): void {
    this.#move(() => this.#playback.seek(moment.startFrame - LEAD))
    this.play()
  }

  #follow(): void {
    this.#move(() => this.#playback.follow())
  }

  #toggleFullscreen(): void {
    const change = document.fullscreenElement ? document.exitFullscreen() : this.#host.requestFullscreen?.()
    change?.catch(() => this.#notify('This page does not allow full screen.'))
  }

  #speedChanged(): void {
    const { speed } = this.#playback
    setText(this.#speedMenu.button.querySelector('span')!, speed === 1 ? '' : `${speed}×`)
    setLabel(this.#speedMenu.button, `Speed: ${speed}`)
    this.#speedMenu.refresh()
  }

  #setSpeed(speed: number): void {
    this.#playback.speed = speed
    this.#speedChanged()
  }

  #speedItems(): MenuItem[] {
    return SPEEDS.map((speed) => ({
      label: speed === 1 ? 'Normal' : `${speed}×`,
      isOn: this.#playback.speed === speed,
      act: () => this.#setSpeed(speed),
    }))
  }

  #overlayItems(): MenuItem[] {
    const switches = OVERLAYS.map(({ key, label }) => ({
      label,
      isOn: this.#overlays[key],
      isSwitch: true,
      act: () => this.#setOverlays({ ...this.#overlays, [key]: !this.#overlays[key] }),
    }))
    const words = {
      label: 'Actions in plain words',
      note: 'Off: the game’s own names',
      isOn: this.#arePlain,
      isSwitch: true,
      act: () => {
        this.#arePlain = !this.#arePlain
        this.#invalidate()
      },
    }
    return [...switches, words]
  }

  #setOverlays(overlays: Overlays): void {
    this.#overlays = overlays
    const isOn = wordsOfOverlays(overlays).length > 0
    if (isOn) this.#lastOverlays = overlays
    this.#overlaysMenu.button.setAttribute('aria-pressed', String(isOn))
    this.#overlaysMenu.refresh()
    this.#invalidate()
  }

  #toggleOverlays(): void {
    const isOn = wordsOfOverlays(this.#overlays).length > 0
    this.#setOverlays(isOn ? NO_OVERLAYS : this.#lastOverlays)
  }

  #setInputs(isOn: boolean): void {
    this.#areInputsOn = isOn
    this.#strip.hidden = !isOn
    this.#showControls()
    this.#invalidate()
  }

  #setMoments(isOn: boolean): void {
    this.#moments.element.hidden = !isOn
    this.#viewer.classList.toggle('with-moments', isOn)
    this.#showControls()
    this.#resize()
    this.#showPlace()
  }

  #toggleHelp(): void {
    if (this.#help.open) this.#help.close()
    else this.#help.showModal()
  }

  #startPads(): void {
    this.#pads = []
    this.#schedule()
  }

  #readPads(): void {
    const { activeElement } = document
    const isMine = activeElement === this.#host || document.querySelectorAll('arena-replay').length === 1
    const connected = navigator.getGamepads().some((pad) => pad !== null)
    if (!connected) this.#pads = null
    else if (isMine) this.#pads = readGamepad(this.#pads ?? [], { ...this.#commands, ...this.#scrub })
  }

  #caption(): Caption | null {
    const info = this.#info
    const frame = this.#playback.frame
    const picture = this.#source?.picture(frame)
    if (!info || !picture) return null
    const lines = linesOf(info, picture).filter(({ port }) => leaderOf(picture, port) !== null)
    return { lines, clock: clockText(frame), palette: PALETTES[this.#theme], colourOf: this.#colourOf }
  }

  // ---- What is said

  #notify(text: string, stays = false): void {
    clearTimeout(this.#noticeTimer)
    setText(this.#notice, text)
    if (text !== '' && !stays) this.#noticeTimer = setTimeout(() => setText(this.#notice, ''), NOTICE_MS)
  }

  #fail(what: string, hint: string): void {
    const again = textButton('Try again', () => this.open(this.#place, this.#options))
    const choose = textButton('Choose a file…', () => this.#picker.click())
    const hasUrl = this.#place !== null && 'url' in this.#place
    this.#failure.replaceChildren(
      h('p', { class: 'what' }, what),
      h('p', { class: 'hint' }, hint),
      h('div', { class: 'actions' }, ...(hasUrl ? [again, choose] : [choose])),
    )
    const isNew = this.#failure.hidden
    this.#setFailed(true)
    if (isNew && this.#place !== null) this.#emit('arena-replay-error', { message: what })
  }

  /** Something is wrong, but there is something to show. */
  #complain(error: string): void {
    if (this.#notice.textContent === error) return
    this.#notify(error, true)
    this.#emit('arena-replay-error', { message: error })
  }

  #setFailed(isFailed: boolean): void {
    this.#failure.hidden = !isFailed
    this.#viewer.classList.toggle('failed', isFailed)
    for (const button of this.#controls.querySelectorAll('button')) button.disabled = isFailed
    this.#showControls()
  }

  #emit(name: string, detail: object): void {
    this.#host.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }
}

function verdictText(verdict: Verdict): string {
  const count = (frames: number): string => frames.toLocaleString('en')
  switch (verdict.state) {
    case 'running':
      return `Run again in this browser: ${count(verdict.frames)} frames so far`
    case 'equal':
      return `Run again in this browser: ${count(verdict.frames)} frames, equal`
    case 'differs':
      return `Run again in this browser: differs at frame ${count(verdict.frame)}${verdict.what === undefined ? '' : `. ${verdict.what}`}`
    case 'foreign':
      return 'A recording of another game: poses only'
  }
}
