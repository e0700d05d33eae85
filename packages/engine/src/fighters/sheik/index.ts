/** Sheik. */
import type { FighterOverrides } from '../kind.ts'
import { needles } from './needles.ts'
import * as vanish from './vanish.ts'

const NEEDLES = needles()

export const SHEIK_OVERRIDES: FighterOverrides = {
  specials: { ...NEEDLES.specials, ...vanish.VANISH.specials },
  articles: [...NEEDLES.articles!, ...vanish.ARTICLES],
  actions: { ...NEEDLES.actions, ...vanish.VANISH.actions },
}
