/**
 * Confusion: grabs a near fighter, turns it about and drops it; articles are reflected, but keep their owner. In the
 * air it lifts once. Source: doldecomp/melee (ftMt_SpecialS, ftCo_CaptureMewtwo); figures from a public list of special
 * attributes; lift, the victim's path, and the frames of release and reflection as in one recording. The place of the
 * bubble is an estimate.
 */
import type { Bubble, Callback } from '../../actions/action.ts'
import { enterThrownMewtwo, isHeldBy } from '../../actions/capture.ts'
import { stepAnimation } from '../../actions/change.ts'
import { tumble } from '../../actions/down.ts'
import { placeThrown } from '../../actions/hold-place.ts'
import { staysOnFloor } from '../../collision/fighter-body.ts'
import { dealtDamage } from '../../combat/find.ts'
import { takeNote } from '../../combat/notes.ts'
import { takeDamage } from '../../combat/percent.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { clampToDrift } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import type { FighterOverrides } from '../kind.ts'
import { enterSpecial, falling, swapInAir, thenFall, thenWait } from '../special.ts'
import { IS_LIFTED } from './own.ts'

const ON_GROUND = 351
const IN_AIR = 352

const LIFT = f(1.5)
/** Script frames of the reflection, and the one of the release. */
const REFLECTS = { first: 12, last: 38 } as const
const RELEASE_FRAME = 39

const BUBBLE: Bubble = { does: 'reflect', x: f(11), y: f(9), radius: f(10), damageShare: f(1.5), keepsOwner: true }

function enterOnGround(fighter: Fighter): void {
  enterSpecial(fighter, ON_GROUND)
}

function enterInAir(fighter: Fighter): void {
  const { ownInts } = fighter
  if (ownInts[IS_LIFTED] === 0) fighter.selfVy = LIFT
  ownInts[IS_LIFTED] = 1
  enterSpecial(fighter, IN_AIR)
}

function seize(fighter: Fighter, victim: Fighter): void {
  if (fighter.match.fighters[fighter.holds]) return
  fighter.holds = victim.index
  fighter.selfVx = 0
  fighter.selfVy = 0
  fighter.groundVelocity = 0
  enterThrownMewtwo(victim, fighter)
}

function letGo(fighter: Fighter): void {
  const victim = fighter.match.fighters[fighter.holds]
  fighter.holds = -1
  if (!victim || !isHeldBy(victim, fighter)) return
  placeThrown(fighter, victim)
  victim.heldBy = -1
  const damage = dealtDamage(fighter, fighter.state.move!.throw!)
  takeNote(victim, fighter)
  takeDamage(victim, damage)
  tumble(victim)
  stepAnimation(victim)
}

function animate(next: Callback): Callback {
  return (fighter) => {
    const { animationFrame } = fighter
    fighter.isBubbleOut = animationFrame >= REFLECTS.first && animationFrame <= REFLECTS.last
    if (animationFrame >= RELEASE_FRAME) letGo(fighter)
    next(fighter)
  }
}

function collideOnGround(fighter: Fighter): void {
  if (staysOnFloor(fighter)) return
  swapInAir(fighter, IN_AIR)
  clampToDrift(fighter)
}

const confusion = { catches: seize, bubble: BUBBLE }

export const CONFUSION = {
  specials: { SpecialS: enterOnGround, SpecialAirS: enterInAir },
  holding: ['SpecialS', 'SpecialAirS'],
  actions: {
    SpecialS: { ...confusion, animation: animate(thenWait), physics: stopOnGround, collision: collideOnGround },
    SpecialAirS: {
      ...confusion,
      animation: animate(thenFall),
      ...falling(ON_GROUND),
    },
  },
} satisfies FighterOverrides
