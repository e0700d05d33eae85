/**
 * Whether the recorded game treated a stick at full tilt on one axis as exactly cardinal, as UCF does since 0.84.
 * Pre-Frame is written before that, and the version does not decide it: of four recordings of 3.15 and 3.16 that show
 * it, one snapped and three did not. A fighter that runs or drifts at top speed shows the tilt that the game used.
 */
import type { PostFrame, PreFrame } from '@arena/slp'
import { asInternalId } from '@arena/engine'
import { ACTION } from '../../../engine/src/action-ids.ts'
import { kindOf } from '../../../engine/src/fighters/index.ts'
import { isCardinal } from '../../../engine/src/input/ucf.ts'

interface Shown {
  readonly pre: PreFrame
  readonly post: PostFrame
}

const TOLERANCE = 1e-4
const DRIFTING: readonly number[] = [
  ACTION.JumpF,
  ACTION.JumpB,
  ACTION.JumpAerialF,
  ACTION.JumpAerialB,
  ACTION.Fall,
  ACTION.FallAerial,
]

/**
 * 1 for a frame that shows a snapped stick, -1 for one that shows the stick of Pre-Frame, 0 for one that shows neither.
 */
function voteOf({ pre, post }: Shown): number {
  const tilt = Math.abs(pre.joystickX)
  if (tilt === 1 || !isCardinal(pre.rawJoystickX, pre.rawJoystickY)) return 0
  const { airDriftMax, dashMaxVelocity } = kindOf(asInternalId(post.internalCharacterId)).attributes
  const [speed, most] =
    post.actionStateId === ACTION.Run
      ? [post.speedGroundX, dashMaxVelocity]
      : DRIFTING.includes(post.actionStateId)
        ? [post.speedAirX, airDriftMax]
        : [0, Infinity]
  if (Math.abs(Math.abs(speed) - most) < TOLERANCE) return 1
  return Math.abs(Math.abs(speed) - tilt * most) < TOLERANCE ? -1 : 0
}

/** The result of most frames; a recording without any counts as a game that snaps. */
export function snapsCardinals(frames: readonly { readonly players: readonly Shown[] }[]): boolean {
  let votes = 0
  for (const { players } of frames) for (const player of players) votes += voteOf(player)
  return votes >= 0
}
