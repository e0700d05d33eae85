/** Roy: Marth's specials with figures of his own (packages/engine/data/roy/specials.csv). */
import { SPECIALS } from '../../tables/generated/roy-specials.ts'
import type { FighterOverrides } from '../kind.ts'
import { counter } from '../marth/counter.ts'
import { dancingBlade } from '../marth/dancing-blade.ts'
import { dolphinSlash } from '../marth/dolphin-slash.ts'
import { shieldBreaker } from '../marth/shield-breaker.ts'
import { together } from '../special.ts'

export const ROY: FighterOverrides = together(
  shieldBreaker(SPECIALS.flareBlade),
  dancingBlade(SPECIALS.doubleEdgeDance),
  dolphinSlash(SPECIALS.blazer),
  counter(SPECIALS.counter),
)
