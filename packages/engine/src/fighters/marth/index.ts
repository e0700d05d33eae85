/** Marth. The figures of his specials are in packages/engine/data/marth/specials.csv. */
import { SPECIALS } from '../../tables/generated/marth-specials.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { counter } from './counter.ts'
import { dancingBlade } from './dancing-blade.ts'
import { dolphinSlash } from './dolphin-slash.ts'
import { shieldBreaker } from './shield-breaker.ts'

export const MARTH: FighterOverrides = together(
  shieldBreaker(SPECIALS.shieldBreaker),
  dancingBlade(SPECIALS.dancingBlade),
  dolphinSlash(SPECIALS.dolphinSlash),
  counter(SPECIALS.counter),
)
