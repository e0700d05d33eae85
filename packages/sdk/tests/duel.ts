/** A bot against wild pads on the arena's engine, in this process: the bot sees the stream and is polled as on the ladder. */
import { Game as Engine, loadFighters, STAGE_IDS } from '@arena/engine'
import { FIRST_FRAME } from '@arena/slp'
import { RandomPads } from '../../engine/tests/random-pads.ts'
import type { Character } from '../src/characters.ts'
import type { Controller } from '../src/controller.ts'
import { Seat } from '../src/house/seat.ts'
import type { Play } from '../src/session.ts'
import type { Port } from '../src/port.ts'

const IDS = [`bot_${'0'.repeat(26)}`, `bot_${'0'.repeat(25)}1`] as const

export class Duel {
  readonly engine: Engine
  readonly port: Port
  readonly #seat: Seat
  readonly #opponent: RandomPads
  /** What the opponent did on each frame, from the first on. */
  readonly opponentPads: Controller[] = []

  /** Everything else follows from the number: character of the opponent, stage, port and pads. */
  static async begin(number: number, play: Play): Promise<Duel> {
    const port = (number % 2) as Port
    const seat = new Seat({ name: 'bot', port, matchId: `match_${'0'.repeat(26)}`, play })
    const pick = await seat.join({ botId: IDS[1], name: 'wild' })
    const character = (number % 26) as Character
    await loadFighters([pick.character, character])
    const players = [
      { ...pick, name: 'bot' },
      { character, costume: 0, name: 'wild' },
    ] as const
    const engine = new Engine({
      seed: seedOf(number),
      stage: STAGE_IDS[number % STAGE_IDS.length]!,
      players: port === 0 ? players : [players[1], players[0]],
    })
    const duel = new Duel(engine, seat, port, number)
    seat.take(engine.start())
    return duel
  }

  private constructor(engine: Engine, seat: Seat, port: Port, number: number) {
    this.engine = engine
    this.port = port
    this.#seat = seat
    this.#opponent = new RandomPads(number + 1)
  }

  /** Plays a frame; one that does not arrive is never seen by the bot. */
  step(arrives = true): void {
    const frame = this.engine.frame + 1
    const own = { ...this.#seat.padOf(frame) }
    const other = { ...this.#opponent.next() }
    this.opponentPads[frame - FIRST_FRAME] = other
    const events = this.port === 0 ? this.engine.step(own, other) : this.engine.step(other, own)
    if (arrives) this.#seat.take(events)
  }

  /** Plays at most this number of frames, until the game or the test is over. */
  play(frames: number, isDone: () => boolean = () => false): void {
    for (let i = 0; i < frames && this.engine.ending === null && !isDone(); i++) this.step()
  }
}

/** The match's seed, which no bot knows. */
export function seedOf(number: number): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, i) => (number * 37 + i * 11) & 255)
}
