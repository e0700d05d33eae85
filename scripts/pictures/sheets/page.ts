/// <reference lib="dom" />
/** In the browser: draws what the contact sheet asks for, and gives it back as PNG. */
import { Picture, STAGES } from '@arena/engine'
import { NO_OVERLAYS, type Overlays } from '../../../packages/viewer/src/draw/overlays.ts'
import { StageCanvas } from '../../../packages/viewer/src/draw/stage-canvas.ts'
import { drawFighter } from '../../../packages/viewer/src/draw/fighter/draw-fighter.ts'
import { edgesOf, figuresOf } from '../../../packages/viewer/src/draw/grip.ts'
import { drawBubble } from '../../../packages/viewer/src/draw/draw-effects.ts'
import type { ReplayInfo } from '../../../packages/viewer/src/replay/replay-info.ts'

type Theme = 'light' | 'dark'

function pictureFrom(text: string): Picture {
  return new Picture(Uint8Array.from(atob(text), (letter) => letter.codePointAt(0)!).buffer)
}

interface Row {
  readonly name: string
  readonly moments: readonly { readonly body: number; readonly picture: string }[]
}

const GROUND: Readonly<Record<Theme, string>> = { light: '#f4f3ee', dark: '#101216' }
const TEXT: Readonly<Record<Theme, string>> = { light: '#17181c', dark: '#eceae3' }
/** World units that a fighter of the asked height has. */
const UNITS = 18
const LEDGE_ACTIONS = [253, 254, 255]

function sheet(width: number, height: number, theme: Theme): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')!
  context.fillStyle = GROUND[theme]
  context.fillRect(0, 0, width, height)
  context.font = '12px sans-serif'
  return [canvas, context]
}

/** The body of a moment, and whom it holds, standing at a place of the canvas */
function place(
  canvas: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
  { body: index, picture: text }: Row['moments'][number],
  theme: Theme,
  x: number,
  floor: number,
  size: number,
): void {
  const picture = pictureFrom(text)
  const body = picture.bodies[index]!
  const scale = size / UNITS
  const held = body.holds < 0 ? [] : [body.holds]
  const middle = held.length > 0 ? (picture.bodies[body.holds]!.x + body.x) / 2 : body.x
  // In the air as high as it fits.
  const lift = LEDGE_ACTIONS.includes(body.action) ? body.y : Math.min(Math.max(body.y, 0), 6)
  const view = {
    x: x - middle * scale,
    y: floor + (body.y - lift) * scale,
    scale,
    width: canvas.width,
    height: canvas.height,
  }
  if (LEDGE_ACTIONS.includes(body.action)) {
    const [edgeX, edgeY] = [view.x + edgesOf(STAGES[32])[body.facing > 0 ? 0 : 1][0] * scale, view.y]
    context.fillStyle = theme === 'light' ? '#b9b6c4' : '#4a4a5c'
    context.fillRect(body.facing > 0 ? edgeX : edgeX - 8 * scale, edgeY, 8 * scale, 6 * scale)
  }
  const figures = figuresOf(picture, STAGES[32])
  for (const i of [...held, index]) {
    const each = picture.bodies[i]!
    const style = { theme, costume: 0, reducedMotion: true, vx: 0, vy: 0, frame: picture.head.frame }
    drawFighter(context, view, figures[i]!, each, style)
    drawBubble(context, view, each, { theme, reducedMotion: true, frame: 1, costumes: [] })
  }
}

/** All actions of each fighter, a number of them to a line; the size is that of a fighter of 18 units, in pixels. */
export function actions(
  rows: readonly Row[],
  names: readonly string[],
  theme: Theme,
  size: number,
  columns: number,
): string {
  const cell = size * 2
  const high = size * 1.9
  const lines = Math.ceil(names.length / columns)
  const [canvas, context] = sheet(cell * columns, high * lines * rows.length, theme)
  for (const [i, { name, moments }] of rows.entries()) {
    for (const [n, each] of moments.entries()) {
      const x = ((n % columns) + 0.5) * cell
      const floor = (i * lines + Math.floor(n / columns) + 1) * high - size * 0.3
      context.fillStyle = TEXT[theme]
      context.fillText(n === 0 ? `${name}: ${names[n]!}` : names[n]!, x - cell / 2 + 6, floor + size * 0.2)
      context.globalAlpha = 0.2
      context.fillRect(x - cell / 2, floor, cell, 1)
      context.globalAlpha = 1
      place(canvas, context, each, theme, x, floor, size)
    }
  }
  return canvas.toDataURL('image/png')
}

/** All fighters standing: at 120 and at 60 pixels. */
export function portraits(rows: readonly Row[], theme: Theme): string {
  const [columns, wide, high] = [7, 250, 200]
  const [canvas, context] = sheet(columns * wide, Math.ceil(rows.length / columns) * high, theme)
  for (const [i, { name, moments }] of rows.entries()) {
    const [left, floor] = [(i % columns) * wide, Math.floor(i / columns) * high + high - 26]
    context.fillStyle = TEXT[theme]
    context.fillText(name, left + 12, floor + 18)
    place(canvas, context, moments[0]!, theme, left + 85, floor, 120)
    place(canvas, context, moments[0]!, theme, left + 190, floor, 60)
  }
  return canvas.toDataURL('image/png')
}

export interface Moment {
  readonly info: ReplayInfo
  readonly previous: string
  readonly picture: string
  readonly next: string
}

export function moment(
  { info, previous, picture, next }: Moment,
  theme: Theme,
  width: number,
  height: number,
  ratio: number,
  overlays: Overlays,
): string {
  const canvas = document.createElement('canvas')
  const stage = new StageCanvas(canvas, { theme, reducedMotion: false })
  stage.resize(width, height, ratio)
  stage.draw({
    info,
    previous: pictureFrom(previous),
    picture: pictureFrom(picture),
    next: pictureFrom(next),
    alpha: 0,
    time: 0,
    overlays,
    cut: true,
  })
  return canvas.toDataURL('image/png')
}

/** A row for each stage: views of it without fighters, which show the whole of it. */
export function stages(rows: readonly (readonly Moment[])[], theme: Theme): string {
  const [wide, high, gap] = [480, 270, 6]
  const columns = Math.max(...rows.map((views) => views.length))
  const [canvas, context] = sheet((wide + gap) * columns, (high + gap) * rows.length, theme)
  const one = document.createElement('canvas')
  const stage = new StageCanvas(one, { theme, reducedMotion: false })
  stage.resize(wide, high, 1)
  for (const [row, views] of rows.entries()) {
    for (const [column, { info, picture: text }] of views.entries()) {
      const picture = pictureFrom(text)
      picture.head.bodyCount = 0
      picture.head.articleCount = 0
      stage.draw({ info, previous: null, picture, next: null, alpha: 0, time: 0, overlays: NO_OVERLAYS, cut: true })
      context.drawImage(one, column * (wide + gap), row * (high + gap))
    }
  }
  return canvas.toDataURL('image/png')
}

Object.assign(globalThis, { sheet: { actions, portraits, stages, moment } })
