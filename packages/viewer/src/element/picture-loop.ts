/**
 * Draws the match: once for each picture of the screen while it plays, and when something has changed. What is around the picture
 * hears of it by events.
 */
import type { Picture } from '@arena/engine'
import type { DebugMark } from '@arena/slp'
import type { Box } from '../draw/boxes.ts'
import type { Theme } from '../draw/colours.ts'
import { StageCanvas } from '../draw/stage-canvas.ts'
import type { ReplayInfo } from '../replay/replay-info.ts'
import type { ReplaySource } from '../replay/replay-source.ts'
import { pixelRatio } from './dom.ts'
import type { Look } from './look.ts'
import type { Playback } from './playback.ts'

export interface Drawn {
  readonly frame: number
  readonly picture: Picture
  readonly source: ReplaySource
  readonly info: ReplayInfo
  readonly now: number
  /** Where fighters are seen, in CSS pixels of the picture. */
  readonly bodies: readonly Box[]
}

export interface PictureEvents {
  source(): ReplaySource | null
  info(): ReplayInfo | null
  /** What bots drew on a frame, as far as it is to be seen. */
  marks(frame: number): readonly DebugMark[]
  /** Before drawing; `hasPicture` is false while the picture of the frame is on its way. */
  placed(now: number, hasPicture: boolean): void
  drawn(drawn: Drawn): void
  /** A picture could not be drawn; said once for each replay. */
  failed(error: unknown): void
  /** It played, and plays no longer. */
  stopped(): void
  /** Asks a gamepad, if there is one: whether to go on asking. */
  readPads(): boolean
}

export class PictureLoop {
  readonly #canvas: HTMLCanvasElement
  readonly #playback: Playback
  readonly #look: Look
  readonly #events: PictureEvents
  #stage: StageCanvas | null = null
  #theme: Theme | null = null
  #width = 0
  #height = 0
  #ratio = 0
  #request = 0
  #isDirty = false
  #isCut = true
  #isVisible = true
  #hasFailed = false
  #time = 0
  /** The frame whose picture is awaited. */
  #asked: number | null = null

  constructor(canvas: HTMLCanvasElement, playback: Playback, look: Look, events: PictureEvents) {
    this.#canvas = canvas
    this.#playback = playback
    this.#look = look
    this.#events = events
  }

  /** Another replay is opened, or another stream of it: no picture is awaited. */
  reset(): void {
    this.#asked = null
    this.#isCut = true
    this.#hasFailed = false
  }

  /** The next picture does not follow from the last one: the camera jumps to it. */
  cut(): void {
    this.#isCut = true
  }

  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible
    if (isVisible) this.invalidate()
  }

  /** Has it drawn anew. */
  invalidate(): void {
    this.#isDirty = true
    this.schedule()
  }

  schedule(): void {
    if (this.#request === 0) this.#request = requestAnimationFrame((now) => this.#tick(now))
  }

  /** The place for the picture, in CSS pixels; their size in device pixels and the theme may have changed too. */
  fit(width: number, height: number): void {
    const { theme } = this.#look
    const ratio = pixelRatio()
    const isSamePlace = width === this.#width && height === this.#height && ratio === this.#ratio
    if (width === 0 || height === 0) return
    if (!isSamePlace || theme !== this.#theme || !this.#stage) {
      if (theme !== this.#theme) this.#stage = null
      this.#width = width
      this.#height = height
      this.#theme = theme
      this.#ratio = ratio
      this.#stage ??= this.#newStage(theme)
      this.#stage.resize(width, height, ratio)
      this.#isCut = true
      // A canvas of another size is black until it is drawn on.
      if (this.#isVisible) this.#tryToDraw(performance.now())
    }
    this.invalidate()
  }

  destroy(): void {
    cancelAnimationFrame(this.#request)
  }

  #newStage(theme: Theme): StageCanvas {
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    return new StageCanvas(this.#canvas, { theme, reducedMotion })
  }

  #tick(now: number): void {
    this.#request = 0
    const playback = this.#playback
    const wasPlaying = playback.isPlaying
    const hasPads = this.#events.readPads()
    if (playback.advance(now)) this.#isDirty = true
    if (playback.isPlaying) this.#time = now
    if (this.#isDirty && this.#isVisible) {
      this.#isDirty = false
      this.#tryToDraw(now)
    }
    if (wasPlaying && !playback.isPlaying) this.#events.stopped()
    if (playback.isPlaying || hasPads) this.schedule()
  }

  /** One picture that cannot be drawn takes no other with it. */
  #tryToDraw(now: number): void {
    try {
      this.#draw(now)
    } catch (error) {
      if (!this.#hasFailed) this.#events.failed(error)
      this.#hasFailed = true
    }
  }

  #draw(now: number): void {
    const source = this.#events.source()
    const info = this.#events.info()
    if (!source || !info || !this.#stage) return
    const shown = this.#pictureToShow(source)
    this.#events.placed(now, shown !== null)
    if (!shown) return
    const { frame, picture } = shown
    const isThere = frame === this.#playback.frame
    const alpha = isThere ? this.#playback.alpha : 0
    const previous = isThere && frame > info.firstFrame ? source.picture(frame - 1) : null
    const next = alpha > 0 && frame < source.columns.lastFrame ? source.picture(frame + 1) : null
    const { overlays } = this.#look
    const marks = this.#events.marks(frame)
    const shot = { info, previous, picture, next, alpha, time: this.#time }
    const bodies = this.#stage.draw({ ...shot, overlays, marks, cut: this.#isCut })
    this.#isCut = !isThere
    this.#events.drawn({ frame, picture, source, info, now, bodies })
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
}
