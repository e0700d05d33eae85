/** Yoshi. Own so far: the air jump's curve. */
import { CURVE_JUMP } from '../curve-jump.ts'
import type { FighterOverrides } from '../kind.ts'

export const YOSHI: FighterOverrides = CURVE_JUMP
