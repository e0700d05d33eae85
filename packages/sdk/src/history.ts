/**
 * How long ago things happened to a fighter, frame by frame. The stream shows states and not moments, so a moment is
 * where two frames differ.
 */
import type { PostFrame } from '@arena/slp'

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

const REBIRTH = 12
const CLIFF_CATCH = 252

export const isHurt = ({ stateBitFlags2 }: PostFrame): boolean => (stateBitFlags2 & FLAG.hurt) !== 0

export const hitstunOf = ({ stateBitFlags4, miscActionState }: PostFrame): number =>
  (stateBitFlags4 & FLAG.hitstun) === 0 ? 0 : Math.max(0, miscActionState)

type Moment = Exclude<keyof FramesSince, never>

/** One fighter's moments. */
export class History {
  #before: PostFrame | null = null
  readonly #at: Record<Moment, number | null> = {
    action: null,
    hit: null,
    contact: null,
    landing: null,
    takeoff: null,
    ledge: null,
    safety: null,
    respawn: null,
  }
  /** Frames of the action in which it moved on, the present one included. */
  #moved = 0

  /** Frames of its action that were no hitlag, the first is 1. */
  get actionFrames(): number {
    return this.#moved
  }

  /** The same until here; what either takes from now on is its own. */
  fork(): History {
    const fork = new History()
    fork.#before = this.#before
    Object.assign(fork.#at, this.#at)
    fork.#moved = this.#moved
    return fork
  }

  /** Keeps `now` until the next frame. */
  take(now: PostFrame): FramesSince {
    const { frame } = now
    const at = this.#at
    const before = this.#before
    const isNew = before === null || isNewAction(before, now)
    if (isNew) at.action = frame
    // A fighter that was in hitlag on the frame before stood still until this one.
    this.#moved = isNew ? 1 : this.#moved + (now.hitlagRemaining > 0 ? 0 : 1)
    if (before !== null) {
      const hasNewHitlag = now.hitlagRemaining > before.hitlagRemaining
      if ((isHurt(now) && (hasNewHitlag || !isHurt(before))) || hitstunOf(now) > hitstunOf(before)) at.hit = frame
      else if (hasNewHitlag && (now.stateBitFlags3 & FLAG.shield) === 0) at.contact = frame
      if (now.isAirborne !== before.isAirborne) {
        if (now.isAirborne === 0) at.landing = frame
        else at.takeoff = frame
      }
      if (now.hurtboxCollisionState !== 0 && before.hurtboxCollisionState === 0) at.safety = frame
    }
    if (isNew && now.actionStateId === CLIFF_CATCH) at.ledge = frame
    if (isNew && now.actionStateId === REBIRTH) at.respawn = frame
    this.#before = now
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
    }
  }
}

/** Another action, a new performance of the same, or the same air jump again. */
function isNewAction(before: PostFrame, now: PostFrame): boolean {
  return (
    now.actionStateId !== before.actionStateId ||
    now.instanceId !== before.instanceId ||
    now.jumpsRemaining < before.jumpsRemaining
  )
}
