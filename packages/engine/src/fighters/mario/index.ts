/** Mario. */
import { articleHitbox } from '../../articles/hitbox.ts'
import { f } from '../../math.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { cape } from './cape.ts'
import { fireball } from './fireball.ts'
import { superJumpPunch } from './super-jump-punch.ts'
import { tornado } from './tornado.ts'

/** Fireball and pill knock as hard. */
export const SHOT_HITBOX = {
  angle: 361,
  growth: 25,
  baseKnockback: 5,
  radius: f(600 / 256),
  interaction: 2,
} as const

export const JUMP_PUNCH = {
  ground: 347,
  air: 348,
  launchFrame: 7,
  tiltStick: f(0.625),
  tiltEnd: 7,
  mostTilt: 18,
  speedShare: f(0.6666),
  gravity: f(0.5),
  landingLag: 30,
  driftShare: f(0.6),
} as const

export const TORNADO = {
  ground: 349,
  air: 350,
  startRise: f(1.7),
  lift: f(1.2),
  mostRise: f(1.4),
  groundSpeed: 1,
  airSpeed: f(0.5),
  groundAcceleration: f(0.2),
  airAcceleration: f(0.08),
  loss: f(0.66),
  liftFrames: [6, 38],
  slowsFrom: 37,
} as const

export const FIREBALL_VALUES = {
  type: 48,
  ground: 343,
  air: 344,
  frame: 14,
  speed: f(1.5),
  angle: f(-0.17),
  life: 75,
  gravity: f(0.08),
  bounce: f(0.9),
  bouncesOffShields: true,
  hitbox: articleHitbox({ ...SHOT_HITBOX, damage: 6, element: 'fire' }),
} as const

export const MARIO: FighterOverrides = together(
  fireball(FIREBALL_VALUES),
  cape(83, 34),
  superJumpPunch(JUMP_PUNCH),
  tornado(TORNADO),
)
