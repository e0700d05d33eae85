/**
 * A fighter off camera takes damage, up to a limit. Netplay uses the stage's camera zone and not the visible screen, so
 * that both sides agree; so does the engine. Sources: doldecomp/melee (Fighter_8006A360: hitlag does not stop the
 * count, too much damage does), project-slippi (BrawlOffscreenDamage); agrees with each of 113 recorded cases of
 * netplay.
 */
import { takeDamage } from '../combat/percent.ts'
import { OFF_CAMERA } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import type { Match } from '../match.ts'
import type { Zone } from '../stages/stage.ts'
import { isAbsent } from '../state/presence.ts'

/** Priority 1: from the fighter's place at the end of the frame before. */
export function countOffCamera(fighter: Fighter): void {
  if (fighter.percent >= OFF_CAMERA.mostPercent) return
  if (!fighter.isOffCamera) {
    fighter.offCameraFrames = 0
  } else if (++fighter.offCameraFrames === OFF_CAMERA.frames) {
    fighter.offCameraFrames = 0
    takeDamage(fighter, OFF_CAMERA.damage)
  }
}

/** At the end of the frame. */
export function lookForFighters(match: Match): void {
  const { cameraZone } = match.stage
  for (const fighter of match.fighters) {
    fighter.isOffCamera = !isAbsent(fighter) && isOutside(cameraZone, fighter.x, fighter.y)
  }
}

export function isOutside({ left, right, top, bottom }: Zone, x: number, y: number): boolean {
  return x < left || x > right || y > top || y < bottom
}
