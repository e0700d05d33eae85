/** Jigglypuff. Own so far: the air jumps. */
import type { FighterOverrides } from '../kind.ts'
import { MULTI_JUMP } from '../multi-jump.ts'

export const JIGGLYPUFF: FighterOverrides = MULTI_JUMP
