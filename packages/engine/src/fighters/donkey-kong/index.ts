/** Donkey Kong. Own so far: the forward throw, which lifts its victim, and the carry that follows. */
import type { FighterOverrides } from '../kind.ts'
import { CARGO_ACTIONS } from './cargo.ts'

export const DONKEY_KONG: FighterOverrides = {
  actions: CARGO_ACTIONS,
  holding: Object.keys(CARGO_ACTIONS),
}
