/**
 * Moving parts of a stage whose timers are unknown, because frames are missing. A part moves on a frame if and only if
 * the frame's events show it, and it moves by the engine's own rules: what it draws for the time until its next motion
 * is then right again.
 */
import type { Frame } from '@arena/slp'
import type { Match } from '../match.ts'
import { bringToChange, isAtChange, tellWind } from '../stages/dream-land.ts'
import {
  ARRIVED,
  fountainOfDreams,
  HIDDEN,
  HIGHEST,
  LOWEST,
  MIDDLE,
  MOVING,
  SIDES,
  SUNK,
  WAITING,
} from '../stages/fountain-of-dreams.ts'
import type { StageState } from '../stages/state.ts'

/** Frames for which a part rests that is not known to move: longer than any match. */
const UNKNOWN_WAIT = 1_000_000

/** Before a frame is played. */
export function leadStage({ stage, stageRecord }: Match, { fodPlatforms, dreamlandWhispy }: Frame): void {
  if (stage.wind) leadWind(stageRecord, dreamlandWhispy?.direction ?? null)
  else if (stage === fountainOfDreams)
    for (const side of SIDES) leadPlatform(stageRecord, side, heightOf(fodPlatforms, side))
}

/** After a frame was played: where the parts are as recorded. */
export function settleStage(match: Match, { fodPlatforms, dreamlandWhispy }: Frame): void {
  const { stageRecord } = match
  if (dreamlandWhispy) stageRecord.windDirection = dreamlandWhispy.direction
  for (const { platform, height } of fodPlatforms) stageRecord.platformHeight[platform] = height
  match.syncTerrain()
}

/** The stage moves on by itself over frames that are missing; its draws are guessed. */
export function skipStage(match: Match, to: number): void {
  const { record, stage, stageRecord, fighters, articles, seeds, rules } = match
  while (record.frame < to) {
    record.frame++
    record.seed = seeds.at(record.frame)
    stage.update?.(stageRecord, record, fighters, rules.deadCount, articles.shyGuys)
  }
  match.syncTerrain()
}

function heightOf(events: Frame['fodPlatforms'], side: number): number | null {
  return events.find(({ platform }) => platform === side)?.height ?? null
}

function leadWind(state: StageState, direction: number | null): void {
  if (direction !== null) bringToChange(state, direction)
  else if (isAtChange(state)) tellWind(state, state.windDirection)
}

function leadPlatform(state: StageState, side: number, height: number | null): void {
  const before = state.platformHeight[side]!
  if (height === null) rest(state, side)
  else if (height !== before) move(state, side, before, height)
  else if (before === SUNK) {
    state.platformPhase[side] = HIDDEN
    state.platformWait[side] = -1
  } else state.platformPhase[side] = ARRIVED
}

/** No event: it does not move, but may choose its next motion, or hide. */
function rest(state: StageState, side: number): void {
  const phase = state.platformPhase[side]!
  if (phase === WAITING || (phase === HIDDEN && state.platformWait[side]! >= 0)) return
  const hides = state.platformHeight[side] === SUNK
  if (hides && phase !== HIDDEN && phase !== MOVING) return
  state.platformPhase[side] = hides ? HIDDEN : WAITING
  state.platformWait[side] = UNKNOWN_WAIT
}

function move(state: StageState, side: number, from: number, to: number): void {
  const rises = to > from
  if (state.platformPhase[side] === MOVING && state.platformTarget[side]! > from === rises) return
  state.platformPhase[side] = MOVING
  // How far it moves is not recorded: as far as it may.
  state.platformTarget[side] = rises ? (from < LOWEST ? MIDDLE : HIGHEST) : from > LOWEST ? LOWEST : SUNK
}
