/** One card as PNG. */
import { drawArenaCard } from './arena-card.ts'
import { drawBotCard } from './bot-card.ts'
import { pngOf } from './canvas.ts'
import type { Card } from './card.ts'
import { drawMatchCard } from './match-card.ts'

export async function drawCard(card: Card): Promise<Uint8Array> {
  switch (card.kind) {
    case 'match':
      return pngOf(await drawMatchCard(card))
    case 'bot':
      return pngOf(await drawBotCard(card))
    case 'arena':
      return pngOf(await drawArenaCard(card))
  }
}
