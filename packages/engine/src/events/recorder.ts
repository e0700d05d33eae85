/**
 * Writes the records of each frame. Records are filled from the state and passed to the writer; they are reused, so a
 * frame allocates nothing. Order within a frame, as in real recordings: Frame Start, Pre-Frame per fighter, stage
 * events, items, Post-Frame per fighter, Bookend.
 */
import {
  emptyGameStart,
  emptyItemUpdate,
  emptyPostFrame,
  emptyPreFrame,
  EventWriter,
  type DreamlandWhispy,
  type FodPlatforms,
  type FrameBookend,
  type FrameStart,
  type GameEnd,
  type ItemUpdate,
  type PostFrame,
  type PreFrame,
} from '@arena/slp'
import { ACTION } from '../action-ids.ts'
import { isShield } from '../actions/action.ts'
import type { Article } from '../articles/article.ts'
import { DEATH, STOCKS } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import type { ControllerReading } from '../input/controller.ts'
import type { Match } from '../match.ts'
import type { StageId } from '../seed.ts'
import { isAsleep } from '../state/presence.ts'

/** State flags that are written, as bits by field. */
export const FLAGS = {
  stateBitFlags1: {
    absorbing: 0x02,
    shieldReflection: 0x04,
    reflecting: 0x10,
    flurry: 0x20,
    nextJab: 0x40,
    opened: 0x80,
  },
  stateBitFlags2: { guard: 0x01, fastFall: 0x08, hurt: 0x10, hitlag: 0x20 },
  stateBitFlags3: { holding: 0x04, shield: 0x80 },
  stateBitFlags4: { hitstun: 0x02, newReflection: 0x10, powerShield: 0x20, reflection: 0x40, struckHeld: 0x80 },
  stateBitFlags5: { follower: 0x08, dead: 0x40, offCamera: 0x80 },
} as const
export const {
  stateBitFlags1: FLAG1,
  stateBitFlags2: FLAG2,
  stateBitFlags3: FLAG3,
  stateBitFlags4: FLAG4,
  stateBitFlags5: FLAG5,
} = FLAGS

/** Frames of the scene before the first of the match. */
const SCENE_FRAMES_BEFORE = 123

const HUMAN = 0

export interface RecordedPlayer {
  readonly character: number
  readonly costume: number
  readonly name: string
}

export class EventRecorder {
  /** Frames are not written. */
  isMuted = false
  readonly #writer = new EventWriter()
  readonly #frameStart: FrameStart = { frame: 0, seed: 0, sceneFrameCounter: 0 }
  readonly #pre: PreFrame = emptyPreFrame()
  readonly #post: PostFrame = emptyPostFrame()
  readonly #item: ItemUpdate = emptyItemUpdate()
  readonly #fodPlatforms: FodPlatforms = { frame: 0, platform: 0, height: 0 }
  readonly #whispy: DreamlandWhispy = { frame: 0, direction: 0 }
  readonly #bookend: FrameBookend = { frame: 0, latestFinalizedFrame: 0 }

  /** Bytes written since the last frame began, or since the game's first or last message did. */
  bytes(): Uint8Array {
    return this.#writer.bytes()
  }

  gameStart(stage: StageId, seed: number, players: readonly RecordedPlayer[]): void {
    const start = emptyGameStart()
    start.stageId = stage
    start.randomSeed = seed
    for (const [port, { character, costume, name }] of players.entries()) {
      const player = start.players[port]!
      player.characterId = character
      player.playerType = HUMAN
      player.startStocks = STOCKS
      player.costumeIndex = costume
      player.displayName = name
    }
    this.#writer.reset()
    this.#writer.eventPayloads()
    this.#writer.gameStart(start)
  }

  startFrame({ record }: Match): void {
    if (this.isMuted) return
    const event = this.#frameStart
    event.frame = record.frame
    event.seed = record.seed >>> 0
    event.sceneFrameCounter = record.frame + SCENE_FRAMES_BEFORE
    this.#writer.reset()
    this.#writer.frameStart(event)
  }

  preFrame(fighter: Fighter, reading: ControllerReading): void {
    if (this.isMuted) return
    const event = this.#pre
    fillPlace(fighter, event)
    event.seed = fighter.match.record.seed >>> 0
    event.joystickX = reading.stickX
    event.joystickY = reading.stickY
    event.cStickX = reading.cstickX
    event.cStickY = reading.cstickY
    event.trigger = reading.trigger
    event.buttons = reading.buttons >>> 0
    event.physicalButtons = reading.physicalButtons
    event.physicalLTrigger = reading.physicalL
    event.physicalRTrigger = reading.physicalR
    event.rawJoystickX = reading.rawX
    event.rawJoystickY = reading.rawY
    event.rawCStickX = reading.rawCstickX
    event.rawCStickY = reading.rawCstickY
    this.#writer.preFrame(event)
  }

  /** Changes of the stage's moving parts on this frame, where recordings show them. */
  stage({ record, stageRecord }: Match): void {
    if (this.isMuted) return
    const { platformMoved, platformHeight } = stageRecord
    for (let side = platformMoved.length - 1; side >= 0; side--) {
      if (platformMoved[side] === 0) continue
      const event = this.#fodPlatforms
      event.frame = record.frame
      event.platform = side
      event.height = platformHeight[side]!
      this.#writer.fodPlatforms(event)
    }
    if (stageRecord.windChanged === 0) return
    const event = this.#whispy
    event.frame = record.frame
    event.direction = stageRecord.windDirection
    this.#writer.dreamlandWhispy(event)
  }

  endFrame(match: Match): void {
    if (this.isMuted) return
    const { fighters, articles } = match
    for (let i = 0; i < articles.count; i++) {
      fillItemUpdate(articles.at(i), this.#item)
      this.#writer.itemUpdate(this.#item)
    }
    for (let i = 0; i < fighters.length; i++) {
      const fighter = fighters[i]!
      if (isAsleep(fighter)) continue
      fillPostFrame(fighter, this.#post)
      this.#writer.postFrame(this.#post)
    }
    const event = this.#bookend
    event.frame = match.record.frame
    event.latestFinalizedFrame = match.record.frame
    this.#writer.frameBookend(event)
  }

  gameEnd(event: GameEnd): void {
    this.#writer.reset()
    this.#writer.gameEnd(event)
  }
}

/** The fields of an Item Update. */
export function fillItemUpdate(article: Article, event: ItemUpdate): void {
  const { misc } = article
  event.frame = article.match.record.frame
  event.typeId = article.type
  event.state = article.state
  event.facingDirection = article.facing
  event.velocityX = article.vx
  event.velocityY = article.vy
  event.positionX = article.x
  event.positionY = article.y
  event.damageTaken = article.damageTaken
  event.expirationTimer = article.timer
  event.spawnId = article.spawn
  event.missileType = misc[0]!
  event.turnipFace = misc[1]!
  event.chargeShotLaunched = misc[2]!
  event.chargePower = misc[3]!
  event.owner = article.port
  event.instanceId = article.instance
}

/** Fills the fields that both records of a frame share: the fighter that the record is of. */
function fillPlace(fighter: Fighter, event: PreFrame | PostFrame): void {
  event.frame = fighter.match.record.frame
  event.playerIndex = fighter.port
  event.isFollower = fighter.isFollower ? 1 : 0
  event.actionStateId = fighter.action
  event.positionX = fighter.x
  event.positionY = fighter.y
  event.facingDirection = fighter.facing
  event.percent = fighter.percent
}

/** The fields of a Post-Frame. */
export function fillPostFrame(fighter: Fighter, event: PostFrame): void {
  const { kind } = fighter
  fillPlace(fighter, event)
  event.internalCharacterId = kind.internalId
  event.shieldSize = fighter.shieldHealth
  event.lastAttackLanded = fighter.lastAttackLanded
  event.currentComboCount = fighter.comboCount
  event.lastHitBy = fighter.lastHitBy
  event.stocksRemaining = fighter.leader.stocks
  event.actionStateCounter = fighter.animationFrame
  event.stateBitFlags1 = flags1Of(fighter)
  event.stateBitFlags2 = flags2Of(fighter)
  const shields = fighter.isShielding || (fighter.isBubbleOut && isShield(fighter.state.bubble))
  event.stateBitFlags3 = (shields ? FLAG3.shield : 0) | (fighter.holds >= 0 ? FLAG3.holding : 0)
  event.stateBitFlags4 = flags4Of(fighter)
  event.stateBitFlags5 = flags5Of(fighter)
  event.miscActionState = fighter.misc
  event.isAirborne = fighter.isAirborne ? 1 : 0
  event.lastGroundId = fighter.floorLine
  event.jumpsRemaining = Math.max(0, kind.attributes.maxJumps - fighter.jumpsUsed)
  event.lCancelStatus = fighter.lCancelStatus
  event.hurtboxCollisionState = hurtboxStateOf(fighter)
  event.speedAirX = fighter.selfVx
  event.speedY = fighter.selfVy
  event.speedAttackX = fighter.kbVx
  event.speedAttackY = fighter.kbVy
  event.speedGroundX = fighter.groundVelocity
  event.hitlagRemaining = fighter.hitlagLeft
  event.animationIndex = fighter.state.animationId
  event.instanceHitBy = fighter.lastHitByInstance
  event.instanceId = fighter.instance
}

function hurtboxStateOf(fighter: Fighter): number {
  if (fighter.bodyState !== 0) return fighter.bodyState
  if (fighter.intangibleLeft > 0) return 2
  return fighter.invincibleLeft > 0 ? 1 : 0
}

function flags1Of(fighter: Fighter): number {
  let flags = fighter.isReflecting ? FLAG1.reflecting : 0
  if (fighter.isBubbleOut && fighter.state.bubble?.does === 'absorb') flags |= FLAG1.absorbing
  if (fighter.reflectedByShield) flags |= FLAG1.shieldReflection
  if (fighter.mayFlurry) flags |= FLAG1.flurry
  if (fighter.jabToFollow !== 0) flags |= FLAG1.nextJab
  if (fighter.hasOpened) flags |= FLAG1.opened
  return flags
}

function flags2Of(fighter: Fighter): number {
  let flags = fighter.isFastFalling ? FLAG2.fastFall : 0
  if (fighter.isShielding) flags |= FLAG2.guard
  if (fighter.hitlagLeft > 0) flags |= FLAG2.hitlag
  if (fighter.hitlagLeft > 0 && fighter.isHurt && !fighter.isShielding) flags |= FLAG2.hurt
  return flags
}

function flags4Of(fighter: Fighter): number {
  let flags = fighter.hitstunLeft > 0 ? FLAG4.hitstun : 0
  if (fighter.isPowerShielding) flags |= FLAG4.powerShield
  if (fighter.isReflectionTimed) flags |= FLAG4.reflection
  if (fighter.action === ACTION.GuardReflect && fighter.actionFrame === 1) flags |= FLAG4.newReflection
  if (fighter.wasStruckHeld) flags |= FLAG4.struckHeld
  return flags
}

/** A fighter lost beyond a side is out of sight; a star is only at first. */
function isOutOfSight({ isOffCamera, action, actionFrame }: Fighter): boolean {
  return isOffCamera || action <= ACTION.DeadRight || (action === ACTION.DeadUpStar && actionFrame <= DEATH.starUnseen)
}

function flags5Of(fighter: Fighter): number {
  let flags = fighter.isFollower ? FLAG5.follower : 0
  if (fighter.isDead || fighter.action === ACTION.Entry) flags |= FLAG5.dead
  if (isOutOfSight(fighter)) flags |= FLAG5.offCamera
  return flags
}
