/**
 * Ness's smashes, which are character-specific states. The bat reflects. The yo-yo of the up and down smashes, above a
 * floor and with A held from the first frame on, stands still and charges, hitting repeatedly; after the release it
 * catches up with its swing. Source: doldecomp/melee (ftNs_AttackS4, ftNs_AttackHi4, ftNs_AttackLw4, itnessyoyo,
 * itnessbat). Approximate: the bat's bubble; the hit values of a yo-yo that charges, taken from one that does not; that
 * the whole swing has the charge; the yo-yo over slopes, which turn it.
 */
import { ACTION } from '../../action-ids.ts'
import { tableOf, type ActionCallbacks } from '../../actions/action.ts'
import { ATTACK_ACTIONS } from '../../actions/attack.ts'
import { changeAction, stepAnimation } from '../../actions/change.ts'
import { enterWait } from '../../actions/wait.ts'
import { lookAlong, meetsFloor, meetsSurface } from '../../articles/surfaces.ts'
import { ATTACK } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { clearPrivates, privates } from '../../state/privates.ts'
import { emptyPlace, hitboxPlace } from '../../tables/moves.ts'
import type { FighterOverrides } from '../kind.ts'
import { prop, takeOut } from '../prop.ts'

const FORWARD = 341
/** The bat reflects on these script frames; the frames, the place and the strength are estimates from later games. */
const REFLECTS = { first: 13, last: 25 } as const
const BUBBLE = {
  does: 'reflect',
  x: f(9),
  y: f(6),
  radius: f(9),
  damageShare: 2,
  speedShare: 2,
  mostDamage: 50,
} as const
const BAT = prop(101, ({ action }) => action === FORWARD)

const { animation, interrupt, physics, collision } = ATTACK_ACTIONS.AttackS4S as Required<ActionCallbacks>

function swing(fighter: Fighter): void {
  const { animationFrame } = fighter
  fighter.isBubbleOut = animationFrame >= REFLECTS.first && animationFrame <= REFLECTS.last
  animation(fighter)
}

/** The swings with the yo-yo, and the counter on which it is back in the hand. */
const UP = { first: 342, until: 49 } as const
const DOWN = { first: 345, until: 60 } as const
/** Three consecutive states of each: the swing, the charge, the release. */
const RELEASE = 2

/** It comes out on the first counter and is held up on the second. */
const OUT_FRAME = 2
const CHARGE_FRAME = 13
/** Frames after a hit before it may hit the same victim again. */
const AGAIN = 30

const Smashes = privates({
  isLetGo: 'flag',
  againLeft: 'int',
  charged: 'int',
})

const YOYO = prop(102, ({ action, animationFrame, isAirborne }) => {
  const until = action < DOWN.first ? UP.until : DOWN.until
  return action >= UP.first && action <= DOWN.first + RELEASE && animationFrame < until && !isAirborne
})

/** Between his middle and the yo-yo there must be no obstacle, and floor must be under the yo-yo. */
const MIDDLE = f(5)
const ABOVE = f(1)
const BELOW = f(2.5)
const PLACE = emptyPlace()

function isOverFloor({ kind, action, x, y, facing, match }: Fighter): boolean {
  if (!hitboxPlace(kind.internalId, action, 0, CHARGE_FRAME - 1, PLACE)) return false
  const yoyoX = f(x + facing * PLACE.x)
  const yoyoY = f(y + PLACE.y)
  lookAlong(x, f(y + MIDDLE), yoyoX, yoyoY)
  if (meetsSurface(match.terrain)) return false
  lookAlong(yoyoX, f(yoyoY + ABOVE), yoyoX, f(yoyoY - BELOW))
  return meetsFloor(match.terrain)
}

function strikeAgain(fighter: Fighter): void {
  const own = Smashes.of(fighter)
  if (own.againLeft > 0 && --own.againLeft === 0) fighter.metFighters = 0
}

/** Continues in the next state from a script frame; recordings show one later. */
function goOn(fighter: Fighter, from: number): void {
  changeAction(fighter, fighter.action + 1, from)
  stepAnimation(fighter)
}

function letGo(fighter: Fighter): void {
  const charged = Smashes.of(fighter).charged
  goOn(fighter, CHARGE_FRAME)
  fighter.chargeFrames = charged
}

function yoyo(grip: { readonly x: number; readonly y: number }): readonly ActionCallbacks[] {
  const takeYoyo = takeOut(YOYO, { frame: OUT_FRAME, ...grip })
  const whirl = {
    physics,
    collision,
    dealtDamage: (fighter: Fighter) => {
      Smashes.of(fighter).againLeft = AGAIN
    },
  }
  return [
    {
      ...whirl,
      animation: (fighter) => {
        const { animationFrame } = fighter
        const own = Smashes.of(fighter)
        if (animationFrame === OUT_FRAME) clearPrivates(fighter)
        takeYoyo(fighter)
        strikeAgain(fighter)
        if (animationFrame === OUT_FRAME && fighter.heldArticle < 0) enterWait(fighter)
        else if (animationFrame === CHARGE_FRAME && !own.isLetGo && isOverFloor(fighter)) {
          goOn(fighter, CHARGE_FRAME - 1)
          fighter.animationRate = 0
        } else animation(fighter)
      },
      interrupt: (fighter) => {
        if ((fighter.held & BUTTON.A) === 0) Smashes.of(fighter).isLetGo = true
        interrupt(fighter)
      },
    },
    {
      ...whirl,
      animation: (fighter) => {
        strikeAgain(fighter)
        if (++Smashes.of(fighter).charged === ATTACK.chargeFrames) letGo(fighter)
      },
      interrupt: (fighter) => {
        if ((fighter.held & BUTTON.A) === 0) letGo(fighter)
      },
    },
    {
      ...whirl,
      animation: (fighter) => {
        strikeAgain(fighter)
        animation(fighter)
      },
      interrupt,
    },
  ]
}

function states(name: 'AttackHi4' | 'AttackLw4', [whole, charge, release]: readonly ActionCallbacks[]) {
  return tableOf([
    [name, whole!],
    [`${name}Charge`, charge!],
    [`${name}Release`, release!],
  ])
}

export const SMASHES: FighterOverrides = {
  ownAttacks: { [ACTION.AttackS4S]: FORWARD, [ACTION.AttackHi4]: UP.first, [ACTION.AttackLw4]: DOWN.first },
  articles: [BAT, YOYO],
  actions: {
    AttackS4: {
      animation: swing,
      interrupt,
      physics,
      collision,
      accessory: takeOut(BAT, { frame: 1, x: 0, y: 0 }),
      bubble: BUBBLE,
    },
    ...states('AttackHi4', yoyo({ x: f(-4.753), y: f(7.188) })),
    ...states('AttackLw4', yoyo({ x: f(4.743), y: f(5.236) })),
  },
}
