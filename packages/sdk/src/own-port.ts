/**
 * The port of a bot that was restarted in the middle of a match and has seen no pick. It moves the stick within the dead zone,
 * otherwise on every frame and by chance, and watches in whose Pre-Frame Updates that shows. Only frames for which this
 * process sent something count: others show what the process before has sent, or the opponent by itself. A pad that came
 * too late shows as a stick at rest, which tells nothing. An opponent whose stick happens to stand where it is sent, or that
 * moves it so on purpose, does not guess several frames in a row.
 */
import type { Frame } from '@arena/slp'
import type { Port } from './port.ts'

const CENTRE = 128
/** Raw units from the centre that no game of the arena takes for a movement. */
const WIGGLES = [-6, -5, -4, -3, 3, 4, 5, 6] as const
/** Frames in a row that agree: one opponent in 260,000 guesses them. */
const ENOUGH = 6

export class OwnPort {
  /** By frame, until it is seen. */
  readonly #sent = new Map<number, number>()
  /** Frames that agree, by port. */
  readonly #agreed = [0, 0]

  /** The raw stick for a frame, the same whenever that is asked. */
  stickFor(frame: number): number {
    const wiggle = this.#sent.get(frame) ?? WIGGLES[Math.floor(Math.random() * WIGGLES.length)]!
    this.#sent.set(frame, wiggle)
    return CENTRE + wiggle
  }

  /** The port, once one of the two is sure. */
  seen({ frame, players }: Frame): Port | null {
    const sent = this.#sent.get(frame)
    for (const earlier of this.#sent.keys()) if (earlier <= frame) this.#sent.delete(earlier)
    if (sent === undefined) return null
    for (const port of [0, 1]) {
      const shown = players[port]?.pre?.rawJoystickX ?? 0
      if (shown !== 0) this.#agreed[port] = shown === sent ? this.#agreed[port]! + 1 : 0
    }
    const [isFirst, isSecond] = this.#agreed.map((agreed) => agreed >= ENOUGH)
    if (isFirst === isSecond) return null
    return isFirst ? 0 : 1
  }
}
