/** Fox. The figures of his specials are in packages/engine/data/fox: specials.csv, throw-shots.csv. */
import { SPECIALS } from '../../tables/generated/fox-specials.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { blaster } from './blaster.ts'
import { fireFox } from './fire-fox.ts'
import { illusion } from './illusion.ts'
import { reflector } from './reflector.ts'

export const FOX: FighterOverrides = together(
  blaster(SPECIALS.blaster),
  illusion(SPECIALS.illusion),
  fireFox(SPECIALS.fireFox),
  reflector(SPECIALS.reflector),
)
