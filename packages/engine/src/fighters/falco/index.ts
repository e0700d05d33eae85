/** Falco: Fox's specials with figures of his own (packages/engine/data/falco/specials.csv, throw-shots.csv). */
import { SPECIALS } from '../../tables/generated/falco-specials.ts'
import { blaster } from '../fox/blaster.ts'
import { fireFox } from '../fox/fire-fox.ts'
import { illusion } from '../fox/illusion.ts'
import { reflector } from '../fox/reflector.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'

export const FALCO: FighterOverrides = together(
  blaster(SPECIALS.blaster),
  illusion(SPECIALS.phantasm),
  fireFox(SPECIALS.fireBird),
  reflector(SPECIALS.reflector),
)
