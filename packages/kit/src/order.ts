/** The order of a match at home: everything that an arena draws follows from the seed alone. */
import { drawPorts, drawStage } from '@arena/engine'
import type { MatchOrder, Pair, SeatedBot } from '@arena/host'
import { TypeID } from 'typeid-js'

/** As the scheduler of an arena draws it. */
export function orderOf(
  seed: Uint8Array,
  stage: MatchOrder['stage'] | null,
  [bot, opponent]: Pair<SeatedBot>,
): MatchOrder {
  return {
    // The id follows from the seed as well: a bot that draws by it plays the same again.
    matchId: TypeID.fromUUIDBytes('match', seed.slice(0, 16)).toString(),
    mode: 'live',
    seed: Buffer.from(seed).toString('hex'),
    stage: stage ?? drawStage(seed),
    bots: drawPorts(seed) === 0 ? [bot, opponent] : [opponent, bot],
    startedAt: Date.now(),
  }
}
