/** Jigglypuff. */
import type { FighterOverrides } from '../kind.ts'
import { MULTI_JUMP } from '../multi-jump.ts'
import { together } from '../special.ts'
import { POUND } from './pound.ts'
import { rollout } from './rollout.ts'
import { SING_AND_REST } from './sing-and-rest.ts'

const ROLLOUT = rollout(346, [
  'SpecialNStartR',
  'SpecialNStartL',
  'SpecialNLoop',
  'SpecialNFull',
  'SpecialNRelease',
  'SpecialNTurn',
  'SpecialNEndR',
  'SpecialNEndL',
  'SpecialAirNStartR',
  'SpecialAirNStartL',
  'SpecialAirNChargeLoop',
  'SpecialAirNChargeFull',
  'SpecialAirNChargeRelease',
  'SpecialAirNStartTurn',
  'SpecialAirNEndR',
  'SpecialAirNEndL',
  'SpecialNHit',
])

export const JIGGLYPUFF: FighterOverrides = together(MULTI_JUMP, ROLLOUT, POUND, SING_AND_REST)
