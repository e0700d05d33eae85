/** Fox. */
import { f } from '../../math.ts'
import type { FighterOverrides } from '../kind.ts'
import { HITBOX } from './articles.ts'
import { blaster } from './blaster.ts'
import { fireFox } from './fire-fox.ts'
import { illusion } from './illusion.ts'
import { reflector } from './reflector.ts'

export const BLASTER_VALUES = {
  gunType: 74,
  shotType: 54,
  speed: f(7),
  life: 34,
  muzzle: { frame: 5, x: f(16.47), y: f(7.684) },
  airMuzzle: { frame: 5, x: f(16.405), y: f(12.089) },
  hitbox: {
    ...HITBOX,
    damage: 3,
    angle: 361,
    growth: 0,
    setKnockback: 0,
    baseKnockback: 0,
    element: 'normal',
    radius: f(1.2),
  },
} as const

const BLASTER = blaster(BLASTER_VALUES)

const SHADOW = {
  ...HITBOX,
  damage: 7,
  angle: 80,
  setKnockback: 0,
  baseKnockback: 68,
  element: 'slash',
  radius: f(5),
} as const
const ILLUSION = illusion({
  shadowType: 56,
  speed: f(18.72),
  endSpeed: f(2.8),
  endFriction: f(0.4),
  hitbox: { ...SHADOW, growth: 40 },
  airHitbox: { ...SHADOW, growth: 60 },
})

const FIRE_FOX = fireFox({ holdGravity: f(0.015), frames: 30, speed: f(3.8), slowsFrom: 6, loss: f(0.1) })

const REFLECTOR = reflector({ x: 0, y: f(6.8), radius: f(8), damageShare: f(1.5) })

export const FOX: FighterOverrides = {
  specials: { ...BLASTER.specials, ...ILLUSION.specials, ...FIRE_FOX.specials, ...REFLECTOR.specials },
  articles: [...BLASTER.articles, ...ILLUSION.articles],
  actions: { ...BLASTER.actions, ...ILLUSION.actions, ...FIRE_FOX.actions, ...REFLECTOR.actions },
}
