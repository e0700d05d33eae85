/**
 * The viewer inside the element: opens replays, obeys commands, and says what happens. The element loads this module when it is seen
 * or asked to play. Where bytes come from (`feed.ts`), where in the replay it is (`driving.ts`), when a picture is drawn
 * (`picture-loop.ts`), how it looks (`look.ts`), what is heard (`listening.ts`) and what is around the picture (`display.ts`) are
 * modules of their own.
 */
import type { ReplayPlace } from '../replay/messages.ts'
import { BAD_SEED, FAILED, HANGS, NOT_DRAWN } from '../replay/replay-errors.ts'
import type { ReplayInfo } from '../replay/replay-info.ts'
import type { ReplaySource } from '../replay/replay-source.ts'
import { Complaints } from './complaints.ts'
import { toggleFullscreen, type Commands } from './controls.ts'
import { NO_MARKS, readMarks, type MarksPlace } from './debug-marks.ts'
import { Display } from './display.ts'
import { onPixelRatio } from './dom.ts'
import { Driving } from './driving.ts'
import { Feed } from './feed.ts'
import { Listening } from './listening.ts'
import { Look } from './look.ts'
import { Menu } from './menu.ts'
import { PictureLoop, type Drawn } from './picture-loop.ts'
import { linesOf } from './hud.ts'
import { choice, namesIn } from './settings.ts'
import { Sharing } from './sharing.ts'

export interface PlayerOptions {
  readonly seed: string | null
  readonly isLive: boolean
  /** Where it opens; null for the beginning, or the newest frame of a live match. */
  readonly frame: number | null
  readonly isPlaying: boolean
  /** The debug marks beside the replay. */
  readonly marks: MarksPlace | null
}

/** Game End's method of a match that was broken off. */
const NO_CONTEST = 7
const ENDED_BY: readonly string[] = [BAD_SEED, FAILED, HANGS]

export class Player {
  readonly #host: HTMLElement
  readonly #states: CustomStateSet
  readonly driving = new Driving((isCut) => {
    if (isCut) this.#loop.cut()
    this.#update()
  })
  readonly #look = new Look(() => this.#update())
  readonly #abort = new AbortController()
  readonly #resizes = new ResizeObserver(() => this.#resize())
  readonly feed = new Feed({
    changed: (source) => this.#changed(source),
    replaced: () => {
      this.#display.reset(this.#options.isLive)
      this.#loop.reset()
    },
    broken: () => this.#showState(false),
    lost: (error, hasFrames) => {
      if (hasFrames) this.#display.panels.notify(`The connection to the match is lost. ${error}`, true)
      else this.#complaints.fail(error)
    },
    notify: (text, stays) => this.#display.panels.notify(text, stays),
  })
  readonly #commands: Commands = {
    toggle: () => this.driving.toggle(),
    step: (by) => this.driving.step(by),
    jump: (frames) => this.driving.jump(frames),
    share: (share) => this.driving.seekShare(share),
    speed: (by) => this.driving.changeSpeed(by),
    fullscreen: () => {
      toggleFullscreen(this.#host).catch(() => this.#display.panels.notify('This page does not allow full screen.'))
    },
    overlays: () => this.#look.toggleOverlays(),
    marks: () => this.#look.toggleMarks(),
    inputs: () => this.#look.setInputs(!this.#look.areInputsOn),
    moments: () => this.#display.toggleMoments(),
    help: () => this.#display.panels.help.toggle(),
  }
  readonly #display: Display
  readonly #loop: PictureLoop
  readonly #sharing: Sharing
  readonly #listening: Listening
  readonly #complaints: Complaints

  #options: PlayerOptions = { seed: null, isLive: false, frame: null, isPlaying: false, marks: null }
  /** Ends the reading of debug marks. */
  #marksAbort = new AbortController()
  #info: ReplayInfo | null = null
  #isReady = false
  #hasEnded = false
  #drawnFrame: number | null = null

  constructor(host: HTMLElement, root: ShadowRoot, states: CustomStateSet) {
    this.#host = host
    this.#states = states
    const driving = this.driving
    const { playback } = driving
    this.#display = new Display({
      commands: this.#commands,
      driving,
      look: this.#look,
      shareMenu: new Menu('share', 'Share and save', () => this.#sharing.items()),
      range: () => this.#sharing.range,
      resized: () => {
        this.#showControls()
        this.#resize()
      },
    })
    const { panels, announcer, seekBar } = this.#display
    const { picture, viewer, stage, drop, help } = panels
    const choose = (): void => this.#listening.picker.click()
    this.#loop = new PictureLoop(picture, playback, this.#look, {
      source: () => this.feed.source,
      info: () => this.#info,
      marks: (frame) => this.#display.marksAt(frame),
      placed: (now, hasPicture) => this.#display.placed(now, hasPicture),
      drawn: (drawn) => this.#drawn(drawn),
      failed: (error) => {
        reportError(error)
        this.#complaints.note(NOT_DRAWN)
      },
      stopped: () => this.#stopped(),
      readPads: () => this.#listening.readPads(),
    })
    this.#listening = new Listening({
      host,
      viewer,
      picture,
      drop,
      commands: this.#commands,
      scrub: (from, by) => driving.seek(from + by),
      position: () => playback.position,
      openFiles: ({ replay, marks }) => this.#openFiles(replay, marks),
      isBusy: () => help.isOpen,
      padConnected: () => this.#loop.schedule(),
    })
    this.#sharing = new Sharing({
      playback,
      picture,
      place: () => this.feed.place,
      isLive: () => this.#options.isLive,
      info: () => this.#info,
      look: this.#look,
      shown: () => this.feed.source?.picture(playback.frame) ?? null,
      seek: (frame) => driving.seek(frame),
      setSpeed: (speed) => driving.setSpeed(speed),
      play: () => driving.play(),
      pause: () => driving.pause(),
      choose,
      embedAddress: () => this.#host.getAttribute('embed-src'),
      notify: (text, stays) => panels.notify(text, stays),
    })
    this.#complaints = new Complaints({
      panels,
      place: () => this.feed.place,
      again: () => this.open(this.feed.place, this.#options),
      choose,
      tell: (message) => this.#emit('arena-replay-error', { message }),
    })
    root.adoptedStyleSheets = [...root.adoptedStyleSheets.slice(0, 1), this.#look.teams]
    viewer.append(announcer.element, this.#listening.picker)
    root.replaceChildren(viewer)
    this.#resizes.observe(stage)
    this.#resizes.observe(seekBar)
    const { signal } = this.#abort
    document.addEventListener('fullscreenchange', () => this.#resize(), { signal })
    onPixelRatio(() => this.#resize(), signal)
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.apply('theme'), { signal })
    for (const name of ['theme', 'overlays', 'controls', 'hud', 'speed']) this.apply(name)
  }

  get info(): ReplayInfo | null {
    return this.#info
  }

  /** Opens a replay; without one it asks for a file. */
  open(place: ReplayPlace | null, options: PlayerOptions): void {
    this.#close()
    this.#options = options
    this.#info = null
    this.#isReady = false
    this.#showState(false)
    this.#hasEnded = false
    this.#drawnFrame = null
    this.#display.reset(options.isLive)
    this.#loop.reset()
    this.#complaints.reset()
    this.driving.open(options)
    this.feed.open(place, { ...options, names: this.#namesOf(place) })
    this.apply('missed')
    void this.#readMarks(options.marks, options.isLive)
    if (place === null) this.#complaints.fail('No replay is open.')
    this.#update()
  }

  openFile(file: Blob, seed: string | null = null, marks: Blob | null = null): void {
    const options = { seed, isLive: false, frame: null, isPlaying: false }
    this.open({ file }, { ...options, marks: marks && { file: marks } })
  }

  /** Opens the files that a person has chosen: debug marks alone are for the replay that is open. */
  #openFiles(replay: Blob | null, marks: Blob | null): void {
    if (replay) this.openFile(replay, null, marks)
    else if (marks) void this.#readMarks({ file: marks })
  }

  async #readMarks(place: MarksPlace | null, isLive = false): Promise<void> {
    this.#marksAbort.abort()
    const { signal } = (this.#marksAbort = new AbortController())
    this.#display.setMarks(NO_MARKS)
    if (place === null) return
    const { panels } = this.#display
    try {
      let last = NO_MARKS
      let isShown = false
      for await (const marks of readMarks(place, signal)) {
        if (signal.aborted) return
        last = marks
        // Later marks are added to them.
        if (!isShown && marks.count > 0) this.#display.setMarks(marks)
        isShown = marks.count > 0
      }
      if (last.skipped > 0) panels.notify(`Lines without a debug mark: ${last.skipped}.`, true)
      // While a match is played it is not known whether marks will come.
      else if (last.count === 0 && !isLive) panels.notify('There are no debug marks in this file.')
    } catch (error) {
      if (!signal.aborted) panels.notify((error as Error).message, true)
    }
  }

  setVisible(isVisible: boolean): void {
    this.#loop.setVisible(isVisible)
  }

  /** An attribute of the element has changed. */
  apply(name: string): void {
    const value = this.#host.getAttribute(name)
    const { panels } = this.#display
    const { place } = this.feed
    if (name === 'theme') {
      this.#look.setTheme(value)
      panels.setDark(this.#look.theme === 'dark')
      this.#resize()
    } else if (name === 'speed' && value !== null) this.driving.setSpeed(Number.parseFloat(value))
    else if (name === 'overlays') this.#look.setWords(value)
    else if (name === 'controls') panels.setControls(choice(value, ['on', 'minimal', 'off']))
    else if (name === 'hud') panels.setHud(choice(value, ['on', 'off']))
    else if (name === 'missed') this.#display.setMissed(place !== null && 'url' in place ? value : null)
    else if (name === 'names') this.feed.rename(this.#namesOf(place))
  }

  destroy(): void {
    this.#showState(false)
    this.#abort.abort()
    this.#listening.destroy()
    this.#resizes.disconnect()
    this.#display.panels.destroy()
    this.#loop.destroy()
    this.#close()
  }

  #close(): void {
    this.#marksAbort.abort()
    this.feed.close()
    this.#sharing.reset()
  }

  #changed(source: ReplaySource): void {
    const { info, columns } = source
    // The feed speaks of a stream that breaks off, and more of the match is to come.
    const { isBroken } = this.feed
    const error = isBroken ? null : source.error
    const isDone = source.isDone && !isBroken
    if (info) {
      this.#takeInfo(info)
      if (columns.count > 0) {
        const isComplete = info.end !== null || isDone || (error !== null && ENDED_BY.includes(error))
        this.driving.playback.extend({ first: info.firstFrame, last: columns.lastFrame, isComplete })
      }
      this.#display.take(source)
    }
    if (error !== null && columns.count > 0) this.#complaints.note(error)
    else if (error !== null) this.#complaints.fail(error)
    else if (isDone && columns.count === 0) this.#complaints.fail('The replay holds no frames.')
    this.#update()
  }

  #takeInfo(info: ReplayInfo): void {
    const before = this.#info?.players
    this.#info = info
    if (info.players.some(({ name }, i) => name !== before?.[i]?.name)) this.#display.setPlayers(info)
  }

  /** What the page calls the players; it knows nothing of a file that a person has. */
  #namesOf(place: ReplayPlace | null): readonly string[] {
    return place !== null && 'url' in place ? namesIn(this.#host.getAttribute('names')) : []
  }

  #drawn(drawn: Drawn): void {
    const { frame, picture, source, info, now } = drawn
    this.#display.drawn(drawn)
    if (!this.feed.isBroken) this.#showState(true)
    this.#sharing.record()
    if (this.#drawnFrame === frame) return
    this.#drawnFrame = frame
    if (!this.#isReady) {
      this.#isReady = true
      this.#emit('arena-replay-ready', { info })
    }
    this.#emit('arena-replay-frame', { frame, exact: source.isExact(frame), players: linesOf(info, picture) })
    if (frame === this.driving.playback.frame) this.#display.announcer.say(info, picture, now)
  }

  #showControls(): void {
    const { playback, hasMoved } = this.driving
    const { areInputsOn } = this.#look
    this.#display.panels.showControls({
      playback,
      isLive: this.#options.isLive,
      isBrokenOff: this.#info?.end?.method === NO_CONTEST,
      isPlaced: this.#options.frame !== null || hasMoved,
      isReady: this.#isReady,
      areInputsOn,
    })
    this.#endLive()
  }

  /** A live match is over, and whoever follows it has seen it to its end. */
  #endLive(): void {
    const { extent, isAtEnd, isPlaying, frame } = this.driving.playback
    if (this.#hasEnded || !this.#options.isLive || !extent.isComplete || (isPlaying && !isAtEnd)) return
    this.#hasEnded = true
    this.#emit('ended', { frame })
  }

  #stopped(): void {
    this.#showControls()
    this.#display.showPlace()
    const { isAtEnd, frame } = this.driving.playback
    if (!isAtEnd) return
    this.#emit('arena-replay-end', { frame })
    this.#endLive()
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#display.panels.stage
    this.#display.resize()
    this.#loop.fit(clientWidth, clientHeight)
  }

  /** Shows the controls as they have to be, and draws anew. */
  #update(): void {
    this.#showControls()
    this.#loop.invalidate()
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
