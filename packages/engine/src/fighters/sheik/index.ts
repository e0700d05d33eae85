/** Sheik. */
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { transformation } from '../zelda/transform.ts'
import { CHAIN } from './chain.ts'
import { needleStorm } from './needles.ts'
import { VANISH } from './vanish.ts'

const NEEDLES = needleStorm()
const TRANSFORM = transformation(361, 355)

export const SHEIK_OVERRIDES: FighterOverrides = together(NEEDLES, CHAIN, VANISH, TRANSFORM)
