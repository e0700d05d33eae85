/**
 * The charge shot: charged in loops on the ground until B, a shield or a roll; in the air it is fired at its present
 * charge. Source: doldecomp/melee (ftSs_SpecialN, itsamuschargeshot); figures from a public list of special attributes;
 * places, times and speeds as in 15 recorded shots. Radii are estimates.
 */
import { changeAction } from '../../actions/change.ts'
import { enterFall } from '../../actions/fall.ts'
import { tryRoll } from '../../actions/guard.ts'
import { hasScriptEnded } from '../../actions/script.ts'
import { enterWait } from '../../actions/wait.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON, GUARD_BIT } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { privates } from '../../state/privates.ts'
import { SPECIALS } from '../../tables/generated/samus-specials.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, enterSpecial, goRound, named, type Copy } from '../special.ts'
import { APPEAR_FRAME, CHARGE_LEVEL, FULL, shotLevels, StoredShot, storedShot } from '../stored-shot.ts'

const OWN: Copy<'Ss'> = { first: 343, prefix: '' }
const TYPE = 94

const ChargeShot = privates(
  {
    /** The start was in the air: it fires even after a landing. */
    wasAirborne: 'flag',
  },
  StoredShot,
)

const LOOP_FRAMES = 9
const GROWING = { x: f(-0.732), y: f(13.397) } as const
/** According to the decompilation, recordings show the lowest byte of its flight angle. */
const ANGLE_BYTE = { right: 0, left: 0xdb } as const

/** Places among the bytes that a recording shows. */
const ANGLE = 1
const IS_FLYING = 2
const POWER = 3

export function chargeShot(states = OWN, type = TYPE): FighterOverrides {
  const START = states.first
  const HOLD = START + 1
  const CANCEL = START + 2
  const FIRE = START + 3
  const AIR_START = START + 4
  const AIR_FIRE = START + 5

  const { kind, appear, begin, gather, firing, onGround, inAir } = storedShot({
    type,
    growing: GROWING,
    airGrowing: GROWING,
    muzzle: { x: f(3.041), y: f(8.34) },
    leaveFrame: 1,
    slowest: f(1.5),
    speedPerLevel: f(1.5 / 7),
    recoil: 0,
    airRecoil: f(-0.1),
    hitboxes: shotLevels(
      'electric',
      SPECIALS.chargeShot.levels,
      (level) => (level < FULL ? 300 + 100 * level : 1200) / 256,
    ),
    isGathering: (action) => action >= START && action <= AIR_FIRE && action !== CANCEL,
    grows: (article) => {
      article.misc[POWER] = article.ownedBy.ownInts[CHARGE_LEVEL]!
    },
    leaves: (article, level) => {
      article.misc[ANGLE] = article.facing > 0 ? ANGLE_BYTE.right : ANGLE_BYTE.left
      article.misc[IS_FLYING] = 1
      article.misc[POWER] = level
    },
  })

  function enterStart(fighter: Fighter, action: number): void {
    ChargeShot.of(fighter).wasAirborne = fighter.isAirborne
    begin(fighter)
    enterSpecial(fighter, action)
  }

  function enterOnGround(fighter: Fighter): void {
    fighter.selfVy = 0
    enterStart(fighter, START)
  }

  function animateStart(fighter: Fighter): void {
    if (fighter.animationFrame === APPEAR_FRAME) appear(fighter)
    if (!hasScriptEnded(fighter)) return
    const fires = ChargeShot.of(fighter).wasAirborne || fighter.ownInts[CHARGE_LEVEL]! >= FULL
    changeAction(fighter, fires ? FIRE : HOLD)
  }

  function animateAirStart(fighter: Fighter): void {
    if (fighter.animationFrame === APPEAR_FRAME) appear(fighter)
    ChargeShot.of(fighter).wasAirborne = true
    if (hasScriptEnded(fighter)) changeAction(fighter, AIR_FIRE)
  }

  function rest(fighter: Fighter): void {
    changeAction(fighter, CANCEL)
  }

  function animateHold(fighter: Fighter): void {
    goRound(fighter, LOOP_FRAMES)
    gather(fighter, rest)
  }

  function interruptHold(fighter: Fighter): void {
    if (tryRoll(fighter)) return
    if (fighter.pressed & BUTTON.B) changeAction(fighter, FIRE)
    else if (fighter.pressed & GUARD_BIT) rest(fighter)
  }

  return {
    specials: { SpecialN: enterOnGround, SpecialAirN: (fighter) => enterStart(fighter, AIR_START) },
    articles: [kind],
    actions: named(states, {
      SpecialNStart: { animation: animateStart, ...onGround(AIR_START) },
      SpecialNHold: { animation: animateHold, interrupt: interruptHold, ...onGround(AIR_FIRE) },
      SpecialNCancel: { animation: afterScript(enterWait), ...onGround(AIR_FIRE) },
      SpecialN: { animation: firing(enterWait), ...onGround(AIR_FIRE) },
      SpecialAirNStart: { animation: animateAirStart, ...inAir(START) },
      SpecialAirN: { animation: firing((fighter) => enterFall(fighter)), ...inAir(FIRE) },
    }),
  }
}
