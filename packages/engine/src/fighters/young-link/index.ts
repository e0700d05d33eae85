/** Young Link: Link's specials with other figures, and burning arrows. */
import { articleHitbox } from '../../articles/hitbox.ts'
import { f } from '../../math.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { boomerang } from '../link/boomerang.ts'
import { bomb } from '../link/bomb.ts'
import { bow } from '../link/bow.ts'
import { downThrust } from '../link/down-thrust.ts'
import { hookshot } from '../link/hookshot.ts'
import { HYLIAN_SHIELD } from '../link/shield.ts'
import { spinAttack } from '../link/spin-attack.ts'

export const BOW_VALUES = {
  bowType: 77,
  arrowType: 65,
  rate: f(1.33),
  frames: 45,
  speed: [f(1.3), 4],
  damage: [8, 15],
  gravity: f(0.06),
  life: 55,
  muzzle: { x: f(6), y: f(7) },
  hitbox: articleHitbox({
    damage: 8,
    angle: 80,
    growth: 30,
    baseKnockback: 45,
    element: 'fire',
    radius: f(1.95),
    interaction: 2,
  }),
} as const

const BOW = bow(BOW_VALUES)

const THROWN = {
  angle: 70,
  growth: 30,
  baseKnockback: 55,
  element: 'normal',
  radius: f(2.7),
  interaction: 2,
} as const
const BOOMERANG = boomerang({
  type: 61,
  mostAngle: f(0.8727),
  speed: 2,
  smashSpeed: f(2.9),
  life: 140,
  smashLife: 180,
  mostReturnSpeed: f(2.4),
  turn: 1,
  hitTurn: 2,
  hand: { x: 10, y: 10 },
  tilt: articleHitbox({ ...THROWN, damage: 17 }),
  smash: articleHitbox({ ...THROWN, damage: 19 }),
  late: articleHitbox({ ...THROWN, damage: 7, angle: 75 }),
  back: articleHitbox({ ...THROWN, damage: 2, angle: 90, baseKnockback: 40 }),
})

const LIT = { element: 'fire', interaction: 2 } as const
const BOMB = bomb({
  type: 59,
  isLit: true,
  thrown: articleHitbox({ ...LIT, damage: 7, angle: 120, growth: 30, baseKnockback: 50, radius: f(3.1) }),
  dropped: articleHitbox({ ...LIT, damage: 2, angle: 120, growth: 30, baseKnockback: 50, radius: f(3.1) }),
  blast: articleHitbox({ ...LIT, damage: 2, angle: 110, growth: 70, baseKnockback: 40, radius: f(7), interaction: 0 }),
})

const SPIN_ATTACK = spinAttack({ rise: f(2.31), driftShare: f(0.8) })
const DOWN_THRUST = downThrust(9)
const HOOKSHOT = hookshot(63)

export const YOUNG_LINK: FighterOverrides = together(
  BOW,
  BOOMERANG,
  SPIN_ATTACK,
  BOMB,
  HOOKSHOT,
  HYLIAN_SHIELD,
  DOWN_THRUST,
)
