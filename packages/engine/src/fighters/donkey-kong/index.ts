/** Donkey Kong: his specials, and the forward throw, which lifts its victim, with the carry that follows. */
import { namesIn } from '../../actions/action.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { CARGO_ACTIONS } from './cargo.ts'
import { giantPunch } from './giant-punch.ts'
import { HAND_SLAP } from './hand-slap.ts'
import { HEADBUTT } from './headbutt.ts'
import { SPINNING_KONG } from './spinning-kong.ts'

export const DONKEY_KONG: FighterOverrides = together(
  { actions: CARGO_ACTIONS, holding: namesIn(CARGO_ACTIONS) },
  giantPunch(),
  HEADBUTT,
  SPINNING_KONG,
  HAND_SLAP,
)
