/** What bots drew over a frame: texts, lines, circles and points, each with an edge in the other shade so that it shows on any ground. */
import { DEBUG_COLOURS, type DebugColour, type DebugMark, type DebugPoint } from '@arena/slp'
import type { Context } from './brush.ts'
import type { View } from './camera.ts'

/** Colours of marks that name none, by port. */
const OWN: readonly DebugColour[] = ['yellow', 'cyan']
const ANYBODY: DebugColour = 'white'
const EDGE = '#10141ccc'
const POINT_RADIUS = 4
const LINE_WIDTH = 2
/** Between texts that would lie on each other, and from the border of the picture. */
const GAP = 4

function colourOf(mark: DebugMark): string {
  const colour = ('colour' in mark ? mark.colour : undefined) ?? OWN[mark.port ?? -1] ?? ANYBODY
  return Object.hasOwn(DEBUG_COLOURS, colour) ? DEBUG_COLOURS[colour as keyof typeof DEBUG_COLOURS] : colour
}

export function drawDebugMarks(context: Context, view: View, marks: readonly DebugMark[], font: string): void {
  if (marks.length === 0) return
  context.save()
  context.lineCap = 'round'
  context.lineJoin = 'round'
  const size = Math.max(11, Math.min(15, view.width / 75))
  context.font = `600 ${size}px ${font}`
  const taken: Rectangle[] = []
  for (const mark of marks) if (mark.kind !== 'text') drawShape(context, view, mark)
  for (const mark of marks) if (mark.kind === 'text') drawText(context, view, mark, size, taken)
  context.restore()
}

type TextMark = Extract<DebugMark, { kind: 'text' }>

function drawShape(context: Context, view: View, mark: Exclude<DebugMark, TextMark>): void {
  const path = pathOf(view, mark)
  if (path === null) return
  const isFilled = mark.kind === 'circle' && mark.isFilled === true
  paint(context, path, colourOf(mark), mark.kind === 'point' ? 1 : isFilled ? 0.3 : 0)
}

function pathOf(view: View, mark: Exclude<DebugMark, TextMark>): Path2D | null {
  const path = new Path2D()
  switch (mark.kind) {
    case 'line':
      path.moveTo(...onScreen(view, mark.from))
      path.lineTo(...onScreen(view, mark.to))
      return path
    case 'circle':
      path.arc(...onScreen(view, mark.at), mark.radius * view.scale, 0, 2 * Math.PI)
      return path
    case 'point':
      path.arc(...onScreen(view, mark.at), POINT_RADIUS, 0, 2 * Math.PI)
      return path
    case 'log':
    case 'chance':
      return null
  }
}

/** A line over its edge, and what is within it as far as it covers. */
function paint(context: Context, path: Path2D, colour: string, cover: number): void {
  context.strokeStyle = EDGE
  context.lineWidth = LINE_WIDTH + 2
  context.stroke(path)
  context.strokeStyle = colour
  context.fillStyle = colour
  context.lineWidth = LINE_WIDTH
  context.stroke(path)
  context.globalAlpha = cover
  if (cover > 0) context.fill(path)
  context.globalAlpha = 1
}

interface Rectangle {
  readonly x: number
  y: number
  readonly width: number
  readonly height: number
}

/** On a plate, within the picture, and under the texts that are there already. */
function drawText(context: Context, view: View, mark: TextMark, size: number, taken: Rectangle[]): void {
  const width = context.measureText(mark.text).width + size
  const height = size * 1.5
  const [x, y] =
    'screen' in mark.at ? [mark.at.screen[0] * view.width, mark.at.screen[1] * view.height] : onScreen(view, mark.at)
  const plate = {
    x: within(x - width / 2, view.width - width),
    y: within(y - height / 2, view.height - height),
    width,
    height,
  }
  for (let other = overlapped(plate, taken); other; other = overlapped(plate, taken)) plate.y = other.y + height + GAP
  taken.push(plate)
  context.fillStyle = EDGE
  context.beginPath()
  context.roundRect(plate.x, plate.y, width, height, GAP)
  context.fill()
  context.fillStyle = colourOf(mark)
  context.textAlign = 'start'
  context.textBaseline = 'middle'
  context.fillText(mark.text, plate.x + size / 2, plate.y + height / 2)
}

const within = (value: number, most: number): number => Math.max(GAP, Math.min(value, most - GAP))

function overlapped(plate: Rectangle, taken: readonly Rectangle[]): Rectangle | undefined {
  return taken.find(
    ({ x, y, width, height }) =>
      plate.x < x + width && x < plate.x + plate.width && plate.y < y + height && y < plate.y + plate.height,
  )
}

function onScreen(view: View, [x, y]: DebugPoint): [number, number] {
  return [view.x + x * view.scale, view.y - y * view.scale]
}
