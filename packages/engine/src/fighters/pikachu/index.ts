/** Pikachu. The figures of its specials are in packages/engine/data/pikachu/specials.csv. */
import { SPECIALS } from '../../tables/generated/pikachu-specials.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { quickAttack } from './quick-attack.ts'
import { skullBash } from './skull-bash.ts'
import { thunder } from './thunder.ts'
import { thunderJolt } from './thunder-jolt.ts'

export const PIKACHU: FighterOverrides = together(
  thunderJolt(SPECIALS.thunderJolt),
  skullBash(SPECIALS.skullBash),
  quickAttack(SPECIALS.quickAttack),
  thunder(SPECIALS.thunder),
)
