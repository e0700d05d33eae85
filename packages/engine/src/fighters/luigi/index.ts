/** Luigi: Mario's specials with his own figures, and a missile instead of a cape. */
import { articleHitbox } from '../../articles/hitbox.ts'
import { f } from '../../math.ts'
import type { FighterOverrides } from '../kind.ts'
import { fireball } from '../mario/fireball.ts'
import { SHOT_HITBOX } from '../mario/index.ts'
import { superJumpPunch } from '../mario/super-jump-punch.ts'
import { tornado } from '../mario/tornado.ts'
import { together } from '../special.ts'
import { GREEN_MISSILE } from './green-missile.ts'

export const FIREBALL_VALUES = {
  type: 105,
  ground: 341,
  air: 342,
  frame: 17,
  speed: f(1.2),
  angle: 0,
  life: 50,
  gravity: 0,
  bounce: f(0.9),
  bouncesOffShields: true,
  hitbox: articleHitbox({ ...SHOT_HITBOX, damage: 6, element: 'fire', radius: f(500 / 256) }),
} as const

export const LUIGI: FighterOverrides = together(
  fireball(FIREBALL_VALUES),
  GREEN_MISSILE,
  superJumpPunch({
    ground: 355,
    air: 356,
    launchFrame: 9,
    tiltStick: f(0.25),
    tiltEnd: 5,
    mostTilt: f(0.5),
    speedShare: 0,
    gravity: f(0.05),
    landingLag: 40,
    driftShare: f(0.6),
  }),
  tornado({
    ground: 357,
    air: 358,
    startRise: f(0.1),
    lift: f(0.8),
    mostRise: f(1.4),
    groundSpeed: f(2.35),
    airSpeed: f(0.8),
    groundAcceleration: f(0.2),
    airAcceleration: f(0.08),
    loss: f(0.66),
    liftFrames: [6, 42],
    slowsFrom: 43,
  }),
)
