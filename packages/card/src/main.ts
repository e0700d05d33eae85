/**
 * The program that draws: a card comes in by the channel to its parent, a PNG or a sentence goes out. A process of its
 * own, as what it reads is anybody's: a name, a replay. It gives way to everything else on the machine.
 */
import { setPriority } from 'node:os'
import type { Card } from './card.ts'
import { drawCard } from './draw.ts'

const LEAST_PRIORITY = 19

/** A system that does not allow it draws all the same. */
try {
  setPriority(LEAST_PRIORITY)
} catch {}

process.on('message', (card: Card) => {
  drawCard(card).then(
    (png) => process.send!({ png }),
    (error: Error) => process.send!({ error: error.stack ?? error.message }),
  )
})
process.on('disconnect', () => process.exit())
