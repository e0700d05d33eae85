/**
 * Why a stretch of play departs from its recording: the kind of the first difference, from what the recording and the
 * engine show of that frame. Up to the frame before the two agree, so one recorded frame before is that of both.
 */
import type { PostFrame } from '@arena/slp'
import { ACTION } from '../../../engine/src/action-ids.ts'
import type { Fighter } from '../../../engine/src/fighter.ts'
import type { Ledge } from '../../../engine/src/stages/stage.ts'
import { isFrozen } from '../../../engine/src/recorded/rebuild.ts'
import type { RecordedFrame } from './recording.ts'

/** In their order: of two fighters that differ first on one frame, the one with the earlier cause leads. */
export const CAUSES = [
  'hit found',
  'hit missed',
  'article',
  'height of a hit',
  'damage of a hit',
  'hitlag of a hit',
  'landing',
  'wall or edge',
  'draw',
  'action',
  'stage',
  'position',
] as const

export type Cause = (typeof CAUSES)[number]

/** What the engine shows of a fighter after the frame. */
export type Played = Pick<Fighter, 'action' | 'percent' | 'isFrozen' | 'isAirborne' | 'x' | 'y' | 'wallTimer'> & {
  readonly receivedHit: { readonly launching: { readonly article: object | null } | null }
  readonly match: { readonly stage: { readonly id: number; readonly ledges: readonly Pick<Ledge, 'x' | 'y'>[] } }
}

/** Farther than this from a fighter no article of a recording meets it. */
const ARTICLE_REACH = 30
/** A fighter this near a ledge and below it may touch the wall. */
const BESIDE = 12
/** The wind's push. */
const WIND = 0.2
const ROUNDING = 0.001
const DREAM_LAND = 28
/** Floors that move, by stage: the Fountain's side platforms, Randall. */
const MOVING_FLOORS: Readonly<Record<number, readonly number[]>> = { 2: [0, 1], 8: [0] }

const isWithin = (action: number, first: number, last: number): boolean => action >= first && action <= last

const isDamage = (action: number): boolean => isWithin(action, ACTION.DamageHi1, ACTION.DamageFlyRoll)
const isGrabbed = (action: number): boolean => isWithin(action, ACTION.CapturePulledHi, ACTION.CaptureWaitLw)
const isGrabbing = (action: number): boolean => action === ACTION.CatchPull || action === ACTION.CatchDashPull
const isAtEdge = (action: number): boolean =>
  isWithin(action, ACTION.Ottotto, ACTION.CliffJumpQuick2) || isWithin(action, ACTION.PassiveWall, ACTION.PassiveCeil)

/** A hit of its own or on it, or a grab, begins. */
function isStruck(percent: number, isNowFrozen: boolean, action: number, before: PostFrame): boolean {
  const isHit = percent > before.percent || (isNowFrozen && !isFrozen(before))
  const holds = isGrabbed(action) || isGrabbing(action)
  return isHit || (holds && !isGrabbed(before.actionStateId) && !isGrabbing(before.actionStateId))
}

export function causeOf(
  fighter: Played,
  post: PostFrame,
  before: PostFrame,
  recorded: Pick<RecordedFrame, 'events'>,
): Cause {
  const isRecorded = isStruck(post.percent, isFrozen(post), post.actionStateId, before)
  const isPlayed = isStruck(fighter.percent, fighter.isFrozen, fighter.action, before)
  const isAction = fighter.action !== post.actionStateId
  if (isRecorded || isPlayed) return causeOfHit(fighter, post, recorded, isRecorded, isPlayed)
  if (fighter.isFrozen !== isFrozen(post)) return 'hitlag of a hit'
  if (isAtEdge(fighter.action) !== isAtEdge(post.actionStateId)) return 'wall or edge'
  if (fighter.isAirborne !== (post.isAirborne !== 0)) return before.isAirborne === 0 ? 'wall or edge' : 'landing'
  if (isAction) return 'action'
  return causeOfPlace(fighter, post)
}

function causeOfHit(
  fighter: Played,
  post: PostFrame,
  { events }: Pick<RecordedFrame, 'events'>,
  isRecorded: boolean,
  isPlayed: boolean,
): Cause {
  if (isRecorded !== isPlayed) {
    const isNear = events.items.some(
      ({ positionX, positionY }) => Math.hypot(positionX - post.positionX, positionY - post.positionY) < ARTICLE_REACH,
    )
    const ofArticle = isPlayed ? fighter.receivedHit.launching?.article != null : isNear && isFrozen(post)
    return ofArticle ? 'article' : isPlayed ? 'hit found' : 'hit missed'
  }
  if (fighter.percent !== post.percent) return 'damage of a hit'
  if (fighter.isFrozen !== isFrozen(post)) return 'hitlag of a hit'
  const isRoll = [fighter.action, post.actionStateId].includes(ACTION.DamageFlyRoll)
  if (isRoll && isDamage(fighter.action) && isDamage(post.actionStateId)) return 'draw'
  return 'height of a hit'
}

/** On a floor that moves or in the wind the stage is out of place; at a wall or an edge something stops the fighter. */
function causeOfPlace({ match, x, y, wallTimer }: Played, post: PostFrame): Cause {
  const { id, ledges } = match.stage
  const push = Math.abs(Math.abs(x - post.positionX) - WIND)
  if (id === DREAM_LAND && push < ROUNDING && Math.abs(y - post.positionY) < ROUNDING) return 'stage'
  const isCarried = MOVING_FLOORS[id]?.includes(post.lastGroundId) === true && post.isAirborne === 0
  if (isCarried && Math.abs(y - post.positionY) > ROUNDING) return 'stage'
  const isBeside =
    post.isAirborne !== 0 &&
    ledges.some((ledge) => Math.abs(ledge.x - post.positionX) < BESIDE && post.positionY < ledge.y)
  return isBeside || wallTimer === 0 ? 'wall or edge' : 'position'
}
