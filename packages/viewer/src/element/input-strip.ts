/** The inputs of both players about the present frame, as a strip that runs through under the picture. */
import type { FighterColumns, ReplayColumns } from '@arena/slp'
import { A, B, C_STICK, L, MISSED, R, X, Y, Z, type Button } from './controllers.ts'
import { fitCanvas } from './dom.ts'
import type { MissedPads } from './missed-pads.ts'
import { FONT, type Palette } from './palette.ts'

/** Rows of the strip for a player: the stick's direction, then what may be pressed at the same time. */
const ROWS: readonly (readonly Button[])[] = [[A, Z], [B], [X, Y], [L, R]]
const STICK_HEIGHT = 14
const ROW_HEIGHT = 8
const LANE_GAP = 8
const LANE_HEIGHT = STICK_HEIGHT + ROWS.length * ROW_HEIGHT
const LABEL_WIDTH = 30
const HATCH = 6
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

export interface StripState {
  readonly columns: ReplayColumns
  readonly missed: MissedPads
  readonly ports: readonly number[]
  /** Frame and fraction in the middle. */
  readonly position: number
  readonly palette: Palette
  readonly colourOf: (port: number) => string
}

export function drawStrip(canvas: HTMLCanvasElement, width: number, state: StripState): void {
  const { columns, missed, ports, position, palette, colourOf } = state
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
    const { firstFrame } = columns
    for (const range of missed.of(port)) {
      const start = Math.max(from, range.frame - firstFrame)
      const end = Math.min(to, range.frame + range.count - firstFrame)
      if (end > start) gap(context, x(start), x(end), y, range.isLate)
    }
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

/** Frames without a pad: hatched, with a line through it where the pads came too late. */
function gap(context: CanvasRenderingContext2D, from: number, to: number, y: number, isLate: boolean): void {
  context.save()
  context.beginPath()
  context.rect(from, y, to - from, LANE_HEIGHT)
  context.clip()
  context.fillStyle = `${MISSED}33`
  context.fillRect(from, y, to - from, LANE_HEIGHT)
  context.strokeStyle = MISSED
  context.lineWidth = 1.5
  context.beginPath()
  const first = Math.floor((from - LANE_HEIGHT) / HATCH) * HATCH
  for (let x = first; x < to; x += HATCH) {
    context.moveTo(x, y + LANE_HEIGHT)
    context.lineTo(x + LANE_HEIGHT, y)
  }
  context.stroke()
  if (isLate) {
    context.fillStyle = MISSED
    context.fillRect(from, y + LANE_HEIGHT / 2 - 2, to - from, 4)
  }
  context.restore()
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
