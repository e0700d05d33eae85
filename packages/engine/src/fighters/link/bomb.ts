/**
 * The bombs of Link and Young Link: drawn, thrown or dropped. They explode when their time is over or on a fast
 * contact; the blast hits every fighter, the owner too. Source: doldecomp/melee (ftLk_SpecialLw, itlinkbomb); time and
 * thresholds from a public list of special attributes, values of hits from FightCore; fall, roll and sizes are
 * estimates.
 */
import { ACTION } from '../../action-ids.ts'
import { dropItem, enterItemThrow, heldItem } from '../../actions/item-throw.ts'
import type { Article, ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { articleHitbox, type HitboxFigures } from '../../articles/hitbox.ts'
import { fallBy, moveThroughAir, restOnFloor } from '../../articles/motion.ts'
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
/** Frames of the blast, and those on which it hits. */
const BLAST_FRAMES = 30
const BLAST_HITS = 5

const SIZE = 2
const GRAVITY = f(0.07)
const TERMINAL_VELOCITY = f(2.2)
/** A faster bomb explodes on contact. */
const FAST = f(0.8)
const ROLL_FRICTION = f(0.03)
/** Share of the speed after a shield or a slow hit, and the upward speed that it adds. */
const BOUNCE_SHARE = f(0.3)
const BOUNCE = f(0.8)

// Words of a bomb.
/** Frames of the blast so far. */
const AGE = 0

const NO_HITBOXES: readonly ArticleHitbox[] = []

export interface BombValues {
  readonly type: number
  /** Its time runs in the hand too. */
  readonly isLit: boolean
  /** Hit values in flight, when dropped, and of the blast. */
  readonly thrown: HitboxFigures
  readonly dropped: HitboxFigures
  readonly blast: HitboxFigures
}

/** Fighters that are hit, held or dead hold no item. */
function loses(fighter: Fighter): boolean {
  const { action } = fighter
  if (isAbsent(fighter)) return true
  if (action >= ACTION.DamageHi1 && action <= ACTION.DamageFlyRoll) return fighter.hitlagLeft === 0
  return action >= ACTION.CapturePulledHi && action <= ACTION.CaptureFoot
}

/** An item that is thrown or lies until its time is over, and explodes: Link's bombs, and others. */
export function bombArticle({ type, isLit, thrown, dropped, blast }: BombValues): ArticleKind {
  const hits = {
    thrown: [articleHitbox(thrown)],
    dropped: [articleHitbox(dropped)],
    blast: [articleHitbox(blast)],
  } as const

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
    article.ints[AGE] = 0
    article.metFighters = 0
    article.wasHitting = false
  }

  function isFast({ vx, vy }: Article): boolean {
    return Math.abs(vx) > FAST || Math.abs(vy) > FAST
  }

  function bounce(article: Article): void {
    article.vx = f(-article.vx * BOUNCE_SHARE)
    article.vy = BOUNCE
  }

  function meet(article: Article): void {
    if (article.state === BLAST) return
    if (isFast(article)) goOff(article)
    else bounce(article)
  }

  return {
    type,
    isReflectable: true,
    isHeld: (article) => article.state === HELD,
    sparesNobody: (article) => article.state === BLAST,
    item: {
      thrown: (article) => {
        article.state = THROWN
      },
      dropped: (article) => {
        article.state = FALLING
      },
      caught: (article) => {
        article.state = HELD
      },
    },
    hitboxes: ({ state, ints }) => {
      if (state === BLAST) return ints[AGE]! <= BLAST_HITS ? hits.blast : NO_HITBOXES
      if (state === THROWN) return hits.thrown
      return state === FALLING ? hits.dropped : NO_HITBOXES
    },
    animation: (article) => {
      const { ownedBy } = article
      if (isLit || article.state !== HELD) article.timer = f(article.timer - 1)
      if (article.state === BLAST) {
        article.ints[AGE]!++
        if (article.timer <= 0) article.remove()
        return
      }
      if (article.state === HELD && loses(ownedBy)) dropItem(ownedBy)
      if (article.timer <= 0) goOff(article)
    },
    physics: (article) => {
      if (article.state === FALLING || article.state === THROWN) fallBy(article, GRAVITY, TERMINAL_VELOCITY)
      else if (article.state === LYING) {
        article.vx = Math.abs(article.vx) <= ROLL_FRICTION ? 0 : f(article.vx - Math.sign(article.vx) * ROLL_FRICTION)
      }
    },
    collision: (article) => {
      if (article.state === LYING) {
        if (!restOnFloor(article, SIZE)) article.state = FALLING
        return
      }
      if (article.state !== FALLING && article.state !== THROWN) return
      const wasFast = isFast(article)
      const { floor, wall, ceiling } = moveThroughAir(article, SIZE)
      if (!floor && wall === 0 && !ceiling) return
      if (wasFast) goOff(article)
      else if (floor) {
        article.state = LYING
        article.vy = 0
      } else bounce(article)
    },
    hit: meet,
    shielded: (article) => {
      if (article.state !== BLAST) bounce(article)
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
