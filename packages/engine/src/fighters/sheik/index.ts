/** Sheik. */
import type { FighterOverrides } from '../kind.ts'
import { transformation } from '../zelda/transform.ts'
import * as needles from './needles.ts'
import * as vanish from './vanish.ts'

const TRANSFORM = transformation(361, 355)

export const SHEIK_OVERRIDES: FighterOverrides = {
  specials: { ...needles.SPECIALS, ...vanish.VANISH.specials, ...TRANSFORM.specials },
  articles: [...needles.ARTICLES, ...vanish.ARTICLES],
  actions: { ...needles.ACTIONS, ...vanish.VANISH.actions, ...TRANSFORM.actions },
}
