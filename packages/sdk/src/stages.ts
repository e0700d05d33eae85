/**
 * The six legal stages as a bot needs them: where the ground ends, what one can stand on, where one dies. World units,
 * y up, the origin at the centre of the stage. The figures are the engine's.
 */
import { emptyStageState, STAGE_BY_ID } from '@arena/engine/stages'
import type { StageId } from '@arena/protocol'
import { stageName } from '@arena/slp'

/** A platform that fighters rise through and can drop through; it is level. */
export interface Platform {
  readonly left: number
  readonly right: number
  readonly y: number
}

export interface Stage {
  readonly id: StageId
  readonly name: string
  /** The ground ends, and can be grabbed, at x = -edge and x = edge. */
  readonly edge: number
  /** Height of the ledges. */
  readonly ledgeY: number
  /** The ground from ledge to ledge: where its slopes meet. */
  readonly ground: readonly (readonly [x: number, y: number])[]
  /** In `STAGES`, those that stay where they are; in a game also those that move, where they are on that frame. */
  readonly platforms: readonly Platform[]
  readonly blastZone: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
}

/** What the engine knows of a stage. */
export type EngineStage = (typeof STAGE_BY_ID)[StageId]

/** Ground ids of the floors that a stage moves. */
export function movingFloors({ place }: EngineStage): ReadonlySet<number> {
  const moving = new Set<number>()
  const note = (id: number): void => void moving.add(id)
  place?.({ setFloor: note, setFloorY: note }, emptyStageState(), 0)
  return moving
}

function groundOf({ floors }: EngineStage): Stage['ground'] {
  const solid = floors.filter(({ isPlatform }) => isPlatform !== true).sort((one, other) => one.from[0] - other.from[0])
  return [...solid.map(({ from }) => from), solid.at(-1)!.to]
}

function stageOf(stage: EngineStage): Stage {
  const { id, floors, ledges, blastZone } = stage
  const moving = movingFloors(stage)
  const { left, right, top, bottom } = blastZone
  return {
    id,
    name: stageName(id),
    edge: ledges[1]!.x,
    ledgeY: ledges[1]!.y,
    ground: groundOf(stage),
    platforms: floors
      .filter((floor) => floor.isPlatform === true && !moving.has(floor.id))
      .map(({ from, to }) => ({ left: from[0], right: to[0], y: from[1] })),
    blastZone: { left, right, top, bottom },
  }
}

/** By the stage's id in the stream. */
export const STAGES: Readonly<Record<StageId, Stage>> = {
  31: stageOf(STAGE_BY_ID[31]),
  32: stageOf(STAGE_BY_ID[32]),
  28: stageOf(STAGE_BY_ID[28]),
  8: stageOf(STAGE_BY_ID[8]),
  2: stageOf(STAGE_BY_ID[2]),
  3: stageOf(STAGE_BY_ID[3]),
}

/** Height of the ground at x; null beside the stage. */
export function groundAt({ ground }: Pick<Stage, 'ground'>, x: number): number | null {
  for (let i = 1; i < ground.length; i++) {
    const [[x1, y1], [x2, y2]] = [ground[i - 1]!, ground[i]!]
    if (x >= x1 && x <= x2) return y1 + ((x - x1) / (x2 - x1)) * (y2 - y1)
  }
  return null
}
