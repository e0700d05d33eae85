/**
 * A stage as it is on a frame. Fountain of Dreams moves two platforms, which the stream shows whenever they move. Randall,
 * the cloud of Yoshi's Story, is where the frame says. Dream Land has wind, which the stream shows when it changes.
 */
import { emptyStageState, putPlatform, STAGE_BY_ID } from '@arena/engine/stages'
import type { StageId } from '@arena/protocol'
import type { Frame } from '@arena/slp'
import { movingFloors, STAGES, type Platform, type Stage } from './stages.ts'

/** A stage on one frame. */
export interface StageView extends Stage {
  /** Where the wind of Dream Land pushes fighters in front of the tree: -1 left, 1 right, 0 where there is none. */
  readonly wind: -1 | 0 | 1
}

interface MovingPlatform {
  left: number
  right: number
  y: number
  isThere: boolean
}

const WIND = [0, -1, 1] as const

export class StageReader {
  readonly #stage: Stage
  readonly #place: (typeof STAGE_BY_ID)[StageId]['place']
  readonly #state = emptyStageState()
  readonly #moving: readonly MovingPlatform[]
  /** What the stage puts its floors into. */
  readonly #floors: Parameters<NonNullable<(typeof STAGE_BY_ID)[StageId]['place']>>[0]
  #wind: StageView['wind'] = 0
  #still: StageView | null = null

  constructor(id: StageId) {
    const stage = STAGE_BY_ID[id]
    this.#stage = STAGES[id]
    this.#place = stage.place
    // Only where the platforms begin is wanted, which no seed changes.
    stage.reset?.(this.#state, { seed: 0 })
    const moving = movingFloors(stage)
    const byId: (MovingPlatform | undefined)[] = []
    for (const { id: floor, from, to } of stage.floors)
      if (moving.has(floor)) byId[floor] = { left: from[0], right: to[0], y: from[1], isThere: true }
    this.#moving = byId.filter((platform) => platform !== undefined)
    this.#floors = {
      setFloor(floor, left, y, right) {
        const platform = byId[floor]!
        platform.left = left
        platform.right = right
        platform.y = y
      },
      setFloorY(floor, y, isThere) {
        const platform = byId[floor]!
        platform.y = y
        platform.isThere = isThere
      },
    }
  }

  /** For frames that come out otherwise than those of this reader. */
  fork(): StageReader {
    const fork = new StageReader(this.#stage.id)
    fork.pass(this.#state.platformHeight, WIND.indexOf(this.#wind))
    fork.#state.platformPhase.set(this.#state.platformPhase)
    return fork
  }

  /** A frame of which no view is wanted: where the moving parts are, as the stream numbers them. */
  pass(heights: ArrayLike<number>, windDirection: number): void {
    this.#state.platformHeight.set(heights)
    this.#wind = WIND[windDirection] ?? 0
    this.#still = null
  }

  take({ frame, fodPlatforms, dreamlandWhispy }: Frame): StageView {
    const { platformHeight } = this.#state
    for (let side = 0; side < platformHeight.length; side++) {
      const moved = fodPlatforms.find(({ platform }) => platform === side)
      putPlatform(this.#state, side, moved?.height ?? platformHeight[side]!, moved !== undefined)
    }
    if (dreamlandWhispy) {
      this.#wind = WIND[dreamlandWhispy.direction] ?? 0
      this.#still = null
    }
    if (this.#place === undefined) return (this.#still ??= { ...this.#stage, wind: this.#wind })
    this.#place(this.#floors, this.#state, frame)
    const platforms = this.#stage.platforms.slice()
    for (const { left, right, y, isThere } of this.#moving) if (isThere) platforms.push({ left, right, y })
    return { ...this.#stage, platforms, wind: this.#wind }
  }
}

/** Where Randall, the cloud of Yoshi's Story, is on a frame, also one to come. */
export function randallAt(frame: number): Platform {
  let at: Platform | null = null
  STAGE_BY_ID[8].place!(
    { setFloor: (_id, left, y, right) => (at = { left, right, y }), setFloorY: () => {} },
    emptyStageState(),
    frame,
  )
  return at!
}
