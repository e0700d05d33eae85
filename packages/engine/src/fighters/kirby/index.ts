/** Kirby. Own so far: the air jumps. */
import type { FighterOverrides } from '../kind.ts'
import { MULTI_JUMP } from '../multi-jump.ts'

export const KIRBY: FighterOverrides = MULTI_JUMP
