/** Mario. The figures of his specials are in packages/engine/data/mario/specials.csv. */
import { SPECIALS } from '../../tables/generated/mario-specials.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { cape } from './cape.ts'
import { fireball } from './fireball.ts'
import { superJumpPunch } from './super-jump-punch.ts'
import { tornado } from './tornado.ts'

export const MARIO: FighterOverrides = together(
  fireball(SPECIALS.fireball),
  cape(83, 34),
  superJumpPunch(SPECIALS.superJumpPunch),
  tornado(SPECIALS.tornado),
)
