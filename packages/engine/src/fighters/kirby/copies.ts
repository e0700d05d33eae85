/**
 * What Kirby keeps of a swallowed fighter: its neutral special, until a taunt, a death, or at random a hit removes it.
 * Source: doldecomp/melee (ftKb_SpecialN_800F1BAC, ftKb_SpecialN_800F5BA4). Approximate: the scripts of his copies are
 * those of the originals, the places at which shots leave him are estimates.
 */
import type { ActionCallbacks, Callback } from '../../actions/action.ts'
import { APPEAL_ACTIONS } from '../../actions/appeal.ts'
import { ACTION } from '../../action-ids.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { randomInteger } from '../../random.ts'
import { SPECIALS as CAPTAIN_FALCON } from '../../tables/generated/captain-falcon-specials.ts'
import { SPECIALS as DR_MARIO } from '../../tables/generated/dr-mario-specials.ts'
import { SPECIALS as FALCO } from '../../tables/generated/falco-specials.ts'
import { SPECIALS as FOX } from '../../tables/generated/fox-specials.ts'
import { SPECIALS as GANONDORF } from '../../tables/generated/ganondorf-specials.ts'
import { SPECIALS as LINK } from '../../tables/generated/link-specials.ts'
import { SPECIALS as LUIGI } from '../../tables/generated/luigi-specials.ts'
import { SPECIALS as MARIO } from '../../tables/generated/mario-specials.ts'
import { SPECIALS as MARTH } from '../../tables/generated/marth-specials.ts'
import { SPECIALS as PICHU } from '../../tables/generated/pichu-specials.ts'
import { SPECIALS as PIKACHU } from '../../tables/generated/pikachu-specials.ts'
import { SPECIALS as ROY } from '../../tables/generated/roy-specials.ts'
import { SPECIALS as YOUNG_LINK } from '../../tables/generated/young-link-specials.ts'
import { INTERNAL_ID } from '../../tables/ids.ts'
import { fireBreath } from '../bowser/fire-breath.ts'
import { falconPunch } from '../captain-falcon/falcon-punch.ts'
import { giantPunch } from '../donkey-kong/giant-punch.ts'
import { blaster, type BlasterValues } from '../fox/blaster.ts'
import { chef } from '../game-and-watch/chef.ts'
import { HAS_HOPPED, iceShot } from '../ice-climbers/ice-shot.ts'
import { ICE_SHOT_VALUES } from '../ice-climbers/index.ts'
import { rollout } from '../jigglypuff/rollout.ts'
import type { FighterOverrides, Specials } from '../kind.ts'
import { bow } from '../link/bow.ts'
import { fireball } from '../mario/fireball.ts'
import { shieldBreaker } from '../marth/shield-breaker.ts'
import { shadowBall } from '../mewtwo/shadow-ball.ts'
import { pkFlash } from '../ness/pk-flash.ts'
import { toads } from '../peach/toad.ts'
import { TOAD_USED } from '../peach/words.ts'
import { thunderJolt } from '../pikachu/thunder-jolt.ts'
import { chargeShot } from '../samus/charge-shot.ts'
import { needleStorm } from '../sheik/needles.ts'
import { together, type Copy } from '../special.ts'
import { eggLay } from '../yoshi/egg-lay.ts'
import { nayrusLove } from '../zelda/nayrus-love.ts'
import { enterInhale } from './inhale.ts'
import { OWN } from './own.ts'

/** One hit in this many removes a copy. */
const LOSES_ONE_IN = 32

/** He is smaller than the originals. */
const MUZZLE = { x: f(8), y: f(5) } as const

function states<Prefix extends string>(first: number, prefix: Prefix): Copy<Prefix> {
  return { first, prefix }
}

function gun(values: BlasterValues, gunType: number, shotType: number, copy: Copy<'Fx' | 'Fc'>): FighterOverrides {
  const { speed, life, hitbox, lastBox, lasting } = values
  const muzzle = { ...values.muzzle, ...MUZZLE }
  const airMuzzle = { ...values.airMuzzle, ...MUZZLE }
  return blaster({ speed, life, hitbox, lastBox, lasting, gunType, shotType, muzzle, airMuzzle }, copy)
}

const ROLLOUT = rollout(475, [
  'PrSpecialNStartR',
  'PrSpecialNStartL',
  'PrSpecialNLoop',
  'PrSpecialNFull',
  'PrSpecialN1',
  'PrSpecialNTurn',
  'PrSpecialNEndR',
  'PrSpecialNEndL',
  'PrSpecialAirNStartR',
  'PrSpecialAirNStartL',
  'PrSpecialAirNLoop',
  'PrSpecialAirNFull',
  'PrSpecialAirN',
  'PrSpecialN0',
  'PrSpecialAirNEndR0',
  'PrSpecialAirNEndR1',
  'PrSpecialNHit',
])

/** Either climber gives it to him; his hop and the place of the block were measured in the game. */
const ICE_SHOT = iceShot({ ...ICE_SHOT_VALUES, type: 133, height: f(8), hop: f(0.96) }, states(453, 'Pp'))

/** By the fighter copied. */
const COPIED: Readonly<Record<number, FighterOverrides>> = {
  [INTERNAL_ID.mario]: fireball({ ...MARIO.fireball, type: 130, ground: 399, air: 400 }, 'Mr'),
  [INTERNAL_ID.fox]: gun(FOX.blaster, 138, 136, states(423, 'Fx')),
  [INTERNAL_ID['captain-falcon']]: falconPunch(CAPTAIN_FALCON.falconPunch, states(433, 'Ca')),
  [INTERNAL_ID['donkey-kong']]: giantPunch(states(455, 'Dk')),
  [INTERNAL_ID.bowser]: fireBreath(states(443, 'Kp'), { type: 154, mouth: MUZZLE }),
  [INTERNAL_ID.link]: bow({ ...LINK.bow, bowType: 142, arrowType: 140, muzzle: MUZZLE }, states(401, 'Lk')),
  [INTERNAL_ID.sheik]: needleStorm(states(467, 'Sk'), { thrown: 152, held: 153 }),
  [INTERNAL_ID.ness]: pkFlash({
    ...states(435, 'Ns'),
    held: ['NsSpecialNHold0', 'NsSpecialNHold1'],
    heldInAir: ['NsSpecialAirNHold0', 'NsSpecialAirNHold1'],
    light: 145,
    burst: 146,
    hand: { x: 0, y: f(9) },
  }),
  [INTERNAL_ID.peach]: toads(
    { first: 449, names: ['PeSpecialLw', 'PeSpecialLwHit', 'PeSpecialAirLw', 'PeSpecialAirLwHit'] },
    { toad: 134, spore: 135 },
  ),
  [INTERNAL_ID.popo]: ICE_SHOT,
  [INTERNAL_ID.nana]: ICE_SHOT,
  [INTERNAL_ID.pikachu]: thunderJolt({ ...PIKACHU.thunderJolt, type: 147 }, states(429, 'Pk')),
  [INTERNAL_ID.samus]: chargeShot(states(407, 'Ss'), 151),
  [INTERNAL_ID.yoshi]: eggLay({
    first: 413,
    names: [
      'YsSpecialN1',
      'YsSpecialNCapture1_0',
      'YsSpecialNCapture2_0',
      'YsSpecialAirNCapture2',
      'YsSpecialAirNCapture1_0',
      'YsSpecialAirN2_0',
    ],
    caught: ACTION.CaptureKirbyYoshi,
    laid: ACTION.KirbyYoshiEgg,
    egg: { x: f(-6), y: f(5) },
  }),
  [INTERNAL_ID.jigglypuff]: ROLLOUT,
  [INTERNAL_ID.mewtwo]: shadowBall({
    ...states(500, 'Mt'),
    type: 144,
    growing: { x: f(-5), y: f(6) },
    airGrowing: { x: f(-5), y: f(6) },
    muzzle: MUZZLE,
  }),
  [INTERNAL_ID.luigi]: fireball({ ...LUIGI.fireball, type: 132, ground: 431, air: 432 }, 'Lg'),
  [INTERNAL_ID.marth]: shieldBreaker(MARTH.shieldBreaker, states(492, 'Ms')),
  [INTERNAL_ID.zelda]: nayrusLove(states(465, 'Zd')),
  [INTERNAL_ID['young-link']]: bow(
    { ...YOUNG_LINK.bow, bowType: 143, arrowType: 141, muzzle: MUZZLE },
    states(514, 'Cl'),
  ),
  [INTERNAL_ID['dr-mario']]: fireball({ ...DR_MARIO.pill, type: 131, ground: 512, air: 513 }, 'Dr'),
  [INTERNAL_ID.falco]: gun(FALCO.blaster, 139, 137, states(520, 'Fc')),
  [INTERNAL_ID.pichu]: thunderJolt({ ...PICHU.thunderJolt, type: 149 }, states(526, 'Pc')),
  [INTERNAL_ID['game-and-watch']]: chef({ ...states(510, 'Gw'), type: 155, pan: MUZZLE }),
  [INTERNAL_ID.ganondorf]: falconPunch(GANONDORF.warlockPunch, states(528, 'Gn')),
  [INTERNAL_ID.roy]: shieldBreaker(ROY.flareBlade, states(530, 'Fe')),
}

function special(name: keyof Specials): Callback {
  return (fighter) => (COPIED[fighter.ownInts[OWN.copied]! - 1]?.specials?.[name] ?? enterInhale)(fighter)
}

/** The charge of the special is removed too. */
function lose({ ownInts, ownFloats }: Fighter): void {
  const { hasSwung } = OWN
  const swung = ownInts[hasSwung]!
  ownInts.fill(0)
  ownFloats.fill(0)
  ownInts[hasSwung] = swung
}

function taunt(callbacks: ActionCallbacks): ActionCallbacks {
  return {
    ...callbacks,
    animation: (fighter) => {
      lose(fighter)
      callbacks.animation?.(fighter)
    },
  }
}

export const COPIES: FighterOverrides = together(...Object.values(COPIED), {
  specials: { SpecialN: special('SpecialN'), SpecialAirN: special('SpecialAirN') },
  actions: { AppealSR: taunt(APPEAL_ACTIONS.AppealSR!), AppealSL: taunt(APPEAL_ACTIONS.AppealSL!) },
  // Moves that he may use once per airtime.
  landed: ({ ownInts }) => {
    ownInts[OWN.hasSwung] = 0
    ownInts[TOAD_USED] = 0
    ownInts[HAS_HOPPED] = 0
  },
  damaged: (fighter) => {
    if (fighter.ownInts[OWN.copied] === 0 || fighter.holds >= 0) return
    if (randomInteger(fighter.match.record, LOSES_ONE_IN) === 0) lose(fighter)
  },
})
