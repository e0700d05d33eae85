/** Peach. Own so far: the air jump's curve, and an air dodge that falls earlier than others'. */
import { CURVE_JUMP } from '../curve-jump.ts'
import type { FighterOverrides } from '../kind.ts'

export const PEACH: FighterOverrides = { ...CURVE_JUMP, escapeAirDriftFrame: 20 }
