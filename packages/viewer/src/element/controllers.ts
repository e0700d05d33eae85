/** What the players press: a controller for each on the picture, and a strip of both over time. */
import { BUTTON, type FighterColumns } from '@arena/slp'
import { fitCanvas } from './dom.ts'
import type { Pad } from './missed-pads.ts'
import { FONT, type Palette } from './palette.ts'

export interface Button {
  readonly bits: number
  readonly label: string
  readonly fill: string
  readonly ink: string
}

/** As they are coloured on the controller. */
export const A: Button = { bits: BUTTON.A, label: 'A', fill: '#22a884', ink: '#ffffff' }
export const B: Button = { bits: BUTTON.B, label: 'B', fill: '#d8343f', ink: '#ffffff' }
export const X: Button = { bits: BUTTON.X, label: 'X', fill: '#8f96a3', ink: '#14161b' }
export const Y: Button = { bits: BUTTON.Y, label: 'Y', fill: '#8f96a3', ink: '#14161b' }
export const Z: Button = { bits: BUTTON.Z, label: 'Z', fill: '#7b54d6', ink: '#ffffff' }
export const L: Button = { bits: BUTTON.L, label: 'L', fill: '#5d6675', ink: '#ffffff' }
export const R: Button = { bits: BUTTON.R, label: 'R', fill: '#5d6675', ink: '#ffffff' }
export const C_STICK = '#f0b81f'

/** The colour of pads that were missed, on light and on dark. */
export const MISSED = '#d4562a'

const PAD_WIDTH = 150
const PAD_HEIGHT = 58
/** Where the buttons are on it, and how big. */
const PLACES: readonly (readonly [Button, x: number, y: number, radius: number])[] = [
  [A, 84, 30, 9],
  [B, 70, 42, 6],
  [X, 99, 26, 6],
  [Y, 80, 14, 6],
  [Z, 99, 11, 5],
]
const TRAIL = 12

export function drawController(
  canvas: HTMLCanvasElement,
  fighter: FighterColumns | null,
  row: number,
  pad: Pad,
  palette: Palette,
): void {
  const ratio = fitCanvas(canvas, PAD_WIDTH, PAD_HEIGHT)
  const context = canvas.getContext('2d')!
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, PAD_WIDTH, PAD_HEIGHT)
  if (!fighter) return
  const { pre } = fighter
  const buttons = pre.physicalButtons[row] ?? 0
  trigger(context, 4, pre.physicalLTrigger[row] ?? 0, (buttons & L.bits) !== 0, palette)
  trigger(context, PAD_WIDTH - 8, pre.physicalRTrigger[row] ?? 0, (buttons & R.bits) !== 0, palette)
  stick(context, 36, 30, 21, pre.joystickX, pre.joystickY, row, palette.ink, palette)
  stick(context, 123, 30, 15, pre.cStickX, pre.cStickY, row, C_STICK, palette)
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const [{ bits, label, fill, ink }, x, y, radius] of PLACES) {
    const isDown = (buttons & bits) !== 0
    context.beginPath()
    context.arc(x, y, radius, 0, 2 * Math.PI)
    context.fillStyle = isDown ? fill : palette.surface
    context.fill()
    context.lineWidth = 1.5
    context.strokeStyle = isDown ? fill : palette.soft
    context.stroke()
    context.font = `700 ${radius > 6 ? 11 : 8}px ${FONT}`
    context.fillStyle = isDown ? ink : palette.soft
    context.fillText(label, x, y + 0.5)
  }
  if (pad !== 'landed') noPad(context, pad, palette)
}

/** In place of the buttons, none of which is down: the frame was played neutral. */
function noPad(context: CanvasRenderingContext2D, pad: Pad, palette: Palette): void {
  context.fillStyle = MISSED
  context.beginPath()
  context.roundRect(PAD_WIDTH / 2 - 34, PAD_HEIGHT / 2 - 9, 68, 18, 5)
  context.fill()
  context.font = `700 11px ${FONT}`
  context.fillStyle = palette.theme === 'light' ? '#ffffff' : '#14161b'
  context.fillText(pad === 'late' ? 'Pad late' : 'No pad', PAD_WIDTH / 2, PAD_HEIGHT / 2 + 0.5)
}

function trigger(
  context: CanvasRenderingContext2D,
  x: number,
  value: number,
  isClicked: boolean,
  palette: Palette,
): void {
  const [top, height] = [6, PAD_HEIGHT - 12]
  context.fillStyle = palette.line
  context.fillRect(x, top, 5, height)
  const filled = height * Math.min(1, Math.max(isClicked ? 1 : 0, value))
  context.fillStyle = isClicked ? palette.accent : palette.soft
  context.fillRect(x, top + height - filled, 5, filled)
}

function stick(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  xs: Float32Array,
  ys: Float32Array,
  row: number,
  colour: string,
  palette: Palette,
): void {
  context.beginPath()
  for (let i = 0; i < 8; i++) {
    const turn = (i * Math.PI) / 4
    context.lineTo(x + Math.cos(turn) * radius, y + Math.sin(turn) * radius)
  }
  context.closePath()
  context.fillStyle = palette.surface
  context.fill()
  context.lineWidth = 1.5
  context.strokeStyle = palette.soft
  context.stroke()
  const at = (n: number): [number, number] => [x + (xs[n] ?? 0) * radius, y - (ys[n] ?? 0) * radius]
  context.lineCap = 'round'
  for (let age = TRAIL; age > 0; age--) {
    if (row - age < 0) continue
    context.globalAlpha = 0.7 * (1 - age / (TRAIL + 1))
    context.strokeStyle = colour
    context.beginPath()
    context.moveTo(...at(row - age))
    context.lineTo(...at(row - age + 1))
    context.stroke()
  }
  context.globalAlpha = 1
  context.beginPath()
  context.arc(...at(row), radius * 0.3, 0, 2 * Math.PI)
  context.fillStyle = colour
  context.fill()
}
