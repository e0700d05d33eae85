/** Luigi: Mario's specials with figures of his own (packages/engine/data/luigi/specials.csv), and a missile instead of a cape. */
import { SPECIALS } from '../../tables/generated/luigi-specials.ts'
import type { FighterOverrides } from '../kind.ts'
import { fireball } from '../mario/fireball.ts'
import { superJumpPunch } from '../mario/super-jump-punch.ts'
import { tornado } from '../mario/tornado.ts'
import { together } from '../special.ts'
import { GREEN_MISSILE } from './green-missile.ts'

export const LUIGI: FighterOverrides = together(
  fireball(SPECIALS.fireball),
  GREEN_MISSILE,
  superJumpPunch(SPECIALS.superJumpPunch),
  tornado(SPECIALS.cyclone),
)
