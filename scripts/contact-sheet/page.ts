/// <reference lib="dom" />
/** In the browser: draws what the contact sheet asks for, and gives it back as PNG. */
import { Picture } from '@arena/engine'
import type { Overlays } from '../../packages/viewer/src/draw/overlays.ts'
import { StageCanvas } from '../../packages/viewer/src/draw/stage-canvas.ts'
import { drawFighter } from '../../packages/viewer/src/draw/fighter.ts'
import { figureOf } from '../../packages/viewer/src/draw/skeleton.ts'
import type { ReplayInfo } from '../../packages/viewer/src/replay/replay-info.ts'

type Theme = 'light' | 'dark'

function pictureFrom(text: string): Picture {
  return new Picture(Uint8Array.from(atob(text), (letter) => letter.codePointAt(0)!).buffer)
}

interface Row {
  readonly name: string
  readonly poses: readonly string[]
}

const GROUND: Readonly<Record<Theme, string>> = { light: '#f4f3ee', dark: '#101216' }

export function fighters(rows: readonly Row[], theme: Theme, size: number, columns: number): string {
  const cellWidth = size * 4.3
  const cellHeight = size * 1.75 + 18
  const canvas = document.createElement('canvas')
  canvas.width = cellWidth * columns
  canvas.height = cellHeight * Math.ceil(rows.length / columns)
  const context = canvas.getContext('2d')!
  context.fillStyle = GROUND[theme]
  context.fillRect(0, 0, canvas.width, canvas.height)
  for (const [i, { name, poses }] of rows.entries()) {
    const left = (i % columns) * cellWidth
    const floor = Math.floor(i / columns) * cellHeight + cellHeight - 20
    context.fillStyle = theme === 'light' ? '#17181c' : '#eceae3'
    context.font = '12px sans-serif'
    context.fillText(name, left + 6, floor + 14)
    context.globalAlpha = 0.25
    context.fillRect(left + 4, floor, cellWidth - 8, 1)
    context.globalAlpha = 1
    for (const [n, text] of poses.entries()) {
      const body = pictureFrom(text).bodies[n === 3 ? 1 : 0]!
      // A fighter of 18 units is as high as asked for.
      const scale = size / 18
      const x = left + size * (0.6 + n * 1.08)
      const lift = body.isAirborne ? 5 * scale : 0
      const view = {
        x: x - body.x * scale,
        y: floor - lift + body.y * scale,
        scale,
        width: canvas.width,
        height: canvas.height,
      }
      drawFighter(context, view, figureOf(body), body, {
        theme,
        costume: 0,
        reducedMotion: true,
        vx: n === 2 ? 0.8 : 0,
        vy: n === 2 ? -0.4 : 0,
        frame: 1,
      })
    }
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

Object.assign(globalThis, { sheet: { fighters, moment } })
