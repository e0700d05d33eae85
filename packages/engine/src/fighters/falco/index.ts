/** Falco: Fox's specials by other numbers. */
import { f } from '../../math.ts'
import { HITBOX } from '../fox/articles.ts'
import { blaster } from '../fox/blaster.ts'
import { fireFox } from '../fox/fire-fox.ts'
import { illusion } from '../fox/illusion.ts'
import { reflector } from '../fox/reflector.ts'
import type { FighterOverrides } from '../kind.ts'

export const BLASTER_VALUES = {
  gunType: 75,
  shotType: 55,
  speed: f(5),
  life: 99,
  muzzle: { frame: 16, x: f(10.577), y: f(8.133) },
  airMuzzle: { frame: 8, x: f(14.472), y: f(12.813) },
  hitbox: {
    ...HITBOX,
    damage: 3,
    angle: 361,
    growth: 100,
    setKnockback: 5,
    baseKnockback: 0,
    element: 'normal',
    radius: f(1.2),
  },
} as const

const BLASTER = blaster(BLASTER_VALUES)

const SHADOW = { ...HITBOX, damage: 7, setKnockback: 0, element: 'slash', radius: f(5) } as const
const PHANTASM = illusion({
  shadowType: 57,
  speed: f(16.5),
  endSpeed: f(1.5),
  endFriction: f(0.1),
  hitbox: { ...SHADOW, angle: 65, growth: 60, baseKnockback: 74 },
  airHitbox: { ...SHADOW, angle: 270, growth: 70, baseKnockback: 70 },
})

const FIRE_BIRD = fireFox({ holdGravity: f(0.016), frames: 22, speed: f(4.2), slowsFrom: 4, loss: f(0.17) })

const REFLECTOR = reflector({ x: 0, y: f(6.8), radius: f(8), damageShare: f(1.5) })

export const FALCO: FighterOverrides = {
  specials: { ...BLASTER.specials, ...PHANTASM.specials, ...FIRE_BIRD.specials, ...REFLECTOR.specials },
  articles: [...BLASTER.articles, ...PHANTASM.articles],
  actions: { ...BLASTER.actions, ...PHANTASM.actions, ...FIRE_BIRD.actions, ...REFLECTOR.actions },
}
