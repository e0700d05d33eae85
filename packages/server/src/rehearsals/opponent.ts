/**
 * The opponent of a rehearsal: one of the house bots, which the machine that plays it serves itself. So there is one in every arena, also
 * where no house bots are on the ladder, and on every machine. Pure.
 */
import { houseBots, Random, STRENGTHS } from '@arena/sdk'

/** Points of rating from one strength of the house to the next; a new bot, at 0, meets the weakest. */
const STEP = 6

export interface Opponent {
  /** No bot of the ladder has it: the number of a house bot in the place of a moment and chance. */
  readonly id: string
  readonly name: string
  /** Its path on the house server. */
  readonly path: string
}

/** The house bot that a bot of this rating meets: one of the strength next to it, which the seed decides. */
export function opponentFor(rating: number, seed: Uint8Array): Opponent {
  const strength = STRENGTHS[Math.min(STRENGTHS.length - 1, Math.max(0, Math.floor(rating / STEP)))]!
  const able = houseBots()
    .map((bot, i) => ({ ...bot, id: `bot_${String(i + 1).padStart(26, '0')}` }))
    .filter((bot) => bot.strength === strength)
  const { id, name, path } = able[new Random(Buffer.from(seed).toString('hex')).between(0, able.length - 1)]!
  return { id, name, path }
}
