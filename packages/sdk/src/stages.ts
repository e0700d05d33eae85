/**
 * The six legal stages as a bot needs them: where the ground ends, what one can stand on, where one dies.
 * World units, y up, the origin at the centre of the stage. Measured on public replays.
 *
 * The engine has the full geometry of these stages. What a bot needs is repeated here, because bot authors install the
 * SDK without the engine. A test of the server, which has both, compares them.
 */
import type { StageId } from '@arena/protocol'

export interface Platform {
  readonly left: number
  readonly right: number
  readonly y: number
}

export interface Stage {
  readonly name: string
  /** The ground ends, and can be grabbed, at x = -edge and x = edge. */
  readonly edge: number
  /** Height of the ledges. */
  readonly ledgeY: number
  /** Those that stay where they are. */
  readonly platforms: readonly Platform[]
  readonly blastZone: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
}

export const STAGES: Readonly<Record<StageId, Stage>> = {
  31: {
    name: 'Battlefield',
    edge: 68.4,
    ledgeY: 0,
    platforms: [
      { left: -57.6, right: -20, y: 27.2 },
      { left: 20, right: 57.6, y: 27.2 },
      { left: -18.8, right: 18.8, y: 54.4 },
    ],
    blastZone: { left: -224, right: 224, top: 200, bottom: -108.8 },
  },
  32: {
    name: 'Final Destination',
    edge: 85.57,
    ledgeY: 0,
    platforms: [],
    blastZone: { left: -246, right: 246, top: 188, bottom: -140 },
  },
  28: {
    name: 'Dream Land',
    edge: 77.27,
    ledgeY: 0,
    platforms: [
      { left: -61.4, right: -31.7, y: 30.1 },
      { left: 31.7, right: 63.1, y: 30.2 },
      { left: -19, right: 19, y: 51.4 },
    ],
    blastZone: { left: -255, right: 255, top: 250, bottom: -123 },
  },
  8: {
    name: "Yoshi's Story",
    edge: 56,
    ledgeY: -3.5,
    platforms: [
      { left: -59.5, right: -28, y: 23.5 },
      { left: 28, right: 59.5, y: 23.5 },
      { left: -15.8, right: 15.8, y: 42 },
    ],
    blastZone: { left: -175.7, right: 173.6, top: 168, bottom: -91 },
  },
  2: {
    name: 'Fountain of Dreams',
    edge: 63.35,
    ledgeY: 0.6,
    // The two side platforms move; 0x3F events hold their heights.
    platforms: [{ left: -14.3, right: 14.3, y: 42.8 }],
    blastZone: { left: -198.8, right: 198.8, top: 202.5, bottom: -146.3 },
  },
  3: {
    name: 'Pokémon Stadium',
    edge: 87.75,
    ledgeY: 0,
    platforms: [
      { left: -55, right: -25, y: 25 },
      { left: 25, right: 55, y: 25 },
    ],
    blastZone: { left: -230, right: 230, top: 180, bottom: -111 },
  },
}
