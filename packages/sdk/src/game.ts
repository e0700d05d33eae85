/** What a bot sees: the match it plays and, frame by frame, both fighters. Built from the event stream alone. */
import { StageId, type PickRequest } from '@arena/protocol'
import { FrameBuilder, type Frame, type GameStart, type ItemUpdate, type PlayerFrame, type SlpEvent } from '@arena/slp'
import { characterOf, type Character } from './characters.ts'
import { STAGES, type Stage } from './stages.ts'

export type Port = PickRequest['port']

/** A fighter after a frame. Everything else that a recording holds is in `raw`. */
export interface FighterView {
  readonly port: Port
  /** The one now played: Zelda and Sheik turn into each other. */
  readonly character: Character
  readonly x: number
  readonly y: number
  /** -1 or 1. */
  readonly facing: number
  readonly percent: number
  readonly stocks: number
  /** Shield health, 0 to 60. */
  readonly shield: number
  /** Action state id, and how many frames it has lasted. */
  readonly action: number
  readonly actionFrame: number
  readonly isAirborne: boolean
  readonly jumps: number
  readonly speedX: number
  readonly speedY: number
  /** Frames of hitlag left. */
  readonly hitlag: number
  readonly isInHitstun: boolean
  /** Invulnerable or intangible. */
  readonly isSafe: boolean
  readonly raw: PlayerFrame
}

/** One frame of a game, from a bot's side of it. */
export interface Game {
  readonly frame: number
  readonly stage: Stage
  readonly stageId: StageId
  readonly me: FighterView
  readonly opponent: FighterView
  readonly items: readonly ItemUpdate[]
  readonly start: GameStart
  readonly raw: Frame
}

/** Turns the events of one socket into frames; the same frames whichever port the bot has. */
export class GameReader {
  readonly #builder = new FrameBuilder()
  #start: GameStart | null = null

  /** The frame that the event completes, if it does. */
  take(event: SlpEvent): Frame | null {
    if (event.name === 'gameStart') this.#start = event.record
    return this.#builder.take(event)
  }

  /** Null while there is nothing to see: before Game Start, or where a fighter is missing from the frame. */
  view(frame: Frame, port: Port): Game | null {
    const start = this.#start
    const me = fighter(frame, port)
    const opponent = fighter(frame, port === 0 ? 1 : 0)
    const stageId = StageId.safeParse(start?.stageId)
    if (!start || !me || !opponent || !stageId.success) return null
    return {
      frame: frame.frame,
      stage: STAGES[stageId.data],
      stageId: stageId.data,
      me,
      opponent,
      items: frame.items,
      start,
      raw: frame,
    }
  }
}

const IN_HITSTUN = 0x02

function fighter(frame: Frame, port: Port): FighterView | null {
  const raw = frame.players[port]
  const post = raw?.post
  const character = post ? characterOf(post.internalCharacterId) : null
  if (!raw || !post || character === null) return null
  const isAirborne = post.isAirborne !== 0
  return {
    port,
    character,
    x: post.positionX,
    y: post.positionY,
    facing: post.facingDirection,
    percent: post.percent,
    stocks: post.stocksRemaining,
    shield: post.shieldSize,
    action: post.actionStateId,
    actionFrame: post.actionStateCounter,
    isAirborne,
    jumps: post.jumpsRemaining,
    speedX: (isAirborne ? post.speedAirX : post.speedGroundX) + post.speedAttackX,
    speedY: post.speedY + post.speedAttackY,
    hitlag: post.hitlagRemaining,
    isInHitstun: (post.stateBitFlags4 & IN_HITSTUN) !== 0,
    isSafe: post.hurtboxCollisionState !== 0,
    raw,
  }
}
