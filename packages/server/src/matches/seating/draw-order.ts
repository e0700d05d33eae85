/** What chance decides of a match before its bots pick: all of it comes from the match seed. */
import { drawPorts, drawStage } from '@arena/engine'
import type { MatchOrder, SeatedBot } from '@arena/host'
import type { BotToSeat } from './store.ts'

type BotToDraw = BotToSeat & Pick<SeatedBot, 'isOwn'>

interface Drawing extends Pick<MatchOrder, 'matchId' | 'mode' | 'startedAt'> {
  readonly seed: Uint8Array
  /** The one with the smaller id first. */
  readonly bots: readonly [BotToDraw, BotToDraw]
}

export function drawOrder({ seed, bots: [smaller, larger], ...rest }: Drawing): MatchOrder {
  const bots = [toSeated(smaller), toSeated(larger)] as const
  return {
    ...rest,
    seed: Buffer.from(seed).toString('hex'),
    stage: drawStage(seed),
    bots: drawPorts(seed) === 0 ? bots : [bots[1], bots[0]],
  }
}

function toSeated({ id, ...rest }: BotToDraw): SeatedBot {
  return { botId: id, ...rest }
}
