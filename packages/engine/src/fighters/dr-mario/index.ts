/** Dr. Mario: Mario's specials with figures of his own (packages/engine/data/dr-mario/specials.csv). */
import { SPECIALS } from '../../tables/generated/dr-mario-specials.ts'
import { SPECIALS as MARIO } from '../../tables/generated/mario-specials.ts'
import type { FighterOverrides } from '../kind.ts'
import { cape } from '../mario/cape.ts'
import { fireball } from '../mario/fireball.ts'
import { superJumpPunch } from '../mario/super-jump-punch.ts'
import { tornado } from '../mario/tornado.ts'
import { together } from '../special.ts'

export const DR_MARIO: FighterOverrides = together(
  fireball(SPECIALS.pill),
  cape(84, 15),
  superJumpPunch({ ...MARIO.superJumpPunch, ...SPECIALS.superJumpPunch }),
  tornado(MARIO.tornado),
)
