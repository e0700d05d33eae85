/** Pictures and clips of a match: the canvas with the score in it, as files. Loaded when the first is asked for. */
import { isolated } from '../draw/isolated.ts'
import { clipType } from './clip-type.ts'
import type { PlayerLine } from './hud.ts'
import { FONT, type Palette } from './palette.ts'

export interface Caption {
  readonly lines: readonly PlayerLine[]
  readonly clock: string
  readonly palette: Palette
  readonly colourOf: (port: number) => string
}

/** The picture and what the cards say. */
export function paint(target: HTMLCanvasElement, picture: HTMLCanvasElement, caption: Caption): void {
  target.width = picture.width
  target.height = picture.height
  const context = target.getContext('2d', { alpha: false })!
  context.drawImage(picture, 0, 0)
  const { lines, clock, palette, colourOf } = caption
  const unit = target.width / 100
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  const panel = (x: number, y: number, width: number, height: number): void => {
    context.fillStyle = `${palette.surface}e0`
    context.beginPath()
    context.roundRect(x, y, width, height, unit * 0.8)
    context.fill()
  }
  panel(target.width / 2 - unit * 6, unit, unit * 12, unit * 3.4)
  context.fillStyle = palette.ink
  context.font = `600 ${unit * 2}px ${FONT}`
  context.fillText(clock, target.width / 2, unit * 3.4)
  for (const [i, { port, name, stocks, percent }] of lines.entries()) {
    const [width, height] = [unit * 20, unit * 7.4]
    const x = (target.width * (i + 1)) / (lines.length + 1) - width / 2
    const y = target.height - height - unit * 1.2
    panel(x, y, width, height)
    context.fillStyle = colourOf(port)
    context.font = `600 ${unit * 1.6}px ${FONT}`
    context.fillText(isolated(name), x + width / 2, y + unit * 2.2, width - unit)
    context.fillStyle = palette.ink
    context.font = `800 ${unit * 3.2}px ${FONT}`
    context.textAlign = 'right'
    context.fillText(`${percent}%`, x + width * 0.52, y + unit * 5.9)
    context.textAlign = 'center'
    context.fillStyle = colourOf(port)
    for (let stock = 0; stock < stocks; stock++) {
      context.beginPath()
      context.arc(x + width * 0.6 + stock * unit * 1.9, y + unit * 4.8, unit * 0.7, 0, 2 * Math.PI)
      context.fill()
    }
  }
}

/** Records a canvas until `stop`; what comes of it is a file. */
export class Clip {
  readonly #recorder: MediaRecorder
  readonly #parts: Blob[] = []

  constructor(canvas: HTMLCanvasElement) {
    const mimeType = clipType() ?? ''
    this.#recorder = new MediaRecorder(canvas.captureStream(60), { mimeType, videoBitsPerSecond: 8_000_000 })
    this.#recorder.addEventListener('dataavailable', ({ data }) => this.#parts.push(data))
    this.#recorder.start(1000)
  }

  async stop(): Promise<Blob> {
    const recorder = this.#recorder
    if (recorder.state !== 'inactive') {
      const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }))
      recorder.stop()
      await stopped
    }
    for (const track of recorder.stream.getTracks()) track.stop()
    return new Blob(this.#parts, { type: 'video/webm' })
  }
}

export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
