/** Young Link: Link's specials with figures of his own (packages/engine/data/young-link/specials.csv), and burning arrows. */
import { SPECIALS } from '../../tables/generated/young-link-specials.ts'
import type { FighterOverrides } from '../kind.ts'
import { boomerang } from '../link/boomerang.ts'
import { bomb } from '../link/bomb.ts'
import { bow } from '../link/bow.ts'
import { downThrust } from '../link/down-thrust.ts'
import { hookshot } from '../link/hookshot.ts'
import { hylianShield } from '../link/shield.ts'
import { spinAttack } from '../link/spin-attack.ts'
import { together } from '../special.ts'

export const YOUNG_LINK: FighterOverrides = together(
  bow(SPECIALS.bow),
  boomerang(SPECIALS.boomerang),
  spinAttack(SPECIALS.spinAttack),
  bomb(SPECIALS.bomb),
  hookshot(63),
  hylianShield(1),
  downThrust(9),
)
