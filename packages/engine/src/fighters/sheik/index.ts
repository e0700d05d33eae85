/** Sheik. */
import type { FighterOverrides } from '../kind.ts'
import { transformation } from '../zelda/transform.ts'
import * as chain from './chain.ts'
import * as needles from './needles.ts'
import * as vanish from './vanish.ts'

const TRANSFORM = transformation(361, 355)

export const SHEIK_OVERRIDES: FighterOverrides = {
  specials: { ...needles.SPECIALS, ...chain.SPECIALS, ...vanish.VANISH.specials, ...TRANSFORM.specials },
  articles: [...needles.ARTICLES, ...chain.ARTICLES, ...vanish.ARTICLES],
  actions: { ...needles.ACTIONS, ...chain.ACTIONS, ...vanish.VANISH.actions, ...TRANSFORM.actions },
}
