/**
 * One match between two bots in this process: the sessions, the engine and the draws of `arena-kit play --fast`, without
 * its sockets, so that hundreds of games take minutes. The same seed gives the same game there.
 */
import { Game, loadFighters, type StageId } from '@arena/engine'
import { decodePad, MODES, NEUTRAL, PickResponse, type Pad, type PickRequest } from '@arena/protocol'
import type { HouseBot } from '@arena/sdk'
import { FIRST_FRAME } from '@arena/slp'
import { Session } from '../../packages/sdk/src/session.ts'
import { orderOf } from '../../packages/kit/src/order.ts'

type Pair<T> = readonly [T, T]
type Contestant = Omit<HouseBot, 'path'>

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
 * message of the stream: the raw events of one frame, valid only during the call; and the game after that frame.
 */
export async function playMatch(
  seed: string,
  contestants: Pair<Contestant>,
  watch: (events: Uint8Array, game: Game) => void = () => {},
): Promise<Outcome> {
  const seats = contestants.map(({ name }, i) => ({ botId: IDS[i as 0 | 1], name, url: '' }))
  const order = orderOf(Buffer.from(seed, 'hex'), null, [seats[0]!, seats[1]!])
  const players = order.bots.map(({ name }, port) => {
    const { play } = contestants[order.bots[port] === seats[0] ? 0 : 1]
    return new Player(port as 0 | 1, name, order.matchId, play)
  })
  const [first, second] = players as [Player, Player]
  await first.join(order.bots[1])
  await second.join(order.bots[0])
  const { stage } = order
  const entries = [first.entry(), second.entry()] as const
  await loadFighters(entries.map(({ character }) => character))
  const game = new Game({ seed: Buffer.from(seed, 'hex'), stage, players: entries })
  const take = (events: Uint8Array): void => {
    watch(events, game)
    first.session.binary(events)
    second.session.binary(events)
  }
  let fault: string | null = null
  take(game.start())
  try {
    for (let frame = FIRST_FRAME; game.ending === null; frame++)
      take(game.step(first.padOf(frame), second.padOf(frame)))
    take(game.end({ kind: 'natural' }))
  } catch (error) {
    fault = (error as Error).message
  }
  const { ending, frame } = game
  return {
    names: [first.name, second.name],
    stage,
    endReason: fault === null ? ending!.method : 'engine',
    fault,
    winner: fault === null ? ending!.winner : null,
    frames: Math.max(0, frame + 1),
    stocks: [game.players[0].stocks, game.players[1].stocks],
    percents: [game.players[0].percent, game.players[1].percent],
  }
}

/** A bot in its seat, and what it has sent. */
class Player {
  readonly name: string
  readonly session: Session
  readonly #request: Omit<PickRequest, 'opponent'>
  readonly #pads = new Map<number, Pad>()
  #pick: PickResponse['action'] | null = null

  constructor(port: 0 | 1, name: string, matchId: string, play: HouseBot['play']) {
    const { inputDelayFrames, pickMs } = MODES.live
    this.name = name
    this.#request = { id: 0, kind: 'pick', matchId, mode: 'live', port, deadlineMs: pickMs, inputDelayFrames }
    this.session = new Session({
      play: play(),
      // As house bots play on the ladder (ADR 15).
      lead: 'fixed',
      send: (message) => {
        if (typeof message === 'string') this.#pick = PickResponse.parse(JSON.parse(message)).action
        else this.#land(decodePad(message)!)
      },
      onError: (error) => {
        throw error
      },
    })
  }

  #land(pad: Pad): void {
    this.#pads.set(pad.frame, pad)
  }

  async join({ botId, name }: PickRequest['opponent']): Promise<void> {
    const request: PickRequest = { ...this.#request, opponent: { botId, name } }
    await this.session.text(JSON.stringify(request))
    if (this.#pick === null) throw new Error(`${this.name} picks nothing`)
  }

  entry() {
    return { ...this.#pick!, name: this.name }
  }

  padOf(frame: number) {
    const pad = this.#pads.get(frame) ?? NEUTRAL
    this.#pads.delete(frame)
    return pad
  }
}
