/** Link. The figures of his specials are in packages/engine/data/link/specials.csv. */
import { SPECIALS } from '../../tables/generated/link-specials.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { boomerang } from './boomerang.ts'
import { bomb } from './bomb.ts'
import { bow } from './bow.ts'
import { downThrust } from './down-thrust.ts'
import { hookshot } from './hookshot.ts'
import { hylianShield } from './shield.ts'
import { spinAttack } from './spin-attack.ts'

export const LINK: FighterOverrides = together(
  bow(SPECIALS.bow),
  boomerang(SPECIALS.boomerang),
  spinAttack(SPECIALS.spinAttack),
  bomb(SPECIALS.bomb),
  hookshot(62),
  hylianShield(1.22 / 0.96),
  downThrust(8),
)
