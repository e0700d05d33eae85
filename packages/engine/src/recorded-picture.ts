/**
 * Pictures of a recording that is not played again: fighters posed by action and frame, items where they were recorded, the
 * stage's platforms where its events put them. Hitboxes are not in a recording, and what a fighter held or charged is left out.
 */
import { FIRST_FRAME, type FighterColumns, type ReplayColumns } from '@arena/slp'
import { ACTION } from './action-ids.ts'
import { shieldRadius } from './combat/contact.ts'
import { fillPlatforms, placeEcb, poseBody } from './fill-picture.ts'
import { PICTURE_ARTICLES, PICTURE_BUBBLES, type Picture, type PictureBody } from './picture.ts'
import { STAGE_IDS, type StageId } from './seed.ts'
import { putPlatform } from './stages/fountain-of-dreams.ts'
import { STAGE_BY_ID } from './stages/index.ts'
import { Terrain } from './stages/terrain.ts'
import { FLAGS } from './events/recorder.ts'
import { emptyStageState } from './stages/state.ts'
import { isAbsent } from './state/presence.ts'
import { hasFigures } from './tables/by-fighter.ts'
import { ecbBottomOf, ecbStepsOf } from './tables/ecb.ts'
import { attributesOf, bodySizeOf, ledgeReachOf } from './tables/fighters.ts'
import { asInternalId, type InternalId } from './tables/ids.ts'
import { shieldSizeOf } from './tables/shapes.ts'

const FIGHTERS = 27
/** How far back the beginning of an action is looked for. */
const LONGEST_ACTION = 600
const SHIELD = PICTURE_BUBBLES.indexOf('shield')

/** The body of a fighter that the engine does not know: one upright capsule. */
const UNKNOWN_BODY = { bottom: 4, top: 12, radius: 4 }

export function isStage(id: number): id is StageId {
  return STAGE_IDS.some((stage) => stage === id)
}

export class RecordedPictures {
  readonly #columns: ReplayColumns
  readonly #absent: ReadonlySet<string>
  /** Null for a stage that the engine does not know. */
  readonly #terrain: Terrain | null
  readonly #stage = emptyStageState()

  /** `absent` are the fields of Post-Frame that the recording is too old to hold. */
  constructor(columns: ReplayColumns, stage: number, absent: readonly string[]) {
    this.#columns = columns
    this.#absent = new Set(absent)
    this.#terrain = isStage(stage) ? new Terrain(STAGE_BY_ID[stage]) : null
  }

  /** Fills a picture with what a row of the columns shows. */
  show(row: number, picture: Picture): void {
    const { head, bodies } = picture
    head.frame = FIRST_FRAME + row
    head.windDirection = this.#columns.frames.wind[row]!
    this.#showPlatforms(row, picture)
    head.bodyCount = 0
    for (const fighter of this.#columns.fighters) {
      if (fighter && fighter.at.postAt[row] !== 0) showBody(fighter, row, this.#absent, bodies[head.bodyCount++]!)
    }
    this.#showArticles(row, picture)
  }

  #showPlatforms(row: number, { head }: Picture): void {
    head.platformCount = 0
    const terrain = this.#terrain
    if (!terrain) return
    // Before its first event a platform is where it starts, also where a later frame was shown before.
    terrain.stage.reset?.(this.#stage, { seed: 0 })
    const { platformRight, platformLeft } = this.#columns.frames
    const heights = [platformRight[row]!, platformLeft[row]!]
    for (const [side, height] of heights.entries()) {
      if (Number.isFinite(height)) putPlatform(this.#stage, side, height)
    }
    terrain.sync(this.#stage, head.frame)
    fillPlatforms(terrain, head)
  }

  #showArticles(row: number, { head, articles }: Picture): void {
    const { frames, items } = this.#columns
    const from = frames.itemStart[row]!
    head.articleCount = Math.min(frames.itemCount[row]!, PICTURE_ARTICLES)
    for (let i = 0; i < head.articleCount; i++) {
      const article = articles[i]!
      const item = from + i
      article.type = items.typeId[item]!
      article.state = items.state[item]!
      article.spawn = items.spawnId[item]!
      article.port = items.owner[item]!
      article.x = finite(items.positionX[item]!)
      article.y = finite(items.positionY[item]!)
      article.vx = finite(items.velocityX[item]!)
      article.vy = finite(items.velocityY[item]!)
      article.facing = Math.sign(finite(items.facingDirection[item]!))
      article.hitboxCount = 0
    }
  }
}

function showBody(fighter: FighterColumns, row: number, absent: ReadonlySet<string>, body: PictureBody): void {
  const { post } = fighter
  const action = post.actionStateId[row]!
  const flags2 = post.stateBitFlags2[row]!
  body.port = fighter.port
  body.isFollower = fighter.isFollower
  body.actionFrame = framesOf(fighter, row)
  body.isAbsent = isAbsent({ action })
  body.isOffCamera = (post.stateBitFlags5[row]! & FLAGS.stateBitFlags5.offCamera) !== 0
  body.hurtboxState = post.hurtboxCollisionState[row]!
  body.stocks = post.stocksRemaining[row]!
  body.percent = finite(post.percent[row]!)
  body.hitlagLeft = finite(post.hitlagRemaining[row]!)
  const isInHitstun = (post.stateBitFlags4[row]! & FLAGS.stateBitFlags4.hitstun) !== 0
  body.hitstunLeft = isInHitstun ? Math.max(0, finite(post.miscActionState[row]!)) : 0
  body.isHurt = (flags2 & FLAGS.stateBitFlags2.hurt) !== 0
  body.shieldHealth = finite(post.shieldSize[row]!)
  body.jumpsUsed = 0
  body.isFastFalling = (flags2 & FLAGS.stateBitFlags2.fastFall) !== 0
  body.comboCount = post.currentComboCount[row]!
  body.chargeFrames = 0
  body.holds = -1
  body.bubble = 0
  body.hitboxCount = 0
  body.character = post.internalCharacterId[row]!
  body.action = action
  body.animationFrame = absent.has('actionStateCounter') ? body.actionFrame - 1 : finite(post.actionStateCounter[row]!)
  body.x = finite(post.positionX[row]!)
  body.y = finite(post.positionY[row]!)
  body.facing = post.facingDirection[row]! < 0 ? -1 : 1
  body.isAirborne = post.isAirborne[row] !== 0
  if (body.character < FIGHTERS && hasFigures(asInternalId(body.character))) {
    showKnown(asInternalId(body.character), body, absent.has('jumpsRemaining') ? null : post.jumpsRemaining[row]!)
  } else {
    showUnknown(body)
  }
}

/** Poses the body of a fighter whose figures are loaded. */
function showKnown(character: InternalId, body: PictureBody, jumpsRemaining: number | null): void {
  const { action, animationFrame, x, y, facing, isAirborne } = body
  poseBody({ character, action, animationFrame, x, y, facing, isAirborne }, body)
  const { maxJumps } = attributesOf(character)
  body.jumpsUsed = Math.max(0, maxJumps - (jumpsRemaining ?? maxJumps))
  const { side, top } = bodySizeOf(character)
  placeEvenEcb(body, side, isAirborne ? ecbBottomOf(ecbStepsOf(character, action), body) : 0, top)
  const { snapX, snapY, snapHeight } = ledgeReachOf(character)
  body.ledgeBox[0] = x - (snapX + side)
  body.ledgeBox[1] = y + snapY - snapHeight / 2
  body.ledgeBox[2] = x + snapX + side
  body.ledgeBox[3] = y + snapY + snapHeight / 2
  if (action < ACTION.GuardOn || action > ACTION.GuardReflect || action === ACTION.GuardOff) return
  const shield = shieldSizeOf(character)
  body.bubble = SHIELD
  body.bubbleX = x + facing * shield.x
  body.bubbleY = y + shield.y
  body.bubbleRadius = shieldRadius({ kind: { shield }, shieldHealth: body.shieldHealth, shieldHardness: 0 })
}

function showUnknown(body: PictureBody): void {
  const { x, y, capsules } = body
  const { bottom, top, radius } = UNKNOWN_BODY
  body.hasHurtboxes = false
  body.capsuleCount = 1
  for (const [i, word] of [x, y + bottom, 0, x, y + top, 0, radius].entries()) capsules[i] = word
  placeEvenEcb(body, radius, 0, top + radius)
  body.ledgeBox.set([x, y, x, y])
}

/** As wide to both sides, which are half-way up. */
function placeEvenEcb({ ecb, x, y }: PictureBody, side: number, bottom: number, top: number): void {
  placeEcb(ecb, { x, y, bottom, top, middle: (bottom + top) / 2, left: side, right: side })
}

/** Frames since the action began, 1 on the first. */
function framesOf({ at, post }: FighterColumns, row: number): number {
  const { actionStateId, instanceId } = post
  const least = Math.max(0, row - LONGEST_ACTION)
  let from = row
  while (
    from > least &&
    at.postAt[from - 1] !== 0 &&
    actionStateId[from - 1] === actionStateId[row] &&
    instanceId[from - 1] === instanceId[row]
  ) {
    from--
  }
  return row - from + 1
}

const finite = (value: number): number => (Number.isFinite(value) ? value : 0)
