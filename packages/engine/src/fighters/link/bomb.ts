/**
 * The bombs of Link and Young Link: drawn, thrown or dropped. They explode when their time is over or on a fast
 * contact, and bounce off shields; the blast hits every fighter, the owner too. Source: doldecomp/melee (ftLk_SpecialLw,
 * itlinkbomb); time, thresholds and bounces from a public list of special attributes, values of hits from FightCore;
 * fall, half height and the times of the blast measured on 90 bombs of Young Link; roll and sizes of hits are estimates.
 */
import { ACTION } from '../../action-ids.ts'
import { dropItem, enterItemThrow, heldItem } from '../../actions/item-throw.ts'
import type { Article, ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { articleHitbox, type HitboxFigures } from '../../articles/hitbox.ts'
import { bounceOffVictim, fallBy, moveThroughAir, restOnFloor } from '../../articles/motion.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { isAbsent } from '../../state/presence.ts'
import type { FighterOverrides } from '../kind.ts'
import { enterSpecial, falling, standing, thenFall, thenWait } from '../special.ts'

const DRAW = 358
const AIR_DRAW = 359
const DRAW_FRAME = 16
/** Place of a bomb as it is drawn, ahead and above; measured on Young Link's. */
const HAND = { x: f(-0.484), y: f(5.88) } as const

/** States of a bomb. */
const HELD = 0
const FALLING = 1
const THROWN = 2
const LYING = 4
const BLAST = 5

const LIFE = 300
/** Frames of the blast, the last one on which a single blast hits, and those from one hit of several to the next. */
const BLAST_FRAMES = 80
const BLAST_HITS = 5
const BETWEEN_HITS = 3

const SIZE = f(1.5)
const GRAVITY = f(0.049)
const TERMINAL_VELOCITY = f(2.2)
/** A faster bomb explodes on contact. */
const FAST = f(0.8)
const ROLL_FRICTION = f(0.03)
/** Share of the speed that remains after a wall; an estimate. */
const WALL_SHARE = f(0.3)
/** Speed away from what a slow bomb has hit, and up. */
const BOUNCE = { x: f(0.3), y: f(0.8) } as const
/** Factor of the speed of a throw: recorded ones against those of turnips. */
const THROW_SPEED = f(5 / 6)

const NO_HITBOXES: readonly ArticleHitbox[] = []

function isBlast({ state }: Article): boolean {
  return state === BLAST
}

export interface BombValues {
  readonly type: number
  /** Its time runs in the hand too. */
  readonly isLit: boolean
  /** Hit values in flight and of the blast, and how often the blast hits. */
  readonly flying: HitboxFigures
  readonly blast: HitboxFigures
  readonly blastTimes: number
}

/** Fighters that are hit, held or dead hold no item. */
function loses(fighter: Fighter): boolean {
  const { action } = fighter
  if (isAbsent(fighter)) return true
  if (action >= ACTION.DamageHi1 && action <= ACTION.DamageFlyRoll) return fighter.hitlagLeft === 0
  return action >= ACTION.CapturePulledHi && action <= ACTION.CaptureFoot
}

/** An item that is thrown or lies until its time is over, and explodes: Link's bombs, and others. */
export function bombArticle({ type, isLit, flying, blast, blastTimes }: BombValues): ArticleKind {
  const hits = {
    flying: [articleHitbox(flying)],
    blast: [articleHitbox(blast)],
  } as const
  const lastBlastHit = Math.max(BLAST_HITS, BETWEEN_HITS * blastTimes)

  function isFlying({ state }: Article): boolean {
    return state === THROWN || state === FALLING
  }

  /** Its hitboxes come out on the frame after. */
  function goOff(article: Article): void {
    if (article.state === BLAST) return
    if (article.ownedBy.heldArticle === article.spawn) article.ownedBy.heldArticle = -1
    if (article.state === HELD) {
      article.x = article.ownedBy.x
      article.y = f(article.ownedBy.y + HAND.y)
    }
    article.state = BLAST
    article.vx = 0
    article.vy = 0
    article.timer = BLAST_FRAMES
    article.wasHitting = false
  }

  function isFast({ vx, vy }: Article): boolean {
    return Math.abs(vx) > FAST || Math.abs(vy) > FAST
  }

  /** It leaves the hand above the floor, wherever the hand is. */
  function leave(article: Article, state: number): void {
    article.state = state
    article.previousY = f(article.y + HAND.y)
    moveThroughAir(article, SIZE)
    article.previousY = article.y
  }

  /** A blast that hits several times meets everybody anew each time. */
  function blaze(article: Article): void {
    const age = BLAST_FRAMES - article.timer
    if (age % BETWEEN_HITS === 1 && age <= BETWEEN_HITS * blastTimes) article.metFighters = 0
  }

  function meet(article: Article): void {
    if (article.state === BLAST) return
    if (isFast(article)) {
      goOff(article)
      return
    }
    article.facing = -article.facing
    article.vx = f(article.facing * BOUNCE.x)
    article.vy = BOUNCE.y
  }

  return {
    type,
    isReflectable: true,
    isHeld: (article) => article.state === HELD,
    sparesNobody: isBlast,
    isUnstopped: isBlast,
    isThrown: isFlying,
    item: {
      throwSpeed: THROW_SPEED,
      thrown: (article) => leave(article, THROWN),
      dropped: (article) => leave(article, FALLING),
      caught: (article) => {
        article.state = HELD
      },
    },
    hitboxes: (article) => {
      if (article.state !== BLAST) return isFlying(article) ? hits.flying : NO_HITBOXES
      const age = BLAST_FRAMES - article.timer
      return age > 0 && age <= lastBlastHit ? hits.blast : NO_HITBOXES
    },
    animation: (article) => {
      const { ownedBy } = article
      if (isLit || article.state !== HELD) article.timer = f(article.timer - 1)
      if (article.state === BLAST) {
        blaze(article)
        if (article.timer <= 0) article.remove()
        return
      }
      if (article.state === HELD && loses(ownedBy)) dropItem(ownedBy)
      if (article.timer <= 0) goOff(article)
    },
    physics: (article) => {
      if (isFlying(article)) fallBy(article, GRAVITY, TERMINAL_VELOCITY)
      else if (article.state === LYING) {
        article.vx = Math.abs(article.vx) <= ROLL_FRICTION ? 0 : f(article.vx - Math.sign(article.vx) * ROLL_FRICTION)
      }
    },
    collision: (article) => {
      if (article.state === LYING) {
        if (!restOnFloor(article, SIZE)) article.state = FALLING
        return
      }
      if (!isFlying(article)) return
      const wasFast = isFast(article)
      const { floor, wall, ceiling } = moveThroughAir(article, SIZE)
      if (!floor && wall === 0 && !ceiling) return
      if (wasFast) goOff(article)
      else if (floor) {
        article.state = LYING
        article.vy = 0
      } else article.vx = f(-article.vx * WALL_SHARE)
    },
    hit: meet,
    shielded: (article) => {
      if (article.state !== BLAST) bounceOffVictim(article)
    },
    clanked: goOff,
  }
}

export function bomb(values: BombValues): FighterOverrides {
  const kind = bombArticle(values)

  function draw(action: number, thrownBy: number): (fighter: Fighter) => void {
    return (fighter) => {
      if (heldItem(fighter)) enterItemThrow(fighter, thrownBy)
      else enterSpecial(fighter, action)
    }
  }

  function make(fighter: Fighter): void {
    if (fighter.animationFrame !== DRAW_FRAME || fighter.heldArticle >= 0) return
    const { x, y, facing, match } = fighter
    const place = { x: f(x + facing * HAND.x), y: f(y + HAND.y) }
    fighter.heldArticle = match.articles.spawn(kind, fighter, { ...place, state: HELD, timer: LIFE })?.spawn ?? -1
  }

  return {
    specials: {
      SpecialLw: draw(DRAW, ACTION.LightThrowF4),
      SpecialAirLw: draw(AIR_DRAW, ACTION.LightThrowAirF4),
    },
    articles: [kind],
    actions: {
      SpecialLw: { animation: thenWait, ...standing(AIR_DRAW), accessory: make },
      SpecialAirLw: { animation: thenFall, ...falling(DRAW), accessory: make },
    },
  }
}
