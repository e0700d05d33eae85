/**
 * A stage: its lines, ledges, limits and points, and how its parts move. Units are the game's, y up. Geometry is given
 * as binary64 and rounded to binary32 where it is used. Fighters stand 0.0001 above a floor.
 *
 * Sources: floors, ledges, limits and points measured on public replays (extents, heights, hanging positions, 9 to 121
 * deaths per side); outlines of walls and ceilings as Robbiemas/First_Game lists them (coordinates only), confirmed by
 * recorded fighters beside walls: on five of the stages one ECB explains them to 0.01.
 */
import { f } from '../math.ts'
import type { RandomState } from '../random.ts'
import type { StageId } from '../seed.ts'
import type { StageState } from './state.ts'

/** A floor or drop-through platform, from left to right. `id` is the ground id of recordings. */
export interface Floor {
  readonly id: number
  readonly from: Point
  readonly to: Point
  /** Fighters rise through it, and can drop through it. */
  readonly isPlatform?: boolean
  /** Factor of the loss of speed out of a dash, of knockback and of a push on this ground; 1 on most. */
  readonly friction?: number
}

/** A wall, or a stretch of outline steep enough to count as one. */
export interface Wall {
  readonly from: Point
  readonly to: Point
  /** 1: it faces right (a fighter is to its right), -1: left. */
  readonly faces: 1 | -1
}

export interface Ceiling {
  readonly from: Point
  readonly to: Point
}

export interface Ledge {
  readonly x: number
  readonly y: number
  /** -1 at the left end of the stage, 1 at the right; a fighter grabs it facing the other way. */
  readonly side: 1 | -1
  /** Floor that ends here. */
  readonly floor: number
}

export type Point = readonly [x: number, y: number]

/** What a stage's moving parts read of fighters. */
export interface Bystander {
  readonly x: number
  readonly y: number
}

/** A fighter, as a moving part that turns to fighters sees it. */
export interface Voter extends Bystander {
  readonly action: number
}

/** Where one of a flock begins, which of the speeds it has, and how many frames it waits. */
export interface Visitor extends Bystander {
  readonly facing: Direction
  readonly speed: number
  readonly wait: number
}

/** What flies by, as the stage brings it. */
export interface Flock {
  readonly isThere: boolean
  join(visitor: Visitor): void
}

/** Right is 1, left -1. */
export type Direction = -1 | 0 | 1

/** Displacement by the wind per frame. */
export const WIND_PUSH = f(0.2)

/** Floors by their ground id, to be moved by a stage; moving floors are level. */
export interface MovableFloors {
  setFloor(id: number, x1: number, y: number, x2: number): void
  /** Moves a floor to a height, and says whether it is part of the game. */
  setFloorY(id: number, y: number, isActive: boolean): void
}

/** An upright rectangle. */
export interface Zone {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export interface Stage {
  readonly id: StageId
  readonly name: string
  readonly floors: readonly Floor[]
  readonly walls: readonly Wall[]
  readonly ceilings: readonly Ceiling[]
  readonly ledges: readonly Ledge[]
  readonly blastZone: Zone
  /** The limits of the camera; sides and tops measured from where recorded fighters begin to take off-camera damage. */
  readonly cameraZone: Zone
  /** Where the first and the second player of a singles match begin, facing the centre. */
  readonly spawns: readonly [Point, Point]
  /** Where the respawn platform comes to rest, by port. */
  readonly respawns: readonly [Point, Point, Point, Point]
  /**
   * Height from which the respawn platform sinks for 60 frames: on the n-th it is at end + (60 - n) * (top - end) / 60.
   */
  readonly respawnTop: number
  /** Sets the moving parts to the start of a match. */
  readonly reset?: (state: StageState, random: RandomState) => void
  /** Moves the parts by one frame; `deadCount` tells whether a part that turns to fighters turns to the dead, too. */
  readonly update?: (
    state: StageState,
    random: RandomState,
    fighters: readonly Voter[],
    deadCount: boolean,
    flock: Flock,
  ) => void
  /** Whether Shy Guys fly by: nobody's articles. */
  readonly hasShyGuys?: true
  /** Places the moving floors as of a frame; the rest of the terrain does not move. */
  readonly place?: (floors: MovableFloors, state: StageState, frame: number) => void
  /** The direction in which the wind pushes, by `WIND_PUSH`. */
  readonly wind?: (state: Pick<StageState, 'windDirection'>, bystander: Bystander) => Direction
}

/** Both sides of an outline that is symmetric about x = 0, given as the polyline of its right side. */
export function mirroredWalls(...polylines: readonly (readonly Point[])[]): Wall[] {
  const walls: Wall[] = []
  for (const line of polylines) {
    for (let i = 1; i < line.length; i++) {
      const [x1, y1] = line[i - 1]!
      const [x2, y2] = line[i]!
      walls.push({ from: [x1, y1], to: [x2, y2], faces: 1 }, { from: [-x1, y1], to: [-x2, y2], faces: -1 })
    }
  }
  return walls
}

/** All ceilings of an outline that is symmetric about x = 0, given those of the right side. */
export function mirroredCeilings(...lines: readonly (readonly [Point, Point])[]): Ceiling[] {
  return lines.flatMap(([from, to]) => [
    { from, to },
    { from: [-from[0], from[1]] as const, to: [-to[0], to[1]] as const },
  ])
}

/** The two ledges of a stage with these outermost floors. */
export function ledgesOf(left: Floor, right: Floor): Ledge[] {
  return [
    { x: left.from[0], y: left.from[1], side: -1, floor: left.id },
    { x: right.to[0], y: right.to[1], side: 1, floor: right.id },
  ]
}

/** Respawn points that are the same for every port. */
export function sameForAll(point: Point): readonly [Point, Point, Point, Point] {
  return [point, point, point, point]
}
