/** Sheik. */
import type { FighterOverrides } from '../kind.ts'
import { transformation } from '../zelda/transform.ts'
import * as chain from './chain.ts'
import { needleStorm } from './needles.ts'
import * as vanish from './vanish.ts'

const NEEDLES = needleStorm()
const TRANSFORM = transformation(361, 355)

export const SHEIK_OVERRIDES: FighterOverrides = {
  specials: { ...NEEDLES.specials, ...chain.SPECIALS, ...vanish.VANISH.specials, ...TRANSFORM.specials },
  articles: [...NEEDLES.articles!, ...chain.ARTICLES, ...vanish.ARTICLES],
  actions: { ...NEEDLES.actions, ...chain.ACTIONS, ...vanish.VANISH.actions, ...TRANSFORM.actions },
}
