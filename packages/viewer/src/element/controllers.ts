/** What the players press: a controller for each on the picture, and a strip of both over time. */
import type { FighterColumns, ReplayColumns } from '@arena/slp'
import { fitCanvas } from './dom.ts'
import { FONT, type Palette } from './palette.ts'

interface Button {
  readonly bits: number
  readonly label: string
  readonly fill: string
  readonly ink: string
}

/** As they are coloured on the controller. */
const A: Button = { bits: 0x100, label: 'A', fill: '#22a884', ink: '#ffffff' }
const B: Button = { bits: 0x200, label: 'B', fill: '#d8343f', ink: '#ffffff' }
const X: Button = { bits: 0x400, label: 'X', fill: '#8f96a3', ink: '#14161b' }
const Y: Button = { bits: 0x800, label: 'Y', fill: '#8f96a3', ink: '#14161b' }
const Z: Button = { bits: 0x10, label: 'Z', fill: '#7b54d6', ink: '#ffffff' }
const L: Button = { bits: 0x40, label: 'L', fill: '#5d6675', ink: '#ffffff' }
const R: Button = { bits: 0x20, label: 'R', fill: '#5d6675', ink: '#ffffff' }
const C_STICK = '#f0b81f'

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

/** Rows of the strip for a player: the stick's direction, then what may be pressed at the same time. */
const ROWS: readonly (readonly Button[])[] = [[A, Z], [B], [X, Y], [L, R]]
const STICK_HEIGHT = 14
const ROW_HEIGHT = 8
const LANE_GAP = 8
const LANE_HEIGHT = STICK_HEIGHT + ROWS.length * ROW_HEIGHT
const LABEL_WIDTH = 30
/** Frames about the present one at most. */
const SPAN = 150
const LEAST_FRAME_WIDTH = 4

/** Height of the strip for a number of players. */
function stripHeight(players: number): number {
  return players * LANE_HEIGHT + Math.max(0, players - 1) * LANE_GAP + 4
}

/** The stick's direction in eighths of a turn, from the right on against the clock; -1 in the middle. */
function eighthOf(x: number, y: number): number {
  if (Math.hypot(x, y) < 0.2875) return -1
  return (Math.round((Math.atan2(y, x) * 4) / Math.PI) + 8) % 8
}

/** Calls `each` with the runs of equal values among rows; a value of -1 is no run. */
function runs(
  from: number,
  to: number,
  valueOf: (row: number) => number,
  each: (value: number, from: number, to: number) => void,
): void {
  let start = from
  for (let row = from + 1; row <= to; row++) {
    const value = valueOf(start)
    if (row < to && valueOf(row) === value) continue
    if (value >= 0) each(value, start, row)
    start = row
  }
}

export function drawStrip(
  canvas: HTMLCanvasElement,
  width: number,
  columns: ReplayColumns,
  ports: readonly number[],
  position: number,
  palette: Palette,
  colourOf: (port: number) => string,
): void {
  const height = stripHeight(ports.length)
  const ratio = fitCanvas(canvas, width, height)
  const context = canvas.getContext('2d')!
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, width, height)
  const room = width - LABEL_WIDTH
  const frameWidth = Math.max(LEAST_FRAME_WIDTH, room / SPAN)
  const middle = LABEL_WIDTH + room / 2
  const present = position - columns.firstFrame
  const x = (row: number): number => middle + (row - present) * frameWidth
  const from = Math.max(0, Math.floor(present - room / 2 / frameWidth))
  const to = Math.min(columns.count, Math.ceil(present + room / 2 / frameWidth) + 1)
  context.textBaseline = 'middle'
  context.save()
  context.beginPath()
  context.rect(LABEL_WIDTH, 0, room, height)
  context.clip()
  for (const [i, port] of ports.entries()) {
    const y = i * (LANE_HEIGHT + LANE_GAP) + 2
    context.fillStyle = `${palette.line}66`
    context.fillRect(LABEL_WIDTH, y, room, LANE_HEIGHT)
    const fighter = columns.fighter(port)
    if (fighter) lane(context, fighter, from, to, x, y, palette, colourOf(port))
  }
  context.fillStyle = palette.ink
  context.fillRect(middle, 0, 1.5, height)
  context.restore()
  context.textAlign = 'left'
  for (const [i, port] of ports.entries()) {
    const y = i * (LANE_HEIGHT + LANE_GAP) + 2
    context.fillStyle = colourOf(port)
    context.font = `700 12px ${FONT}`
    context.fillText(`P${port + 1}`, 4, y + LANE_HEIGHT / 2)
  }
}

function lane(
  context: CanvasRenderingContext2D,
  { pre }: FighterColumns,
  from: number,
  to: number,
  x: (row: number) => number,
  y: number,
  palette: Palette,
  colour: string,
): void {
  const block = (start: number, end: number, top: number, height: number): void => {
    context.beginPath()
    context.roundRect(x(start) + 0.5, top, Math.max(1.5, x(end) - x(start) - 1), height, 2.5)
    context.fill()
  }
  const stickOf = (row: number): number => eighthOf(pre.joystickX[row]!, pre.joystickY[row]!)
  runs(from, to, stickOf, (eighth, start, end) => {
    context.fillStyle = `${colour}4d`
    block(start, end, y + 1, STICK_HEIGHT - 2)
    arrow(context, Math.max((x(start) + x(end)) / 2, x(start) + 2), y + STICK_HEIGHT / 2, eighth, palette.ink)
  })
  const cStickOf = (row: number): number => eighthOf(pre.cStickX[row]!, pre.cStickY[row]!)
  runs(from, to, cStickOf, (_, start, end) => {
    context.fillStyle = C_STICK
    block(start, end, y + STICK_HEIGHT, 3)
  })
  context.textAlign = 'center'
  context.font = `700 8px ${FONT}`
  for (const [i, buttons] of ROWS.entries()) {
    const top = y + STICK_HEIGHT + i * ROW_HEIGHT
    for (const { bits, label, fill, ink } of buttons) {
      runs(
        from,
        to,
        (row) => ((pre.physicalButtons[row]! & bits) === 0 ? -1 : 1),
        (_, start, end) => {
          context.fillStyle = fill
          block(start, end, top, ROW_HEIGHT - 1)
          context.fillStyle = ink
          if (x(end) - x(start) >= 8) context.fillText(label, (x(start) + x(end)) / 2, top + ROW_HEIGHT / 2)
        },
      )
    }
  }
}

function arrow(context: CanvasRenderingContext2D, x: number, y: number, eighth: number, colour: string): void {
  const turn = (eighth * Math.PI) / 4
  const [dx, dy] = [Math.cos(turn) * 4, -Math.sin(turn) * 4]
  context.fillStyle = colour
  context.beginPath()
  context.moveTo(x + dx, y + dy)
  context.lineTo(x - dx + dy * 0.8, y - dy - dx * 0.8)
  context.lineTo(x - dx - dy * 0.8, y - dy + dx * 0.8)
  context.fill()
}
