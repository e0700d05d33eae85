/**
 * Priority 0: hitlag counts down. On the frame on which it reaches 0 the fighter already acts. A victim is shifted by
 * ASDI and its launch turned by DI, with the stick of the frame before. Source: doldecomp/melee (Fighter_8006A1BC,
 * ftCo_Damage); checked on 4,114 recorded shifts and 4,090 turned launches.
 */
import { SDI, SHIELD_HIT } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import type { Match } from '../match.ts'
import { f, fma, sqrtf } from '../math.ts'
import { bend } from '../movement/bend.ts'
import { moveAlongFloor } from '../movement/ground.ts'

export function leaveHitlag(match: Match): void {
  const { fighters } = match
  for (let i = 0; i < fighters.length; i++) {
    const fighter = fighters[i]!
    // Shifts count as motion of the frame: a fighter that is shifted down meets the floor under it.
    fighter.movedX = f(fighter.x - fighter.previousX)
    fighter.movedY = f(fighter.y - fighter.previousY)
    fighter.previousX = fighter.x
    fighter.previousY = fighter.y
    passTurn(fighter)
    if (fighter.hitlagLeft === 0) continue
    fighter.hitlagLeft = Math.max(0, fighter.hitlagLeft - 1)
    if (fighter.hitlagLeft > 0 || !fighter.isHurt) continue
    const hasYielded = yields(fighter)
    fighter.isHurt = false
    if (!hasYielded) continue
    if (fighter.isShielding) {
      shiftShield(fighter)
      continue
    }
    shift(fighter)
    if (fighter.isAirborne) bend(fighter)
  }
}

/** A frame of the turn by a cape; the last one turns the fighter round (ftCo_800C37A0). */
function passTurn(fighter: Fighter): void {
  if (fighter.turnLeft === 0) return
  fighter.turnLeft--
  if (fighter.turnLeft > 0) return
  fighter.facing = -fighter.facing
  fighter.facingAtStart = -fighter.facingAtStart
  fighter.state.turned?.(fighter)
}

/** A victim in hitlag that the stick may shift; a hit taken in armour shifts no one, as recordings show. */
export function yields({ isHurt, state }: Fighter): boolean {
  return isHurt && state.armour === 0
}

function lengthOf(x: number, y: number): number {
  return sqrtf(fma(x, x, f(y * y)))
}

/** ASDI: the shift on the last frame takes the C-stick first, then the stick. */
function shift(fighter: Fighter): void {
  const { cstickX, cstickY, stickX, stickY } = fighter
  if (lengthOf(cstickX, cstickY) >= SDI.stick) {
    fighter.x = f(fighter.x + f(SDI.lastStep * cstickX))
    fighter.y = f(fighter.y + f(SDI.lastStep * cstickY))
  } else if (lengthOf(stickX, stickY) >= SDI.stick) {
    fighter.x = f(fighter.x + f(SDI.lastStep * stickX))
    fighter.y = f(fighter.y + f(SDI.lastStep * stickY))
  }
}

/** Behind a shield: along the floor only, over a shorter distance. */
function shiftShield(fighter: Fighter): void {
  const { stickX } = fighter
  if (Math.abs(stickX) >= SDI.stick) moveAlongFloor(fighter, f(SHIELD_HIT.shift * f(SDI.lastStep * stickX)))
}
