/** Kirby. */
import type { FighterOverrides } from '../kind.ts'
import { MULTI_JUMP } from '../multi-jump.ts'
import { together } from '../special.ts'
import { COPIES } from './copies.ts'
import { FINAL_CUTTER } from './final-cutter.ts'
import { HAMMER_SWING } from './hammer.ts'
import { INHALE } from './inhale.ts'
import { STONE } from './stone.ts'

export const KIRBY: FighterOverrides = together(MULTI_JUMP, INHALE, HAMMER_SWING, FINAL_CUTTER, STONE, COPIES, {
  throwsLoosely: true,
})
