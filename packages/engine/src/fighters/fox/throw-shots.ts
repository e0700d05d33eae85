/**
 * The throws that fire the blaster: back, up and down. The gun is drawn on a frame of the throw, and each shot leaves
 * the muzzle where the animation has it then, interpolated between the places in recordings, which show some weights of
 * victims. The shots of the down throw hit its victim while it is held, at half their damage, and fly on. Source:
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

/** Places of one shot by the throw's counter: counter, x forward, y, and angle from forward in radians. */
type Places = readonly (readonly [counter: number, x: number, y: number, angle: number])[]

interface Shot {
  /** Counter on which it is fired. */
  readonly frame: number
  readonly places: Places
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

/** Between the two places around the counter; beyond them the nearest. */
function read(places: Places, counter: number, field: 1 | 2 | 3): number {
  const next = places.findIndex(([at]) => at >= counter)
  if (next <= 0) return places.at(next)![field]
  const before = places[next - 1]!
  const after = places[next]!
  const share = f(f(counter - before[0]) / f(after[0] - before[0]))
  return f(before[field] + f(share * f(after[field] - before[field])))
}

export function throwShots(
  throws: ShotsByThrow,
  speed: number,
  held: Hitbox,
  draw: Draw,
  shoot: Shoot,
): Readonly<Record<Throw, ActionCallbacks>> {
  function fire(fighter: Fighter, places: Places): void {
    const { x, y, facing, animationFrame } = fighter
    const angle = read(places, animationFrame, 3)
    const fromX = f(x + f(facing * read(places, animationFrame, 1)))
    const fromY = f(y + read(places, animationFrame, 2))
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
          if (passes(fighter, shots[i]!.frame)) fire(fighter, shots[i]!.places)
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
