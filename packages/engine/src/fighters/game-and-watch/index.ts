/**
 * Mr. Game & Watch. Several of his attacks are character-specific states, whose landings cannot be L-cancelled. The up
 * air lands as the back air does. Source: doldecomp/melee (ftGw_Attack11, ftGw_AttackS4, ftGw_AttackAir).
 */
import { ACTION } from '../../action-ids.ts'
import { f } from '../../math.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { chef } from './chef.ts'
import { FIRE } from './fire.ts'
import { IN_HIS_HAND } from './in-hand.ts'
import { JUDGE } from './judge.ts'
import { OIL_PANIC } from './oil-panic.ts'

const ATTACKS: FighterOverrides = {
  ownAttacks: {
    [ACTION.Attack11]: 341,
    [ACTION.Attack100Start]: 342,
    [ACTION.Attack100Loop]: 343,
    [ACTION.Attack100End]: 344,
    [ACTION.AttackLw3]: 345,
    [ACTION.AttackS4S]: 346,
    [ACTION.AttackAirN]: 347,
    [ACTION.AttackAirB]: 348,
    [ACTION.AttackAirHi]: 349,
    [ACTION.LandingAirN]: 350,
    [ACTION.LandingAirB]: 351,
    [ACTION.LandingAirHi]: 352,
  },
}

const CHEF = chef({ first: 353, prefix: '', type: 122, pan: { x: f(8), y: f(8) } })

export const GAME_AND_WATCH: FighterOverrides = together(ATTACKS, IN_HIS_HAND, CHEF, JUDGE, FIRE, OIL_PANIC)
