/** Fox. */
import { f } from '../../math.ts'
import type { FighterOverrides } from '../kind.ts'
import { blaster } from './blaster.ts'

const BLASTER = blaster({
  gunType: 74,
  shotType: 54,
  speed: f(7),
  life: 34,
  muzzle: { x: f(16.47), y: f(7.684) },
  airMuzzle: { x: f(16.405), y: f(12.089) },
  hitbox: {
    id: 0,
    damage: 3,
    angle: 361,
    growth: 0,
    setKnockback: 0,
    baseKnockback: 0,
    element: 'normal',
    shieldDamage: 0,
    radius: f(1.2),
    hitsGround: true,
    hitsAir: true,
    interaction: 0,
    group: 0,
    x: 0,
    y: 0,
  },
})

export const FOX: FighterOverrides = {
  specials: { ...BLASTER.specials },
  articles: [...BLASTER.articles],
  actions: { ...BLASTER.actions },
}
