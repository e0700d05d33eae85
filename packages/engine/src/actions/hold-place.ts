/**
 * Where a held fighter hangs. Its hip is fastened to the holder's hand in grabs and to the bone of the throw in throws,
 * so the holder's pose alone moves it. Source: doldecomp/melee (ftCo_CapturePulled, ftCo_Thrown); places measured on
 * public recordings, usual ones for grabs and throws that no recording shows.
 */
import { ACTION } from '../action-ids.ts'
import type { Fighter } from '../fighter.ts'
import type { FighterKind } from '../fighters/kind.ts'
import { f } from '../math.ts'
import { alongHold } from '../tables/holds.ts'
import { actionOf } from './action.ts'
import { releaseFrame } from './release.ts'

/** Result of `findPlace`: ahead of the holder and above it. */
export const PLACE = { ahead: 0, above: 0 }

const USUAL_REACH = 8.5
/** The place at which throws release, ahead and above. */
const USUAL_RELEASES: Readonly<Record<number, readonly [ahead: number, above: number]>> = {
  [ACTION.ThrowF]: [8, 1.5],
  [ACTION.ThrowB]: [-7, 1.5],
  [ACTION.ThrowHi]: [2, 14],
  [ACTION.ThrowLw]: [3, 0],
}

/** Whether its victim is fastened to it as in a throw (ftCo_800DB368). Otherwise only the hand holds it. */
export function isFastened({ holdsInMouth }: FighterKind, action: number): boolean {
  return holdsInMouth && action >= ACTION.CatchWait && action <= ACTION.CatchAttack
}

/** The victim's place on this frame of the holder's animation. */
export function findPlace(holder: Fighter, victim: Fighter): void {
  findPlaceIn(holder, holder.action, holder.animationFrame, victim)
}

/** The victim's place as if the holder were in that action. */
function findPlaceIn({ kind }: Fighter, action: number, animationFrame: number, victim: Fighter): void {
  const isThrow = action >= ACTION.ThrowF
  findPath(kind, action, animationFrame, isThrow)
  const { heldAhead, hungAhead, heldAbove, thrownAhead, thrownAbove } = victim.kind.heldBody
  if (isThrow || isFastened(kind, action)) {
    // A build counts along its own facing: a throw's victim faces as its thrower does.
    PLACE.ahead = f(PLACE.ahead + (isThrow ? thrownAhead : -thrownAhead))
    PLACE.above = f(PLACE.above + thrownAbove)
    return
  }
  PLACE.ahead = f(PLACE.ahead + (victim.isAirborne ? hungAhead : heldAhead))
  PLACE.above = f(PLACE.above + heldAbove)
  // Some fighters turn at their hips while they are pulled in.
  const turn = victim.state.hold
  if (turn) PLACE.above = f(PLACE.above + alongHold(turn, turn.above, victim.animationFrame))
}

/** Moves the victim of a throw to its place, without regard to obstacles. */
export function placeThrown(holder: Fighter, victim: Fighter): void {
  findPlace(holder, victim)
  victim.x = f(holder.x + victim.facing * PLACE.ahead)
  victim.y = f(holder.y + PLACE.above)
}

/** Moves a carried victim to the place that it has in an action of its holder. */
export function placeCarried(holder: Fighter, action: number, animationFrame: number, victim: Fighter): void {
  findPlaceIn(holder, action, animationFrame, victim)
  victim.x = f(holder.x + holder.facing * PLACE.ahead)
  victim.y = f(holder.y + PLACE.above)
}

function findPath(kind: FighterKind, action: number, animationFrame: number, isThrow: boolean): void {
  const hold = actionOf(kind, action).hold ?? (isThrow ? undefined : actionOf(kind, ACTION.CatchWait).hold)
  if (hold) {
    PLACE.ahead = alongHold(hold, hold.ahead, animationFrame)
    PLACE.above = alongHold(hold, hold.above, animationFrame)
    return
  }
  const start = actionOf(kind, ACTION.CatchWait).hold
  const reach = start ? start.ahead[0]! : USUAL_REACH
  const [ahead, above] = USUAL_RELEASES[action] ?? [reach, 0]
  const share = isThrow ? Math.min(1, animationFrame / releaseFrame(actionOf(kind, action))) : 0
  PLACE.ahead = f(reach + (ahead - reach) * share)
  PLACE.above = f(above * share)
}
