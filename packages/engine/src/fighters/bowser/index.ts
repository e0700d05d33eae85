/** Bowser. */
import { together } from '../special.ts'
import type { FighterOverrides } from '../kind.ts'
import { BOWSER_BOMB } from './bowser-bomb.ts'
import { fireBreath } from './fire-breath.ts'
import { KOOPA_KLAW } from './koopa-klaw.ts'
import { WHIRLING_FORTRESS } from './whirling-fortress.ts'

export const BOWSER: FighterOverrides = together(fireBreath(), KOOPA_KLAW, WHIRLING_FORTRESS, BOWSER_BOMB)
