/** Sheik. */
import type { FighterOverrides } from '../kind.ts'
import * as needles from './needles.ts'
import * as vanish from './vanish.ts'

export const SHEIK_OVERRIDES: FighterOverrides = {
  specials: { ...needles.SPECIALS, ...vanish.VANISH.specials },
  articles: [...needles.ARTICLES, ...vanish.ARTICLES],
  actions: { ...needles.ACTIONS, ...vanish.VANISH.actions },
}
