/**
 * A stage as it is on a frame. Fountain of Dreams moves two platforms, which the stream shows whenever they move. Randall,
 * the cloud of Yoshi's Story, is where the frame says. Dream Land has wind, which the stream shows when it changes.
 */
import { putPlatform, STAGE_BY_ID } from '@arena/engine/stages'
import type { StageId } from '@arena/protocol'
import type { Frame } from '@arena/slp'
import { emptyStageState, movingFloors, STAGES, type Platform, type Stage } from './stages.ts'

/** A stage on one frame. */
export interface StageView extends Stage {
  /** Where the wind of Dream Land pushes fighters in front of the tree: -1 left, 1 right, 0 where there is none. */
  readonly wind: -1 | 0 | 1
}

const WIND = [0, -1, 1] as const

export class StageReader {
  readonly #stage: Stage
  readonly #place: (typeof STAGE_BY_ID)[StageId]['place']
  readonly #state = emptyStageState()
  readonly #moving: { readonly id: number; left: number; right: number; y: number; isThere: boolean }[]
  #wind: StageView['wind'] = 0
  #still: StageView | null = null

  constructor(id: StageId) {
    const stage = STAGE_BY_ID[id]
    this.#stage = STAGES[id]
    this.#place = stage.place
    // Only where the platforms begin is wanted, which no seed changes.
    stage.reset?.(this.#state, { seed: 0 })
    const moving = movingFloors(stage)
    this.#moving = stage.floors
      .filter((floor) => moving.has(floor.id))
      .map((floor) => ({ id: floor.id, left: floor.from[0], right: floor.to[0], y: floor.from[1], isThere: true }))
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
    return { ...this.#stage, platforms: [...this.#stage.platforms, ...this.#movedTo(frame)], wind: this.#wind }
  }

  #movedTo(frame: number): Platform[] {
    this.#place?.(
      {
        setFloor: (id, left, y, right) => this.#put(id, { left, right, y }),
        setFloorY: (id, y, isThere) => this.#put(id, { y, isThere }),
      },
      this.#state,
      frame,
    )
    return this.#moving.filter(({ isThere }) => isThere).map(({ left, right, y }) => ({ left, right, y }))
  }

  #put(id: number, at: Partial<Platform> & { isThere?: boolean }): void {
    const platform = this.#moving.find((each) => each.id === id)
    if (platform) Object.assign(platform, at)
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
