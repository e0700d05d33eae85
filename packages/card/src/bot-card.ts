/** A bot: the fighters that it plays, its rating with how sure it is, its record and how the rating moved. */
import { newSheet, type Context, type Sheet } from './canvas.ts'
import { CARD_SIZE, type BotCard } from './card.ts'
import { COLOURS, drawBrand, drawMark } from './frame.ts'
import { drawPortrait } from './portrait.ts'
import { drawText, shownName } from './text.ts'

const { width, height } = CARD_SIZE
/** The left part holds the fighters. */
const LEFT = 430
const X = LEFT + 44
const ROOM = width - X - 48
const FLOOR = 520
const CHART = { top: 436, bottom: 590 }

export async function drawBotCard(card: BotCard): Promise<Sheet> {
  const sheet = newSheet(width, height)
  const { context } = sheet
  context.fillStyle = COLOURS.ground
  context.fillRect(0, 0, width, height)
  await fighters(context, card.characters)
  drawBrand(context, 28, 24)
  words(context, card)
  if (card.curve.length > 1) chart(context, card.curve)
  return sheet
}

async function fighters(context: Context, characters: readonly number[]): Promise<void> {
  context.fillStyle = COLOURS.panel
  context.fillRect(0, 0, LEFT, height)
  const glow = context.createRadialGradient(LEFT / 2, 360, 20, LEFT / 2, 360, 380)
  glow.addColorStop(0, '#e5483f66')
  glow.addColorStop(1, '#e5483f00')
  context.fillStyle = glow
  context.fillRect(0, 0, LEFT, height)
  context.fillStyle = COLOURS.line
  context.fillRect(0, FLOOR, LEFT, height - FLOOR)
  context.save()
  context.beginPath()
  context.rect(0, 0, LEFT, height)
  context.clip()
  const [first, second, third] = characters
  if (second !== undefined) await drawPortrait(context, second, { x: 88, y: FLOOR + 12, scale: 8.5, port: 0 })
  if (third !== undefined) await drawPortrait(context, third, { x: LEFT - 86, y: FLOOR + 12, scale: 8.5, port: 1 })
  if (first === undefined) drawMark(context, LEFT / 2 - 45, height / 2, 9)
  else
    await drawPortrait(context, first, { x: LEFT / 2, y: FLOOR + 46, scale: second === undefined ? 21 : 16, port: 0 })
  context.restore()
}

function words(context: Context, { name, owner, rank, rating, estimate, record }: BotCard): void {
  const line = { x: X, width: ROOM, align: 'left', lines: 1 } as const
  drawText(context, shownName(name), { ...line, y: 92, sizes: [62, 54, 46, 40], lines: 2, fill: COLOURS.text })
  const by = owner === '' ? '' : `by ${owner}`
  drawText(context, by, { ...line, y: 166, sizes: [28, 24], fill: COLOURS.muted })
  fact(context, 0, rating, rank === '' ? 'rating' : `rating, ${rank}`)
  fact(context, 1, estimate, 'estimate')
  fact(context, 2, record, 'won–lost–drawn')
}

const FACT_XS = [0, 190, 440]

function fact(context: Context, column: number, value: string, label: string): void {
  const x = X + FACT_XS[column]!
  const room = (FACT_XS[column + 1] ?? ROOM) - FACT_XS[column]! - 16
  const line = { x, width: room, align: 'left', lines: 1 } as const
  drawText(context, value, {
    ...line,
    y: 256,
    sizes: [48, 42, 34, 28],
    fill: column === 0 ? COLOURS.accent : COLOURS.text,
  })
  drawText(context, label, { ...line, y: 308, sizes: [24, 20], fill: COLOURS.muted })
}

function chart(context: Context, curve: BotCard['curve']): void {
  const lowest = Math.min(...curve.map(({ low }) => low))
  const span = Math.max(1, Math.max(...curve.map(({ high }) => high)) - lowest)
  const x = (index: number) => X + (ROOM * index) / (curve.length - 1)
  const y = (value: number) => CHART.bottom - ((CHART.bottom - CHART.top) * (value - lowest)) / span
  context.beginPath()
  for (const [i, { high }] of curve.entries()) context.lineTo(x(i), y(high))
  for (const [i, { low }] of [...curve.entries()].toReversed()) context.lineTo(x(i), y(low))
  context.fillStyle = '#e0a91b33'
  context.fill()
  context.beginPath()
  for (const [i, { middle }] of curve.entries()) context.lineTo(x(i), y(middle))
  context.lineWidth = 5
  context.lineJoin = 'round'
  context.strokeStyle = COLOURS.accent
  context.stroke()
  const label = `Estimate over ${curve.length} rated matches`
  const line = { x: X, width: ROOM, align: 'left', lines: 1 } as const
  drawText(context, label, { ...line, y: CHART.top - 32, sizes: [22], fill: COLOURS.muted })
}
