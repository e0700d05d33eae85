/** The Ice Climbers: they enter and return side by side, Popo ahead. Source: measured on recordings. */
import type { FighterOverrides } from '../kind.ts'

const STANCE = 5

export const POPO_OVERRIDES: FighterOverrides = { stance: STANCE }
export const NANA_OVERRIDES: FighterOverrides = { stance: -STANCE }
