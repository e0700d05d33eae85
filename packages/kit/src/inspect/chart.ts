/**
 * The percent of each player over time, as characters of a terminal: one panel a player, all on one scale. A column is
 * a stretch of the game and shows the highest percent of it; below it stand the stocks, where they change. Pure.
 */
import { duration } from '../words.ts'

export interface ChartLine {
  readonly name: string
  /** By row, one a frame. */
  readonly percent: ArrayLike<number>
  readonly stocks: ArrayLike<number>
}

export interface ChartOptions {
  /** Characters a line may have. */
  readonly width: number
  /** Whether the terminal shows more than ASCII. */
  readonly isUnicode: boolean
  /** Wraps what is drawn for a player in its colour. */
  readonly paint: (player: number, text: string) => string
}

const ROWS = 5
/** The scale ends at a multiple of this. */
const ROUND = 50
/** Space, percent, and the axis. */
const MARGIN = 10

interface Glyphs {
  /** From the least part of a cell to the whole. */
  readonly bars: readonly string[]
  readonly axis: string
  readonly corner: string
  readonly floor: string
}

const UNICODE: Glyphs = { bars: ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'], axis: '│', corner: '└', floor: '─' }
const ASCII: Glyphs = { bars: ['.', ':', '#'], axis: '|', corner: '+', floor: '-' }

/** `firstFrame`: of row 0; time is counted from frame 0 on. */
export function drawChart(lines: readonly ChartLine[], firstFrame: number, options: ChartOptions): string[] {
  const { width, isUnicode, paint } = options
  const rows = Math.max(0, ...lines.map(({ percent }) => percent.length))
  const columns = Math.min(width - MARGIN, rows)
  if (columns < 1) return []
  const glyphs = isUnicode ? UNICODE : ASCII
  const most = Math.max(ROUND, ...lines.map(({ percent }) => highest(percent, 0, percent.length)))
  const scale = Math.ceil(most / ROUND) * ROUND
  return lines.flatMap(({ name, percent, stocks }, player) => {
    const heights = Array.from({ length: columns }, (_, column) =>
      highest(percent, ...stretchOf(column, columns, rows)),
    )
    return [
      `  ${name}`,
      ...panel(heights, scale, glyphs).map(
        ({ label, cells }) => `${label} ${glyphs.axis}${cells === '' ? '' : paint(player, cells)}`,
      ),
      `${' '.repeat(MARGIN - 2)} ${glyphs.corner}${glyphs.floor.repeat(columns)}`,
      `${label('stocks')}  ${stocksLine(stocks, columns, rows)}`,
      ...(player === lines.length - 1 ? [`${' '.repeat(MARGIN)}${timeLine(columns, rows, firstFrame)}`] : []),
      '',
    ]
  })
}

const label = (text: string): string => text.padStart(MARGIN - 2)

/** The rows that a column stands for: from, and up to. */
function stretchOf(column: number, columns: number, rows: number): [number, number] {
  return [Math.floor((column * rows) / columns), Math.floor(((column + 1) * rows) / columns)]
}

function highest(values: ArrayLike<number>, from: number, to: number): number {
  let most = 0
  for (let row = from; row < Math.min(to, values.length); row++) most = Math.max(most, values[row]!)
  return most
}

/** From the top down; the scale stands at the top and in the middle. */
function panel(heights: readonly number[], scale: number, { bars }: Glyphs): { label: string; cells: string }[] {
  const steps = bars.length
  return Array.from({ length: ROWS }, (_, i) => {
    const below = ROWS - 1 - i
    const cells = heights.map((height) => {
      // Whatever is above 0 is seen.
      const parts = height > 0 ? Math.max(1, Math.round((height / scale) * ROWS * steps)) : 0
      const here = Math.min(steps, parts - below * steps)
      return here > 0 ? bars[here - 1]! : ' '
    })
    const text = i === 0 ? `${scale}%` : i === ROWS - 1 ? '0%' : ''
    return { label: label(text), cells: cells.join('').trimEnd() }
  })
}

/** The number of stocks where it begins or changes. */
function stocksLine(stocks: ArrayLike<number>, columns: number, rows: number): string {
  let before = Number.NaN
  const cells = Array.from({ length: columns }, (_, column) => {
    const last = Math.min(stretchOf(column, columns, rows)[1], stocks.length) - 1
    const now = stocks[Math.max(0, last)]!
    if (now === before) return ' '
    before = now
    return `${now}`.slice(-1)
  })
  return cells.join('').trimEnd()
}

const FRAMES_PER_SECOND = 60
/** Seconds between two marks of time, of which the first that leaves room is taken. */
const STEPS = [5, 10, 15, 30, 60, 120, 300, 600]
const ROOM = 10

function timeLine(columns: number, rows: number, firstFrame: number): string {
  const columnOf = (second: number) => Math.floor(((second * FRAMES_PER_SECOND - firstFrame) * columns) / rows)
  const step = STEPS.find((seconds) => columnOf(seconds) - columnOf(0) >= ROOM) ?? STEPS.at(-1)!
  let line = ''
  for (let second = 0; columnOf(second) < columns; second += step) {
    const text = duration(second * FRAMES_PER_SECOND)
    if (columnOf(second) + text.length > columns) break
    line = line.padEnd(columnOf(second)) + text
  }
  return line
}
