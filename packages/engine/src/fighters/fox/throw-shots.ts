/**
 * The throws that fire the blaster: back, up and down. The gun is drawn on a frame of the throw, and each shot leaves
 * the muzzle where the animation has it then, interpolated between the places in recordings, which show some weights of
 * victims (packages/engine/data/fox/throw-shots.csv, falco/throw-shots.csv). The shots of the down throw hit its victim while it is held, at half their damage, and fly on. Source:
 * doldecomp/melee (ftFx_Throw_Anim); frames and places as recorded.
 */
import type { ActionCallbacks } from '../../actions/action.ts'
import { heldOf, strike } from '../../actions/catch.ts'
import { COMMON_ACTIONS } from '../../actions/index.ts'
import { bitOf } from '../../combat/find.ts'
import type { Fighter } from '../../fighter.ts'
import { cosf, f, sinf } from '../../math.ts'
import type { Hitbox } from '../../tables/moves.ts'

/** Counter that draws the gun. */
const DRAWN_FRAME = 13

interface Shot {
  /** Counter on which it is fired. */
  readonly frame: number
  /** Counters of the throw at which the muzzle's place is known, and that place; its angle from forward in radians. */
  readonly counters: readonly number[]
  readonly ahead: readonly number[]
  readonly above: readonly number[]
  readonly angle: readonly number[]
  /** Frames after the shot at which it hits the held victim. */
  readonly meetsHeld?: number
  /** Internal ids of the victims that it hits a frame later, because of their hanging place. */
  readonly late?: readonly number[]
}

type Throw = 'ThrowB' | 'ThrowHi' | 'ThrowLw'
export type ShotsByThrow = Readonly<Record<Throw, readonly Shot[]>>

type Draw = (fighter: Fighter) => void
type Shoot = (fighter: Fighter, x: number, y: number, vx: number, vy: number, state: number) => void

/** State of a shot out of a throw. */
const THROW_SHOT = 1

/** Whether the animation passes a counter on this frame, or did `later` frames before. */
function passes({ animationFrame, animationRate }: Fighter, counter: number, later = 0): boolean {
  const at = f(animationFrame - f(later * animationRate))
  return at >= counter && f(at - animationRate) < counter
}

/** Between the values at the two counters around a counter; beyond them the nearest. */
function read(counters: readonly number[], values: readonly number[], counter: number): number {
  const next = counters.findIndex((at) => at >= counter)
  if (next <= 0) return values.at(next)!
  const before = values[next - 1]!
  const from = counters[next - 1]!
  const share = f(f(counter - from) / f(counters[next]! - from))
  return f(before + f(share * f(values[next]! - before)))
}

export function throwShots(
  throws: ShotsByThrow,
  speed: number,
  held: Hitbox,
  draw: Draw,
  shoot: Shoot,
): Readonly<Record<Throw, ActionCallbacks>> {
  function fire(fighter: Fighter, { counters, ahead, above, angle: angles }: Shot): void {
    const { x, y, facing, animationFrame } = fighter
    const angle = read(counters, angles, animationFrame)
    const fromX = f(x + f(facing * read(counters, ahead, animationFrame)))
    const fromY = f(y + read(counters, above, animationFrame))
    shoot(fighter, fromX, fromY, f(facing * f(speed * cosf(angle))), f(speed * sinf(angle)), THROW_SHOT)
  }

  /**
   * Damage for the held victim, once for each shot. A shot with hitlag freezes the thrower for one frame less, as the
   * throw still waits for the shot.
   */
  function meetHeld(fighter: Fighter): void {
    const victim = heldOf(fighter)
    if (!victim) return
    const { articles } = fighter.match
    for (let i = 0; i < articles.count; i++) {
      if (articles.at(i).ownedBy === fighter) articles.at(i).metFighters |= bitOf(victim)
    }
    strike(fighter, victim, held)
    if (held.growth === 0) victim.hitlagLeft = 0
    fighter.hitlagLeft = Math.max(0, victim.hitlagLeft - 1)
  }

  function withShots(name: Throw): ActionCallbacks {
    const shots = throws[name]
    const { animation, collision, ...others } = COMMON_ACTIONS[name]!
    return {
      ...others,
      animation: (fighter) => {
        const { action } = fighter
        animation?.(fighter)
        if (fighter.action !== action) return
        if (passes(fighter, DRAWN_FRAME)) draw(fighter)
        for (let i = 0; i < shots.length; i++) {
          if (passes(fighter, shots[i]!.frame)) fire(fighter, shots[i]!)
        }
      },
      collision: (fighter) => {
        collision?.(fighter)
        const victim = heldOf(fighter)
        if (!victim || victim.isFrozen || fighter.isFrozen) return
        const id = victim.kind.internalId
        for (let i = 0; i < shots.length; i++) {
          const { frame, meetsHeld, late } = shots[i]!
          if (meetsHeld === undefined) continue
          if (passes(fighter, frame, late?.includes(id) ? meetsHeld + 1 : meetsHeld)) meetHeld(fighter)
        }
      },
    }
  }

  return { ThrowB: withShots('ThrowB'), ThrowHi: withShots('ThrowHi'), ThrowLw: withShots('ThrowLw') }
}
