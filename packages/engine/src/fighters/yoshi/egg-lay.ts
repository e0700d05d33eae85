/**
 * Egg Lay: the tongue grabs a victim, draws it in and lays it as an egg. Source: doldecomp/melee (ftYs_SpecialN,
 * ftCo_CaptureYoshi); the victim's path in packages/engine/data/yoshi/specials.csv, moved by the victim's build.
 */
import { tableOf, type AnyActionName, type ActionCallbacks, type Callback } from '../../actions/action.ts'
import { enterCaptureYoshi } from '../../actions/capture.ts'
import { heldOf } from '../../actions/catch.ts'
import { changeAction } from '../../actions/change.ts'
import { enterYoshiEgg } from '../../actions/yoshi-egg.ts'
import { dealtDamage } from '../../combat/find.ts'
import { takeNote } from '../../combat/notes.ts'
import { takeDamage } from '../../combat/percent.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { SPECIALS } from '../../tables/generated/yoshi-specials.ts'
import type { FighterOverrides } from '../kind.ts'
import { enterSpecial, falling, standing, thenFall, thenWait } from '../special.ts'

/**
 * The fighter's first state, the names of those used here, those of its victim, and where the egg comes out, ahead of
 * it and above.
 */
export interface EggLayValues {
  readonly first: number
  /** Tongue, drawing in and swallowing on the ground, and the same in the air. */
  readonly names: readonly [AnyActionName, AnyActionName, AnyActionName, AnyActionName, AnyActionName, AnyActionName]
  readonly caught: number
  readonly laid: number
  readonly egg: { readonly x: number; readonly y: number }
}

/** Script frame of the grab's end, and of swallowing on which the egg is laid. */
const DRAWN_FRAME = 19
const LAY_FRAME = 25
const LAY = { damage: 7 }

/** A Fox's place, ahead of Yoshi and above, by the frame of drawing in and then of swallowing. */
const { ahead: AHEAD, above: ABOVE } = SPECIALS.eggLay
/** Where in these the frame 0 of each stands. */
const PATH = { drawIn: -18, swallow: 2 } as const

/** The victim hangs on the tongue from its second frame on, so its place depends on Yoshi's frame. */
function carry(start: number): Callback {
  return (fighter) => {
    const victim = heldOf(fighter)
    if (!victim || victim.actionFrame < 2) return
    const at = Math.max(0, Math.min(Math.floor(fighter.animationFrame) + start, AHEAD.length - 1))
    const { thrownAhead, thrownAbove } = victim.kind.heldBody
    victim.x = f(fighter.x + fighter.facing * f(AHEAD[at]! + thrownAhead))
    victim.y = f(fighter.y + f(ABOVE[at]! + thrownAbove))
  }
}

function drawIn(swallow: number, next: Callback): Callback {
  return (fighter) => {
    if (!heldOf(fighter)) next(fighter)
    else if (fighter.animationFrame > DRAWN_FRAME) changeAction(fighter, swallow)
  }
}

/** On the ground and in the air alike: either continues as the other. */
function pair(ground: number, air: number, callbacks: ActionCallbacks, airAnimation?: Callback): ActionCallbacks[] {
  return [
    { ...callbacks, ...standing(air) },
    {
      ...callbacks,
      animation: airAnimation ?? callbacks.animation!,
      ...falling(ground),
    },
  ]
}

export function eggLay({ first: TONGUE, names, caught, laid, egg }: EggLayValues): FighterOverrides {
  const DRAW_IN = TONGUE + 1
  const SWALLOW = TONGUE + 3
  const AIR_TONGUE = TONGUE + 5
  const AIR_DRAW_IN = TONGUE + 6
  const AIR_SWALLOW = TONGUE + 8

  function catches(draw: number): (fighter: Fighter, victim: Fighter) => void {
    return (fighter, victim) => {
      const { animationFrame } = fighter
      changeAction(fighter, draw, animationFrame)
      fighter.selfVx = 0
      fighter.selfVy = 0
      fighter.groundVelocity = 0
      fighter.holds = victim.index
      enterCaptureYoshi(victim, fighter, caught)
    }
  }

  function lay(fighter: Fighter, victim: Fighter): void {
    victim.x = f(fighter.x + fighter.facing * egg.x)
    victim.y = f(fighter.y + egg.y)
    takeDamage(victim, dealtDamage(fighter, LAY))
    takeNote(victim, fighter)
    fighter.holds = -1
    enterYoshiEgg(victim, fighter, laid)
  }

  function layAndThen(next: Callback): Callback {
    return (fighter) => {
      const victim = heldOf(fighter)
      if (victim && fighter.animationFrame >= LAY_FRAME) lay(fighter, victim)
      next(fighter)
    }
  }

  const [tongue, airTongue] = pair(TONGUE, AIR_TONGUE, { animation: thenWait, catches: catches(DRAW_IN) }, thenFall)
  const [draws, airDraws] = pair(
    DRAW_IN,
    AIR_DRAW_IN,
    { animation: drawIn(SWALLOW, thenWait), accessory: carry(PATH.drawIn) },
    drawIn(AIR_SWALLOW, thenFall),
  )
  const [swallows, airSwallows] = pair(
    SWALLOW,
    AIR_SWALLOW,
    { animation: layAndThen(thenWait), accessory: carry(PATH.swallow) },
    layAndThen(thenFall),
  )
  const [ground, groundDraws, groundSwallows, air, inAirDraws, inAirSwallows] = names
  return {
    specials: {
      SpecialN: (fighter) => enterSpecial(fighter, TONGUE),
      SpecialAirN: (fighter) => enterSpecial(fighter, AIR_TONGUE),
    },
    actions: tableOf([
      [ground, tongue!],
      [groundDraws, draws!],
      [groundSwallows, swallows!],
      [air, { ...airTongue!, catches: catches(AIR_DRAW_IN) }],
      [inAirDraws, airDraws!],
      [inAirSwallows, airSwallows!],
    ]),
    holding: [groundDraws, groundSwallows, inAirDraws, inAirSwallows],
  }
}
