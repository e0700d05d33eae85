/**
 * The stage as the engine moves it by itself, beside recorded fighters. On every frame the fighters are as recorded,
 * while the wind and the moving floors are the engine's since the first frame. Fighters show the state of the recorded
 * stage: a fighter on a floor shows its height, a fighter where the tree blows shows whether the wind pushes it.
 */
import type { PostFrame } from '@arena/slp'
import type { Fighter } from '../../../engine/src/fighter.ts'
import type { Match } from '../../../engine/src/match.ts'
import { type Bystander, type Direction, WIND_PUSH } from '../../../engine/src/stages/stage.ts'
import { StageRecord } from '../../../engine/src/state/fields.ts'
import { STATE_AT } from '../../../engine/src/state/state.ts'
import { restore } from '../resim/agreement.ts'
import { matchOf, playInputs } from '../resim/feed.ts'
import { recordOf, type Recording } from '../resim/recording.ts'

/** Fighter frames that show a part of the stage, and those on which the engine's own part agrees. */
export interface PartScore {
  shown: number
  right: number
}

/** Scores by the part's name. */
export type StageScore = Map<string, PartScore>

const DREAM_LAND = 28
const WIND_DIRECTIONS = [1, 2] as const
/** Floors that a stage moves, or would move if it transformed, by stage id and ground id. */
const PARTS: Readonly<Record<number, Readonly<Record<number, string>>>> = {
  2: { 0: 'left platform', 1: 'right platform' },
  8: { 0: 'Randall' },
  3: { 35: 'left platform', 36: 'right platform' },
}
export const BLOWING = 'wind, blowing'
export const CALM = 'wind, calm'

/** A fighter is on a floor within this distance of its height, and up to this far beyond its ends, where rolls stop. */
const NEAR = 0.05
const BESIDE = 1
/** A push is the wind's within this difference. */
const SAME_PUSH = 0.001
/** This close to the end of the wind's zone a push shows nothing. */
const EDGE = 1
/** Height of fighters above their floor. */
const ABOVE_FLOOR = 0.0001

const STAGE_FROM = 4 * STATE_AT.stage
const STAGE_BYTES = 4 * StageRecord.words

export class OwnStage {
  readonly score: StageScore = new Map()
  readonly #match: Match
  readonly #recording: Recording

  constructor(recording: Recording) {
    this.#recording = recording
    this.#match = matchOf(recording)
  }

  /** Plays frame `index`; `before` is the match as recorded on the frame before, null on the first frame. */
  advance(index: number, before: Match | null): void {
    if (before) restore(this.#match, this.withOwnStage(before))
    playInputs(this.#match, this.#recording, index)
    for (const fighter of this.#match.fighters) {
      const post = recordOf(this.#recording.frames[index]!, fighter)?.post
      if (post) this.#judge(fighter, post)
    }
  }

  /** The state of a match, with the engine's stage. */
  withOwnStage(match: Match): Uint8Array {
    const state = new Uint8Array(match.buffer).slice()
    state.set(new Uint8Array(this.#match.buffer, STAGE_FROM, STAGE_BYTES), STAGE_FROM)
    return state
  }

  #judge(fighter: Fighter, post: PostFrame): void {
    const { stage } = this.#match
    if (stage.id === DREAM_LAND && post.actionStateId === fighter.action) this.#judgeWind(fighter, post)
    const part = PARTS[stage.id]?.[post.lastGroundId]
    if (part !== undefined && post.isAirborne === 0) this.#note(part, this.#carries(post))
  }

  /** Whether the engine's own floor is where the fighter stands. */
  #carries({ lastGroundId, positionX, positionY }: PostFrame): boolean {
    const { floors, isActive } = this.#match.terrain
    const isBeside = positionX < floors.x1[lastGroundId]! - BESIDE || positionX > floors.x2[lastGroundId]! + BESIDE
    const height = floors.y1[lastGroundId]! + ABOVE_FLOOR
    return isActive[lastGroundId] === 1 && !isBeside && Math.abs(height - positionY) <= NEAR
  }

  /**
   * Counts frames on which the engine agrees except for the wind's push; the difference then shows the recorded wind.
   */
  #judgeWind(fighter: Fighter, post: PostFrame): void {
    const own = this.#blowOn(fighter, this.#match.stageRecord.windDirection)
    const possible = WIND_DIRECTIONS.map((direction) => this.#blowOn(fighter, direction)).filter((push) => push !== 0)
    if (possible.length === 0 || this.#isAtEdge(fighter)) return
    const rest = post.positionX - fighter.x
    const shown = [0, ...possible].find((push) => Math.abs(rest - (push - own) * WIND_PUSH) <= SAME_PUSH)
    if (shown !== undefined) this.#note(shown === 0 ? CALM : BLOWING, shown === own)
  }

  #blowOn(bystander: Bystander, windDirection: number): Direction {
    return this.#match.stage.wind!({ windDirection }, bystander)
  }

  /** Whether the wind reaches it depends on its place before the push and before the floor moved it. */
  #isAtEdge({ x, y }: Bystander): boolean {
    const corners = [-EDGE, EDGE].flatMap((dx) => [-EDGE, EDGE].map((dy) => ({ x: x + dx, y: y + dy })))
    return WIND_DIRECTIONS.some((direction) => {
      const here = this.#blowOn({ x, y }, direction)
      return corners.some((corner) => this.#blowOn(corner, direction) !== here)
    })
  }

  #note(part: string, isRight: boolean): void {
    const score = this.score.get(part) ?? { shown: 0, right: 0 }
    this.score.set(part, score)
    score.shown++
    if (isRight) score.right++
  }
}
