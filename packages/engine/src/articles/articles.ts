/**
 * The articles of a match, oldest first. Their records lie in the match's state. Removed articles leave no gaps: the
 * rest move up at the end of a frame, so an article is referred to by its spawn number and not by its place.
 */
import { NO_OWNER } from '../constants.ts'
import { staleShare } from '../combat/formulas.ts'
import type { Fighter } from '../fighter.ts'
import type { Match } from '../match.ts'
import { ArticleRecord } from '../state/fields.ts'
import { NO_ATTACK } from '../tables/actions.ts'
import { articleAt, MOST_ARTICLES } from '../state/state.ts'
import { Article, type ArticleKind } from './article.ts'
import { SHY_GUY, ShyGuys } from './shy-guys.ts'

/** Where an article begins: in the world, with its velocity. */
export interface ArticleStart {
  readonly x: number
  readonly y: number
  readonly vx?: number
  readonly vy?: number
  readonly facing?: number
  readonly state?: number
  /** Frames until it expires. */
  readonly timer: number
}

export class Articles {
  readonly #match: Match
  readonly #places: readonly Article[]
  readonly #words: Int32Array
  readonly #kinds = new Map<number, ArticleKind>()
  readonly shyGuys = new ShyGuys(this)

  constructor(match: Match) {
    this.#match = match
    this.#words = new Int32Array(match.buffer)
    this.#places = Array.from({ length: MOST_ARTICLES }, (_, i) => new Article(match, match.buffer, articleAt(i)))
    const forms = match.fighters.flatMap((fighter) => fighter.forms)
    const kinds = [...forms.flatMap(({ articles }) => articles), ...(match.stage.hasShyGuys ? [SHY_GUY] : [])]
    for (const kind of kinds) this.#kinds.set(kind.type, kind)
  }

  get count(): number {
    return this.#match.record.articleCount
  }

  at(place: number): Article {
    return this.#places[place]!
  }

  /** Whether one of the fighters or the stage makes articles of this type. */
  has(type: number): boolean {
    return this.#kinds.has(type)
  }

  kindOf(type: number): ArticleKind {
    const kind = this.#kinds.get(type)
    if (!kind) throw new RangeError(`Nobody in this match makes articles of type ${type}`)
    return kind
  }

  /** The article with a spawn number; null when it was removed. */
  find(spawn: number): Article | null {
    for (let i = 0; i < this.count; i++) {
      const article = this.#places[i]!
      if (article.spawn === spawn && !article.isGone) return article
    }
    return null
  }

  /** Makes an article of the owner's present action, or nobody's; null when the greatest number exists already. */
  spawn(kind: ArticleKind, owner: Fighter | null, start: ArticleStart): Article | null {
    const { record } = this.#match
    if (record.articleCount === MOST_ARTICLES) return null
    const article = this.#places[record.articleCount++]!
    const at = articleAt(record.articleCount - 1)
    this.#words.fill(0, at, at + ArticleRecord.words)
    const attackId = owner?.state.attackId ?? NO_ATTACK
    article.type = kind.type
    article.state = start.state ?? 0
    article.spawn = record.nextSpawn++
    article.owner = owner?.index ?? NO_OWNER
    article.x = start.x
    article.y = start.y
    article.previousX = article.x
    article.previousY = article.y
    article.vx = start.vx ?? 0
    article.vy = start.vy ?? 0
    article.facing = start.facing ?? owner?.facing ?? 1
    article.isAirborne = true
    article.floorLine = -1
    article.timer = start.timer
    article.staleShare = owner ? staleShare(owner.leader.staleAttacks, attackId) : 1
    article.attackId = attackId
    article.instance = owner?.instance ?? 0
    article.hitboxes.count = 0
    article.forgetMeetings()
    return article
  }

  /** Closes the gaps that removed articles left; no hand holds them any more. */
  sweep(): void {
    const { record } = this.#match
    let kept = 0
    for (let i = 0; i < record.articleCount; i++) {
      const article = this.#places[i]!
      if (article.isGone || article.kind.isLost?.(article)) {
        if (article.owner !== NO_OWNER && article.ownedBy.heldArticle === article.spawn)
          article.ownedBy.heldArticle = -1
        continue
      }
      if (kept !== i) this.#words.copyWithin(articleAt(kept), articleAt(i), articleAt(i + 1))
      kept++
    }
    this.#words.fill(0, articleAt(kept), articleAt(record.articleCount))
    record.articleCount = kept
  }
}
