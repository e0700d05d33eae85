/**
 * The program that draws: a card comes in by the channel to its parent, a PNG or a sentence goes out. A process of its
 * own, as what it reads is anybody's: a name, a replay. It gives way to everything else on the machine.
 */
import { setPriority } from 'node:os'
import type { Card } from './card.ts'
import { drawCard } from './draw.ts'

/** Against 0 of the programs that play: a tenth of their share where there is too little for all. */
const LOW_PRIORITY = 10

/** A system that does not allow it draws all the same. */
try {
  setPriority(LOW_PRIORITY)
} catch {}

process.on('message', (card: Card) => {
  drawCard(card).then(
    (png) => process.send!({ png }),
    (error: Error) => process.send!({ error: error.stack ?? error.message }),
  )
})
process.on('disconnect', () => process.exit())
