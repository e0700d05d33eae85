/**
 * The throws that fire the blaster: back, up and down. The gun is drawn on a frame of the throw, and each shot leaves the
 * muzzle where the animation has it then: between the places that recordings show, which are for the victims' weights
 * that were seen. Source: doldecomp/melee (ftFx_Throw_Anim); frames and places as recorded.
 */
import type { ActionCallbacks } from '../../actions/action.ts'
import { COMMON_ACTIONS } from '../../actions/index.ts'
import type { Fighter } from '../../fighter.ts'
import { cosf, f, sinf } from '../../math.ts'

/** Counter that draws the gun. */
const DRAWN_FRAME = 13

/** Places of one shot by the throw's counter: counter, x forward, y, and angle from forward in radians. */
type Places = readonly (readonly [counter: number, x: number, y: number, angle: number])[]

interface Shot {
  /** Counter on which it leaves. */
  readonly frame: number
  readonly places: Places
}

type Throw = 'ThrowB' | 'ThrowHi' | 'ThrowLw'
export type ShotsByThrow = Readonly<Record<Throw, readonly Shot[]>>

type Draw = (fighter: Fighter) => void
type Shoot = (fighter: Fighter, x: number, y: number, vx: number, vy: number, state: number) => void

/** State of a shot out of a throw. */
const THROW_SHOT = 1

/** Is this the frame on which the animation passes a counter? */
function passes({ animationFrame, animationRate }: Fighter, counter: number): boolean {
  return animationFrame >= counter && f(animationFrame - animationRate) < counter
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

  function withShots(name: Throw): ActionCallbacks {
    const shots = throws[name]
    const { animation, ...others } = COMMON_ACTIONS[name]!
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
    }
  }

  return { ThrowB: withShots('ThrowB'), ThrowHi: withShots('ThrowHi'), ThrowLw: withShots('ThrowLw') }
}
