/**
 * Plays a match again from what is kept of it, and gives the bytes of its replay file: those that its host wrote, where the same engine
 * plays it. An engine of another revision, as a process, is asked the same: see `requestsOf`.
 */
import { Game } from './game.ts'
import { requestsOf, type EngineRequest, type KeptMatch } from './kept-match.ts'
import { loadFighters } from './load-fighters.ts'

export * from './kept-match.ts'

/**
 * Pure. Throws where the engine finds a fault in itself, or in a game that is said to be decided and is not; the match is then of
 * another engine.
 *
 *     const { frames, ports } = decodePadColumns(columns)
 *     const file = await playAgain({ settings, frames, pads: ports, end: endCauseOf(summary), startAt, engine })
 */
export async function playAgain(match: KeptMatch): Promise<Uint8Array> {
  const { players } = match.settings
  await loadFighters(players.map(({ character }) => character))
  const game = new Game(match.settings)
  const requests = requestsOf(match)
  let next = requests.next()
  while (next.done !== true) next = requests.next({ events: answerOf(game, next.value), players: game.players })
  return next.value
}

function answerOf(game: Game, request: EngineRequest): Uint8Array {
  switch (request.kind) {
    case 'start':
      return game.start()
    case 'step':
      return game.step(...request.pads)
    case 'end':
      return game.end(request.cause)
  }
}
