/**
 * The lines of a stage as collision reads them, in flat arrays. Floors are addressed by their ground id, walls and
 * ceilings by number. A terrain is derived data: `sync` places the moving floors from the stage's state, so that one
 * call after restoring a state makes it correct again.
 */
import { f, sqrtf } from '../math.ts'
import type { MovableFloors, Point, Stage, Wall } from './stage.ts'
import type { StageState } from './state.ts'

/** One more than the highest ground id of the six stages. */
const FLOOR_LIMIT = 55
export const NO_FLOOR = -1

/** Ends closer than this are one joint. */
const JOINT = 1e-4

export interface Range {
  readonly least: number
  readonly most: number
}

function rangeOf(walls: readonly Wall[]): Range {
  const all = walls.flatMap(({ from, to }) => [f(from[0]), f(to[0])])
  return { least: Math.min(...all), most: Math.max(...all) }
}

export class Lines {
  readonly x1: Float32Array
  readonly y1: Float32Array
  readonly x2: Float32Array
  readonly y2: Float32Array

  constructor(count: number) {
    this.x1 = new Float32Array(count)
    this.y1 = new Float32Array(count)
    this.x2 = new Float32Array(count)
    this.y2 = new Float32Array(count)
  }
}

export class Terrain implements MovableFloors {
  readonly stage: Stage
  /** Ground ids of the floors, solid ones first, so that a solid floor wins when a fighter reaches two at once. */
  readonly floorIds: Int32Array
  /** Ends of each floor, left to right, by ground id. */
  readonly floors = new Lines(FLOOR_LIMIT)
  /** Floors joined to the left and right end, or NO_FLOOR. */
  readonly left = new Int32Array(FLOOR_LIMIT).fill(NO_FLOOR)
  readonly right = new Int32Array(FLOOR_LIMIT).fill(NO_FLOOR)
  readonly isPlatform = new Uint8Array(FLOOR_LIMIT)
  readonly friction = new Float32Array(FLOOR_LIMIT).fill(1)
  /** 0 while a floor is out of the game. */
  readonly isActive = new Uint8Array(FLOOR_LIMIT)
  readonly normalX = new Float32Array(FLOOR_LIMIT)
  readonly normalY = new Float32Array(FLOOR_LIMIT)
  /** Motion of each floor on this frame. */
  readonly movedX = new Float32Array(FLOOR_LIMIT)
  readonly movedY = new Float32Array(FLOOR_LIMIT)
  /** How far a floor extends past its ends for a landing: by one unit where another line joins it. */
  readonly leftReach = new Uint8Array(FLOOR_LIMIT)
  readonly rightReach = new Uint8Array(FLOOR_LIMIT)
  /** Walls with their ends ordered from the lower to the upper. */
  readonly walls: Lines
  readonly wallFaces: Int32Array
  /** The adjoining wall of the same face above and below, or -1; and the row that each wall belongs to. */
  readonly wallAbove: Int32Array
  readonly wallBelow: Int32Array
  readonly wallRows: Int32Array
  readonly highestWall: number
  /** Least and greatest x of the walls that face left, and of those that face right. */
  readonly wallsFacingLeft: Range
  readonly wallsFacingRight: Range
  readonly highestCeiling: number
  /** Ceilings with their ends ordered from left to right. */
  readonly ceilings: Lines

  constructor(stage: Stage) {
    this.stage = stage
    const solidFirst = [...stage.floors].sort((a, b) => Number(a.isPlatform ?? false) - Number(b.isPlatform ?? false))
    this.floorIds = Int32Array.from(solidFirst, (floor) => floor.id)
    for (const { id, from, to, isPlatform, friction } of stage.floors) {
      const { x1, y1, x2, y2 } = this.floors
      x1[id] = from[0]
      y1[id] = from[1]
      x2[id] = to[0]
      y2[id] = to[1]
      this.isPlatform[id] = isPlatform ? 1 : 0
      if (friction !== undefined) this.friction[id] = friction
      this.isActive[id] = 1
      const width = f(x2[id] - x1[id])
      const rise = f(y2[id] - y1[id])
      const length = sqrtf(f(width * width + rise * rise))
      this.normalX[id] = f(-rise / length)
      this.normalY[id] = f(width / length)
      for (const other of stage.floors) {
        if (isJoint(to, other.from)) {
          this.right[id] = other.id
          this.left[other.id] = id
        }
      }
    }
    this.walls = new Lines(stage.walls.length)
    this.wallFaces = Int32Array.from(stage.walls, (wall) => wall.faces)
    stage.walls.forEach(({ from, to }, i) => put(this.walls, i, from[1] < to[1] ? [from, to] : [to, from]))
    const { wallFaces, walls } = this
    this.wallAbove = new Int32Array(wallFaces.length).fill(-1)
    this.wallBelow = new Int32Array(wallFaces.length).fill(-1)
    for (let i = 0; i < wallFaces.length; i++) {
      for (let j = 0; j < wallFaces.length; j++) {
        if (wallFaces[i] !== wallFaces[j] || walls.x2[i] !== walls.x1[j] || walls.y2[i] !== walls.y1[j]) continue
        this.wallAbove[i] = j
        this.wallBelow[j] = i
      }
    }
    this.highestWall = Math.max(...walls.y2)
    this.wallsFacingLeft = rangeOf(stage.walls.filter(({ faces }) => faces < 0))
    this.wallsFacingRight = rangeOf(stage.walls.filter(({ faces }) => faces > 0))
    this.wallRows = wallFaces.map((_, i) => {
      let top = i
      while (this.wallAbove[top]! >= 0) top = this.wallAbove[top]!
      return top
    })
    for (const { id, from, to } of stage.floors) {
      const isJoined = (end: Point) =>
        [...stage.floors, ...stage.walls].some(
          (line) =>
            line !== stage.floors.find((floor) => floor.id === id) &&
            (isJoint(line.from, end) || isJoint(line.to, end)),
        )
      this.leftReach[id] = isJoined(from) ? 1 : 0
      this.rightReach[id] = isJoined(to) ? 1 : 0
    }
    this.ceilings = new Lines(stage.ceilings.length)
    stage.ceilings.forEach(({ from, to }, i) => put(this.ceilings, i, from[0] < to[0] ? [from, to] : [to, from]))
    this.highestCeiling = Math.max(-Infinity, ...this.ceilings.y1, ...this.ceilings.y2)
  }

  /**
   * Places the moving floors as of a frame: once a frame after the stage's update, and after restoring a state (with
   * the frame restored), so that the next call knows where the floors were.
   */
  sync(state: StageState, frame: number): void {
    this.stage.place?.(this, state, frame)
  }

  /** Moves a level floor to a height. */
  setFloorY(id: number, y: number, isActive: boolean): void {
    this.setFloor(id, this.floors.x1[id]!, y, this.floors.x2[id]!)
    // A floor out of sight lifts no fighter.
    if (this.isActive[id] === 0) this.movedY[id] = 0
    this.isActive[id] = isActive ? 1 : 0
  }

  /** Moves a level floor. */
  setFloor(id: number, x1: number, y: number, x2: number): void {
    const { floors } = this
    this.movedX[id] = x1 - floors.x1[id]!
    this.movedY[id] = y - floors.y1[id]!
    floors.x1[id] = x1
    floors.y1[id] = y
    floors.x2[id] = x2
    floors.y2[id] = y
  }

  /** Height of a floor at x; beyond its ends the height of the end. */
  floorY(id: number, x: number): number {
    const { x1, y1, x2, y2 } = this.floors
    const left = x1[id]!
    const right = x2[id]!
    if (x <= left) return y1[id]!
    if (x >= right) return y2[id]!
    if (y1[id] === y2[id]) return y1[id]!
    const slope = f(f(y2[id]! - y1[id]!) / f(right - left))
    return f(y1[id]! + slope * f(x - left))
  }
}

function isJoint(a: readonly [number, number], b: readonly [number, number]): boolean {
  return Math.abs(a[0] - b[0]) < JOINT && Math.abs(a[1] - b[1]) < JOINT
}

function put(
  lines: Lines,
  i: number,
  [from, to]: readonly [readonly [number, number], readonly [number, number]],
): void {
  lines.x1[i] = from[0]
  lines.y1[i] = from[1]
  lines.x2[i] = to[0]
  lines.y2[i] = to[1]
}
