/** A bot that has the engine beside it: each frame that it sees can be played on. */
import { loadAllFighters } from '@arena/engine'
import type { Hands } from '../controller.ts'
import type { Play, Wire } from '../session.ts'
import { Predictor, type EngineGame } from './predictor.ts'

/** A bot for one match, as `Play`; the game that it sees can be played ahead. */
export interface EnginePlay extends Omit<Play, 'frame' | 'received'> {
  frame(game: EngineGame): Hands
}

/**
 * Loads the engine with all its fighters, which takes about a second of processor time, once. Matches then begin without a delay.
 *
 * @example
 * const play = await withEngine(() => ({
 *   pick: () => ({ character: Character.Fox, costume: 0 }),
 *   frame: (game) => (game.simulate([stick(1)], 20).me.isDead ? {} : stick(1)),
 * }))
 * await serveBot({ play })
 */
export async function withEngine(play: () => EnginePlay): Promise<() => Play> {
  await loadAllFighters()
  return () => engineBot(play())
}

function engineBot(bot: EnginePlay): Play {
  let predictor: Predictor | null = null
  let wire: Wire = { message: new Uint8Array(0), sent: [] }
  return {
    ...(bot.lead && { lead: bot.lead }),
    pick: (request) => bot.pick(request),
    received: (received) => void (wire = received),
    frame: (game) => {
      predictor ??= new Predictor(game.start, game.me.port, game.debug)
      return bot.frame(predictor.take(game, wire))
    },
    missed: (pad) => bot.missed?.(pad),
    reconnected: (reconnect) => bot.reconnected?.(reconnect),
    end: (ended) => bot.end?.(ended),
    closed: () => {
      predictor = null
      return bot.closed?.()
    },
  }
}
