/** A fighter as a bot sees it: what its Post-Frame Update holds, under plain names, and how long ago things happened to it. */
import { actionNameOf, type ActionName } from '@arena/engine/action-names'
import { characterName, type FighterFrame, type PlayerFrame, type PostFrame } from '@arena/slp'
import { characterOf, type Character } from './characters.ts'
import { FLAG, History, hitstunOf, type FramesSince } from './history.ts'
import type { Port } from './port.ts'
import { safeFramesOf } from './safety.ts'
import { canAct, canJump, situationOf, type Situation } from './situation.ts'

/** Names of the states that `hurtboxCollisionState` numbers: invulnerable takes no damage, intangible is not touched at all. */
const SAFETY = ['none', 'invulnerable', 'intangible'] as const
const L_CANCEL = ['none', 'done', 'missed'] as const

/** A fighter after a frame. Everything else that a recording holds is in `raw`. */
export interface FighterView {
  readonly port: Port
  /** The one now played: Zelda and Sheik turn into each other. */
  readonly character: Character
  readonly characterName: string
  /** Nana, who follows Popo by herself; false for every other fighter. */
  readonly isFollower: boolean
  /** Nana as Popo's follower while she lives; null for every other fighter. */
  readonly follower: FighterView | null

  readonly x: number
  readonly y: number
  /** -1 or 1. */
  readonly facing: number
  readonly isAirborne: boolean
  /** Units per frame, its own and from being hit together. */
  readonly speedX: number
  readonly speedY: number
  /** The part of the speed that comes from being hit. */
  readonly speedAttackX: number
  readonly speedAttackY: number
  readonly isFastFalling: boolean
  /** Jumps left: the one from the ground and those in the air. */
  readonly jumps: number
  /** The floor that it stands on or stood on last, as the stream numbers them. */
  readonly groundId: number

  readonly percent: number
  readonly stocks: number
  /** Shield health, 0 to 60. */
  readonly shield: number

  /** Action state id; `Action` has the names of those that all fighters share. */
  readonly action: number
  /** The game's name of the action state, such as `CliffWait` or `SpecialAirHi`. */
  readonly actionName: ActionName | (string & {})
  /** The game's own counter of the action: it may have a fraction, stand still, and start anew in a loop. */
  readonly actionFrame: number

  /** What it can do on the next frame. */
  readonly situation: Situation
  /** Whether it can begin something of its choice on the next frame: which, `situation` says. */
  readonly canAct: boolean
  /** Whether a jump that is pressed for the next frame, and was not held before, is made. */
  readonly canJump: boolean

  /** Frames of hitlag left. */
  readonly hitlag: number
  readonly isInHitstun: boolean
  /** Frames of hitstun left, 0 out of hitstun. */
  readonly hitstun: number
  /** Invulnerable or intangible. */
  readonly isSafe: boolean
  readonly safety: (typeof SAFETY)[number]
  /**
   * Frames after this one for which it stays safe; 0 where it is not safe or this is the last such frame, null where the stream does not
   * tell, as in most specials.
   */
  readonly safeFrames: number | null
  readonly isShielding: boolean
  readonly isPowerShielding: boolean
  /** It holds its opponent. */
  readonly isHolding: boolean
  /** Its stock is lost, and it has not come back yet; or the game has not begun. */
  readonly isDead: boolean
  readonly isOffScreen: boolean

  /** On the frame of a landing out of an aerial: whether the landing was L-cancelled. */
  readonly lCancel: (typeof L_CANCEL)[number]
  /** Hits of its running combo, as the game counts them. */
  readonly comboCount: number
  /** Who hit it last; null for nobody. */
  readonly lastHitBy: Port | null
  /** Id of the attack with which it hit last. */
  readonly lastAttackLanded: number

  readonly framesSince: FramesSince
  readonly raw: FighterFrame
}

/** Views of one port's fighters, frame after frame. */
export class FighterReader {
  readonly #port: Port
  #leader = new History()
  #follower: History | null = null

  constructor(port: Port) {
    this.#port = port
  }

  /** For frames that come out otherwise than those of this reader. */
  fork(): FighterReader {
    const fork = new FighterReader(this.#port)
    fork.#leader = this.#leader.fork()
    fork.#follower = this.#follower?.fork() ?? null
    return fork
  }

  /** A frame of which no view is wanted. Its records are kept until the next frame. */
  pass(post: PostFrame, follower: PostFrame | null): void {
    this.#leader.take(post)
    if (follower) (this.#follower ??= new History()).take(follower)
    else this.#follower = null
  }

  /** Null where the frame has no such fighter, or none of the 26. */
  take(player: PlayerFrame | null | undefined): FighterView | null {
    if (!player) return null
    if (!player.follower) this.#follower = null
    const follower = player.follower
      ? view(this.#port, player.follower, (this.#follower ??= new History()), true, null)
      : null
    return view(this.#port, player, this.#leader, false, follower)
  }
}

function view(
  port: Port,
  raw: FighterFrame,
  history: History,
  isFollower: boolean,
  follower: FighterView | null,
): FighterView | null {
  const { post } = raw
  const character = post ? characterOf(post.internalCharacterId) : null
  if (!post || character === null) return null
  const isAirborne = post.isAirborne !== 0
  const framesSince = history.take(post)
  const situation = situationOf(post, history)
  return {
    port,
    character,
    characterName: characterName(character),
    isFollower,
    follower,
    x: post.positionX,
    y: post.positionY,
    facing: post.facingDirection,
    isAirborne,
    speedX: (isAirborne ? post.speedAirX : post.speedGroundX) + post.speedAttackX,
    speedY: post.speedY + post.speedAttackY,
    speedAttackX: post.speedAttackX,
    speedAttackY: post.speedAttackY,
    isFastFalling: (post.stateBitFlags2 & FLAG.fastFall) !== 0,
    jumps: post.jumpsRemaining,
    groundId: post.lastGroundId,
    percent: post.percent,
    stocks: post.stocksRemaining,
    shield: post.shieldSize,
    action: post.actionStateId,
    actionName: actionNameOf(post.internalCharacterId, post.actionStateId) ?? `Action${post.actionStateId}`,
    actionFrame: post.actionStateCounter,
    situation,
    canAct: canAct(situation),
    canJump: canJump(situation, post),
    hitlag: post.hitlagRemaining,
    isInHitstun: (post.stateBitFlags4 & FLAG.hitstun) !== 0,
    hitstun: hitstunOf(post),
    isSafe: post.hurtboxCollisionState !== 0,
    safety: SAFETY[post.hurtboxCollisionState] ?? 'none',
    safeFrames: safeFramesOf(post, framesSince, history.frames),
    isShielding: (post.stateBitFlags3 & FLAG.shield) !== 0,
    isPowerShielding: (post.stateBitFlags4 & FLAG.powerShield) !== 0,
    isHolding: (post.stateBitFlags3 & FLAG.holding) !== 0,
    isDead: (post.stateBitFlags5 & FLAG.dead) !== 0,
    isOffScreen: (post.stateBitFlags5 & FLAG.offCamera) !== 0,
    lCancel: L_CANCEL[post.lCancelStatus] ?? 'none',
    comboCount: post.currentComboCount,
    lastHitBy: post.lastHitBy === 0 || post.lastHitBy === 1 ? post.lastHitBy : null,
    lastAttackLanded: post.lastAttackLanded,
    framesSince,
    raw,
  }
}
