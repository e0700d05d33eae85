/** DI. Source: doldecomp/melee (ftCo_Damage); checked on 4,090 turned launches of recordings. */
import { DI } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { atan2f, cosf, f, fma, sinf, sqrtf } from '../math.ts'

/** The launch turns toward the stick, most when the stick is perpendicular to it. */
export function bend(fighter: Fighter): void {
  const { kbVx, kbVy, stickX, stickY } = fighter
  if (stickX === 0 && stickY === 0) return
  const square = fma(kbVx, kbVx, f(kbVy * kbVy))
  if (square < DI.least) return
  const cross = fma(kbVx, stickY, -f(kbVy * stickX))
  const share = f(f(cross * cross) / square)
  const angle = fma(cross < 0 ? -share : share, DI.degrees, atan2f(kbVy, kbVx))
  const speed = sqrtf(square)
  fighter.kbVx = f(speed * cosf(angle))
  fighter.kbVy = f(speed * sinf(angle))
}
