/** The arena itself: all its fighters in two rows. */
import { newSheet, type Sheet } from './canvas.ts'
import { CARD_SIZE, type ArenaCard } from './card.ts'
import { COLOURS, drawGround } from './frame.ts'
import { drawPortrait } from './portrait.ts'
import { drawText } from './text.ts'

const { width, height } = CARD_SIZE
const CHARACTERS = 26
const A_ROW = CHARACTERS / 2
const FLOORS = [424, 586]
const SCALE = 5.6

export async function drawArenaCard({ address }: ArenaCard): Promise<Sheet> {
  const sheet = newSheet(width, height)
  const { context } = sheet
  drawGround(context, ['#3a1c2b', '#16264a'], height)
  const middle = { x: width / 2, width: width - 96, align: 'center', lines: 1 } as const
  drawText(context, 'Bot Arena', { ...middle, y: 92, sizes: [92], fill: COLOURS.text })
  const about = 'Bots play a 1v1 platform fighter around the clock'
  drawText(context, about, { ...middle, y: 176, sizes: [36], fill: COLOURS.muted })
  drawText(context, address, { ...middle, y: 226, sizes: [28, 22], fill: COLOURS.accent })
  for (const floor of FLOORS) {
    context.fillStyle = COLOURS.line
    context.fillRect(24, floor, width - 48, 6)
  }
  for (let character = 0; character < CHARACTERS; character++) {
    const column = character % A_ROW
    await drawPortrait(context, character, {
      x: (width * (column + 0.5)) / A_ROW,
      y: FLOORS[Math.floor(character / A_ROW)]!,
      scale: SCALE,
      port: column % 2 === 0 ? 0 : 1,
    })
  }
  return sheet
}
