/** Draws the match into its canvas, and finds which picture there is to draw. */
import type { Picture } from '@arena/engine'
import type { Box } from '../draw/boxes.ts'
import type { Theme } from '../draw/colours.ts'
import { StageCanvas } from '../draw/stage-canvas.ts'
import type { ReplayInfo } from '../replay/replay-info.ts'
import type { ReplaySource } from '../replay/replay-source.ts'
import { pixelRatio } from './dom.ts'
import { areMarksSeen, shownFrame, type State } from './state.ts'

export interface Shown {
  readonly frame: number
  readonly picture: Picture
  readonly source: ReplaySource
  readonly info: ReplayInfo
}

export class PictureCanvas {
  readonly #canvas: HTMLCanvasElement
  #stage: StageCanvas | null = null
  #theme: Theme | null = null
  #width = 0
  #height = 0
  #ratio = 0

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas
  }

  get isFitted(): boolean {
    return this.#stage !== null
  }

  /** The place for the picture, in CSS pixels. Whether the canvas is another now, which is black until it is drawn on. */
  fit(theme: Theme, width: number, height: number): boolean {
    const ratio = pixelRatio()
    const isSamePlace = width === this.#width && height === this.#height && ratio === this.#ratio
    if (width === 0 || height === 0 || (isSamePlace && theme === this.#theme)) return false
    if (theme !== this.#theme) this.#stage = null
    this.#width = width
    this.#height = height
    this.#theme = theme
    this.#ratio = ratio
    this.#stage ??= this.#newStage(theme)
    this.#stage.resize(width, height, ratio)
    return true
  }

  /** Returns where fighters are seen, in CSS pixels of the picture. */
  draw(state: State, { frame, picture, source, info }: Shown): readonly Box[] {
    const { playback, overlays, time, isCut } = state
    const isThere = frame === playback.frame
    const alpha = isThere ? playback.alpha : 0
    const previous = isThere && frame > info.firstFrame ? source.picture(frame - 1) : null
    const next = alpha > 0 && frame < source.columns.lastFrame ? source.picture(frame + 1) : null
    const marks = areMarksSeen(state) ? state.marks.at(frame) : []
    const shot = { info, previous, picture, next, alpha, time }
    const bodies = this.#stage!.draw({ ...shot, overlays, marks, cut: isCut })
    state.isCut = !isThere
    return bodies
  }

  #newStage(theme: Theme): StageCanvas {
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    return new StageCanvas(this.#canvas, { theme, reducedMotion })
  }
}

/**
 * The picture of the present frame. While that is on its way, the one that was asked for before, once it comes: a bar that is
 * dragged shows where it passes, and never waits for more than one.
 */
export function pictureToShow(state: State, source: ReplaySource): Omit<Shown, 'source' | 'info'> | null {
  const frame = shownFrame(state)
  const { asked } = state
  const passed = asked === null || asked === frame ? null : source.picture(asked)
  const picture = source.picture(frame)
  if (picture) {
    state.asked = null
    return { frame, picture }
  }
  if (asked === null || passed) state.asked = frame
  return asked !== null && passed ? { frame: asked, picture: passed } : null
}
