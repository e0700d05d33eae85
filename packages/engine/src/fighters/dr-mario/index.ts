/** Dr. Mario: Mario's specials with his own figures. */
import { articleHitbox } from '../../articles/hitbox.ts'
import { f } from '../../math.ts'
import type { FighterOverrides } from '../kind.ts'
import { cape } from '../mario/cape.ts'
import { fireball } from '../mario/fireball.ts'
import { JUMP_PUNCH, SHOT_HITBOX, TORNADO } from '../mario/index.ts'
import { superJumpPunch } from '../mario/super-jump-punch.ts'
import { tornado } from '../mario/tornado.ts'
import { together } from '../special.ts'

export const PILL_VALUES = {
  type: 49,
  ground: 343,
  air: 344,
  frame: 14,
  speed: f(1.4),
  angle: f(-0.6981),
  life: 75,
  gravity: f(0.08),
  bounce: f(0.9),
  bouncesOffShields: false,
  hitbox: articleHitbox({ ...SHOT_HITBOX, damage: 8, element: 'normal' }),
} as const

export const DR_MARIO: FighterOverrides = together(
  fireball(PILL_VALUES),
  cape(84, 15),
  // He leaves the floor or his fall sooner than Mario, and rests for three frames before he rises, as recordings show.
  superJumpPunch({ ...JUMP_PUNCH, launchFrame: 4, tiltEnd: 4 }),
  tornado(TORNADO),
)
