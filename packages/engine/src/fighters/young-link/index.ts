/** Young Link: Link's specials with figures of his own (packages/engine/data/young-link/specials.csv), and burning arrows. */
import { ACTION } from '../../action-ids.ts'
import type { Release } from '../../actions/item-throw.ts'
import { f } from '../../math.ts'
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

/** Where he releases what he throws up and down, from 35 recorded throws; the other throws have the usual places. */
const UP: Release = { frame: 10, x: f(0.578), y: f(18.818) }
const DOWN: Release = { frame: 6, x: f(-2.956), y: f(0.884) }
const RELEASES: Readonly<Record<number, Release>> = {
  [ACTION.LightThrowHi]: UP,
  [ACTION.LightThrowHi4]: UP,
  [ACTION.LightThrowLw]: DOWN,
  [ACTION.LightThrowLw4]: DOWN,
  [ACTION.LightThrowAirHi4]: { frame: 6, x: f(-0.828), y: f(20.709) },
}

export const YOUNG_LINK: FighterOverrides = together(
  bow(SPECIALS.bow),
  boomerang(SPECIALS.boomerang),
  spinAttack(SPECIALS.spinAttack),
  bomb(SPECIALS.bomb),
  hookshot(63),
  hylianShield(1),
  downThrust(9),
  { itemReleases: RELEASES },
)
