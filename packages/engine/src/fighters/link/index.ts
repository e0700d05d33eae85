/** Link. */
import { articleHitbox } from '../../articles/hitbox.ts'
import { f } from '../../math.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { boomerang } from './boomerang.ts'
import { bomb } from './bomb.ts'
import { bow } from './bow.ts'
import { downThrust } from './down-thrust.ts'
import { hookshot } from './hookshot.ts'
import { HYLIAN_SHIELD } from './shield.ts'
import { spinAttack } from './spin-attack.ts'

export const BOW_VALUES = {
  bowType: 76,
  arrowType: 64,
  rate: 1,
  frames: 60,
  speed: [f(1.3), 5],
  damage: [5, 18],
  gravity: f(0.053),
  life: 60,
  muzzle: { x: f(8.5), y: f(9.5) },
  hitbox: articleHitbox({
    damage: 5,
    angle: 70,
    growth: 50,
    baseKnockback: 8,
    element: 'slash',
    radius: f(1.95),
    interaction: 2,
  }),
} as const

const BOW = bow(BOW_VALUES)

const THROWN = {
  angle: 70,
  growth: 30,
  baseKnockback: 55,
  element: 'slash',
  radius: f(3.1),
  interaction: 2,
} as const
const BOOMERANG = boomerang({
  type: 60,
  mostAngle: f(0.4538),
  speed: f(2.4),
  smashSpeed: f(3.1),
  life: 140,
  smashLife: 170,
  mostReturnSpeed: 3,
  turn: 0.75,
  hitTurn: 1.5,
  hand: { x: 13, y: 13 },
  tilt: articleHitbox({ ...THROWN, damage: 15 }),
  smash: articleHitbox({ ...THROWN, damage: 17 }),
  late: articleHitbox({ ...THROWN, damage: 6, angle: 65 }),
  back: articleHitbox({ ...THROWN, damage: 3, growth: 26, baseKnockback: 25, element: 'normal' }),
})

const LIT = { element: 'fire', interaction: 2 } as const
const BOMB = bomb({
  type: 58,
  isLit: true,
  thrown: articleHitbox({ ...LIT, damage: 6, angle: 70, growth: 30, baseKnockback: 60, radius: f(3.1) }),
  dropped: articleHitbox({ ...LIT, damage: 1, angle: 70, growth: 30, baseKnockback: 60, radius: f(3.1) }),
  blast: articleHitbox({ ...LIT, damage: 4, angle: 70, growth: 60, baseKnockback: 60, radius: f(7), interaction: 0 }),
})

const SPIN_ATTACK = spinAttack({ rise: f(2.3), driftShare: f(0.6) })
const DOWN_THRUST = downThrust(8)
const HOOKSHOT = hookshot(62)

export const LINK: FighterOverrides = together(BOW, BOOMERANG, SPIN_ATTACK, BOMB, HOOKSHOT, HYLIAN_SHIELD, DOWN_THRUST)
