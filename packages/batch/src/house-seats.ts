/** The house bots of a lane: the same minds as on the ladder, with the ladder's lead. They see the events of each frame. */
import type { Pad } from '@arena/engine'
import { houseBot, Seat, type HouseBotOptions } from '@arena/sdk/house'
import type { ColumnReader } from '@arena/slp'
import { newPad } from './pads.ts'
import { otherOf, PORTS } from './players.ts'
import type { LaneSettings } from './settings.ts'

/** An id as the arena gives them. */
function idOf(kind: string, digits: string): string {
  return `${kind}_${digits.slice(0, ID_DIGITS - 1).padStart(ID_DIGITS, '0')}`
}

const ID_DIGITS = 26
const UNPLAYED = [newPad(), newPad()] as const

export class HouseSeats {
  readonly #seats: readonly (Seat | null)[]

  private constructor(seats: readonly (Seat | null)[]) {
    this.#seats = seats
  }

  /** Null where no house bot plays. `start` makes the first message of the stream. */
  static async of(settings: LaneSettings, start: () => Uint8Array): Promise<HouseSeats | null> {
    if (settings.players.every(({ house }) => house === null)) return null
    const matchId = idOf('match', Buffer.from(settings.seed).toString('hex'))
    const seats = PORTS.map((port) => {
      const { house, costume, name, ...player } = settings.players[port]
      if (house === null) return null
      const character = player.character as HouseBotOptions['character']
      return new Seat({ name, port, matchId, play: houseBot({ strength: house, character, costume }) })
    })
    const message = start()
    for (const port of PORTS) {
      const { name } = settings.players[otherOf(port)]
      await seats[port]?.join({ botId: idOf('bot', String(otherOf(port))), name })
      seats[port]?.take(message)
    }
    return new HouseSeats(seats)
  }

  /** Replaces the pads of the ports that the house plays. */
  poll(frame: number, pads: readonly [Pad, Pad]): void {
    for (const port of PORTS) {
      const seat = this.#seats[port]
      if (seat) Object.assign(pads[port], seat.padOf(frame))
    }
  }

  /** Shows frames that have been played; what the bots do meanwhile counts for nothing. */
  show({ columns, raw }: ColumnReader, until: number): void {
    for (let frame = columns.firstFrame; frame <= until; frame++) {
      const row = frame - columns.firstFrame
      this.poll(frame, UNPLAYED)
      this.take(raw.subarray(columns.frames.startAt[row], columns.frames.endAt[row]))
    }
  }

  take(events: Uint8Array): void {
    for (const seat of this.#seats) seat?.take(events)
  }
}
