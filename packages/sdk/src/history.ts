/**
 * How long ago things happened to a fighter, frame by frame. The stream shows states and not moments, so a moment is
 * where two frames differ.
 */
import { ACTION } from '@arena/engine/action-names'
import type { PostFrame } from '@arena/slp'
import { Character, characterOf } from './characters.ts'

/**
 * Frames since something happened: 0 on the frame that shows it first, null where it did not happen in the frames that the
 * bot has seen. Frames that a bot misses while its socket is down count, but what happened in them is not known.
 */
export interface FramesSince {
  /** Its action began, also the same one anew. Frames of hitlag count. */
  readonly action: number
  /** An attack, a throw or a projectile hit it. A hit on its shield does not count. */
  readonly hit: number | null
  /** Its own attack met something: the opponent, a shield, an attack. Projectiles do not count. */
  readonly contact: number | null
  /** It touched the ground. */
  readonly landing: number | null
  /** It left the ground. */
  readonly takeoff: number | null
  /** It caught a ledge. */
  readonly ledge: number | null
  /** It became invulnerable or intangible. */
  readonly safety: number | null
  /** It came back on the respawn platform. */
  readonly respawn: number | null
  /** It left the respawn platform. */
  readonly platform: number | null
}

/** Bits of the post-frame state flags. */
export const FLAG = {
  fastFall: 0x08,
  hurt: 0x10,
  hitlag: 0x20,
  holding: 0x04,
  shield: 0x80,
  hitstun: 0x02,
  powerShield: 0x20,
  dead: 0x40,
  offCamera: 0x80,
} as const

const isHurt = ({ stateBitFlags2 }: PostFrame): boolean => (stateBitFlags2 & FLAG.hurt) !== 0

export const hitstunOf = ({ stateBitFlags4, miscActionState }: PostFrame): number =>
  (stateBitFlags4 & FLAG.hitstun) === 0 ? 0 : Math.max(0, miscActionState)

type Moment = keyof FramesSince

/** One fighter's moments. */
export class History {
  #last: PostFrame | null = null
  readonly #at: Record<Moment, number | null> = {
    action: null,
    hit: null,
    contact: null,
    landing: null,
    takeoff: null,
    ledge: null,
    safety: null,
    respawn: null,
    platform: null,
  }
  /** Frames of the action that were no hitlag, the present one included. */
  frames = 0
  /** How much the action's counter moved on this frame; null on its first. */
  rate: number | null = null
  /** The action before the present one; null where that was not seen. */
  before: number | null = null

  /** The same until here; what either takes from now on is its own. */
  fork(): History {
    const fork = new History()
    fork.#last = this.#last
    Object.assign(fork.#at, this.#at)
    fork.frames = this.frames
    fork.rate = this.rate
    fork.before = this.before
    return fork
  }

  /** Keeps `now` until the next frame. */
  take(now: PostFrame): FramesSince {
    const { frame } = now
    const at = this.#at
    const last = this.#last
    const isNew = last === null || isNewAction(last, now)
    if (isNew) at.action = frame
    if (isNew) this.before = last?.actionStateId ?? null
    this.frames = isNew ? 1 : this.frames + (now.hitlagRemaining > 0 ? 0 : 1)
    this.rate = isNew ? null : now.actionStateCounter - last.actionStateCounter
    if (last !== null) {
      const hasNewHitlag = now.hitlagRemaining > last.hitlagRemaining
      if (isHit(last, now, hasNewHitlag)) at.hit = frame
      else if (hasNewHitlag && (now.stateBitFlags3 & FLAG.shield) === 0) at.contact = frame
      if (now.isAirborne !== last.isAirborne) {
        if (now.isAirborne === 0) at.landing = frame
        else at.takeoff = frame
      }
      if (now.hurtboxCollisionState !== 0 && last.hurtboxCollisionState === 0) at.safety = frame
    }
    if (isNew && now.actionStateId === ACTION.CliffCatch) at.ledge = frame
    if (isNew && now.actionStateId === ACTION.Rebirth) at.respawn = frame
    if (isNew && wasOnPlatform(this.before) && now.actionStateId !== ACTION.RebirthWait) at.platform = frame
    this.#last = now
    return this.#since(frame)
  }

  #since(frame: number): FramesSince {
    const at = this.#at
    const since = (moment: Moment): number | null => (at[moment] === null ? null : frame - at[moment])
    return {
      action: since('action') ?? 0,
      hit: since('hit'),
      contact: since('contact'),
      landing: since('landing'),
      takeoff: since('takeoff'),
      ledge: since('ledge'),
      safety: since('safety'),
      respawn: since('respawn'),
      platform: since('platform'),
    }
  }
}

const wasOnPlatform = (action: number | null): boolean => action === ACTION.Rebirth || action === ACTION.RebirthWait

/** Whether it was hit, thrown or pummelled: not each of these hurts, and hits inside a throw and lasers show as damage alone. */
function isHit(last: PostFrame, now: PostFrame, hasNewHitlag: boolean): boolean {
  if (isHurt(now) && (hasNewHitlag || !isHurt(last))) return true
  if (hitstunOf(now) > hitstunOf(last)) return true
  return now.percent > last.percent && (now.instanceHitBy !== last.instanceHitBy || !mayHurtItself(now))
}

/** Beyond the picture every fighter takes damage, and these do by attacks of their own. */
const HURT_THEMSELVES: readonly (Character | null)[] = [Character.Pichu, Character.Roy]
const mayHurtItself = ({ stateBitFlags5, internalCharacterId }: PostFrame): boolean =>
  (stateBitFlags5 & FLAG.offCamera) !== 0 || HURT_THEMSELVES.includes(characterOf(internalCharacterId))

/** Another action, a new performance of the same, or the same air jump again. */
function isNewAction(last: PostFrame, now: PostFrame): boolean {
  return (
    now.actionStateId !== last.actionStateId ||
    now.instanceId !== last.instanceId ||
    now.jumpsRemaining < last.jumpsRemaining
  )
}
