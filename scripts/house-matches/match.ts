/**
 * One match between two bots in this process: the sessions, the engine and the draws of `arena-kit play --fast`, without
 * its sockets, so that hundreds of games take minutes. The same seed gives the same game there.
 */
import { Game, loadFighters, type StageId } from '@arena/engine'
import type { Controller } from '@arena/protocol'
import { Seat, type HouseBot } from '@arena/sdk/house'
import { FIRST_FRAME } from '@arena/slp'
import { orderOf } from '../../packages/kit/src/order.ts'

type Pair<T> = readonly [T, T]
type Contestant = Pick<HouseBot, 'name' | 'play'>

const IDS: Pair<string> = [`bot_${'0'.repeat(26)}`, `bot_${'0'.repeat(25)}1`]

/** How a game ended; players by port. */
export interface Outcome {
  readonly names: Pair<string>
  readonly stage: StageId
  /** By what it ended; `engine` when that found a fault in itself. */
  readonly endReason: 'stocks' | 'time' | 'engine'
  /** What the engine found; null for a game that ended as games do. */
  readonly fault: string | null
  readonly winner: 0 | 1 | null
  /** Frames played from frame 0 on. */
  readonly frames: number
  readonly stocks: Pair<number>
  readonly percents: Pair<number>
}

/**
 * Plays a game to its end, drawn as `arena-kit play BOT --against OPPONENT --seed SEED` draws it. `watch` sees each
 * message of the stream: the raw events of one frame, valid only during the call; the game after that frame; and by port
 * the pads that were polled for it. The game's time is over before frame `end`.
 */
export async function playMatch(
  seed: string,
  contestants: Pair<Contestant>,
  watch: (events: Uint8Array, game: Game, pads: Pair<Readonly<Controller>> | null) => void = () => {},
  end = Infinity,
): Promise<Outcome> {
  const seats = contestants.map(({ name }, i) => ({ botId: IDS[i as 0 | 1], name, url: '' }))
  const order = orderOf(Buffer.from(seed, 'hex'), null, [seats[0]!, seats[1]!])
  const { stage, matchId } = order
  const [first, second] = order.bots.map(({ name }, port) => {
    const { play } = contestants[order.bots[port] === seats[0] ? 0 : 1]
    return new Seat({ name, port: port as 0 | 1, matchId, play: play() })
  }) as [Seat, Seat]
  const entries = [
    { ...(await first.join(order.bots[1])), name: first.name },
    { ...(await second.join(order.bots[0])), name: second.name },
  ] as const
  await loadFighters(entries.map(({ character }) => character))
  const game = new Game({ seed: Buffer.from(seed, 'hex'), stage, players: entries })
  const take = (events: Uint8Array, pads: Pair<Readonly<Controller>> | null): void => {
    watch(events, game, pads)
    first.take(events)
    second.take(events)
  }
  let fault: string | null = null
  take(game.start(), null)
  try {
    for (let frame = FIRST_FRAME; game.ending === null && frame < end; frame++) {
      const pads = [first.padOf(frame), second.padOf(frame)] as const
      take(game.step(...pads), pads)
    }
    take(game.end({ kind: game.ending ? 'natural' : 'aborted' }), null)
  } catch (error) {
    fault = (error as Error).message
  }
  const { ending, frame } = game
  return {
    names: [first.name, second.name],
    stage,
    endReason: fault === null ? (ending?.method ?? 'time') : 'engine',
    fault,
    winner: fault === null ? (ending?.winner ?? null) : null,
    frames: Math.max(0, frame + 1),
    stocks: [game.players[0].stocks, game.players[1].stocks],
    percents: [game.players[0].percent, game.players[1].percent],
  }
}
