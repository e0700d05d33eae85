/** What all cards share: colours, the name of the arena, a player's strip. */
import type { Context } from './canvas.ts'
import { CARD_SIZE } from './card.ts'
import { drawText } from './text.ts'

export const COLOURS = {
  ground: '#101216',
  panel: '#181b22',
  text: '#eceae3',
  muted: '#a3a7b3',
  line: '#2c313c',
  accent: '#e0a91b',
} as const

const BRAND = 'Bot Arena'

/** The whole card in dark, with a colour at the upper left and one at the lower right; `bottom` is where the second is reached. */
export function drawGround(context: Context, [first, second]: readonly [string, string], bottom: number): void {
  const { width, height } = CARD_SIZE
  const gradient = context.createLinearGradient(0, 0, width, bottom)
  gradient.addColorStop(0, first)
  gradient.addColorStop(0.5, COLOURS.ground)
  gradient.addColorStop(1, second)
  context.fillStyle = gradient
  context.fillRect(0, 0, width, height)
}

/** On a ground of its own, as it lies on pictures too. */
export function drawBrand(context: Context, x: number, y: number): void {
  context.fillStyle = '#101216cc'
  context.beginPath()
  context.roundRect(x, y, 176, 46, 23)
  context.fill()
  drawMark(context, x + 30, y + 23, 1)
  drawText(context, BRAND, {
    x: x + 54,
    y: y + 23,
    width: 116,
    align: 'left',
    sizes: [22],
    lines: 1,
    fill: COLOURS.text,
  })
}

/** Two that meet: a red circle and a blue diamond. */
export function drawMark(context: Context, x: number, y: number, scale: number): void {
  context.save()
  context.translate(x, y)
  context.scale(scale, scale)
  context.fillStyle = '#e5483f'
  context.beginPath()
  context.arc(-7, 0, 8, 0, 2 * Math.PI)
  context.fill()
  context.fillStyle = '#2b6be8'
  context.beginPath()
  context.moveTo(8, -10)
  context.lineTo(18, 0)
  context.lineTo(8, 10)
  context.lineTo(-2, 0)
  context.fill()
  context.restore()
}
