/**
 * Articles as recorded: which exist, their places and owners. Values that the recording does not have (private words,
 * the fighters it has met) stay as in the engine. An article that the engine used up is restored from the frame before;
 * one that it did not make is made from the recorded values.
 */
import type { ItemUpdate } from '@arena/slp'
import type { Match } from '../match.ts'
import { ArticleRecord, MatchRecord } from '../state/fields.ts'
import { articleAt, STATE_AT } from '../state/state.ts'
import { NO_ATTACK } from '../tables/actions.ts'

/**
 * Sets the match's articles to those of a frame; types that neither a fighter nor the stage makes are left out. `was` is the frame before.
 */
export function putArticlesToRecord(match: Match, items: readonly ItemUpdate[], was: Int32Array): void {
  const { articles, record } = match
  const words = new Int32Array(match.buffer)
  const before = words.slice()
  const known = items.filter(({ typeId }) => articles.has(typeId))
  const played = Array.from({ length: record.articleCount }, (_, place) => {
    const { type, spawn } = articles.at(place)
    return { place, type, spawn }
  })
  words.fill(0, articleAt(0), articleAt(record.articleCount))
  for (const [place, item] of known.entries()) {
    const same = played.findIndex(({ type, spawn }) => type === item.typeId && spawn === item.spawnId)
    const lost = same >= 0 ? -1 : placeBefore(was, item)
    // One that is new in both may have another number in each.
    const at =
      same >= 0 || lost >= 0
        ? same
        : played.findIndex(({ type, spawn }) => type === item.typeId && !isShown(known, type, spawn))
    const from = at < 0 ? undefined : played.splice(at, 1)[0]
    if (from) words.set(before.subarray(articleAt(from.place), articleAt(from.place + 1)), articleAt(place))
    const article = articles.at(place)
    if (lost >= 0) {
      words.set(was.subarray(lost, lost + ArticleRecord.words), articleAt(place))
    } else if (!from) {
      article.isAirborne = true
      article.floorLine = -1
      article.staleShare = 1
      article.attackId = NO_ATTACK
    }
    show(match, item, place)
    if (!from) article.kind.rebuild?.(article)
  }
  record.articleCount = known.length
  for (const place of known.keys()) {
    const article = articles.at(place)
    article.kind.follow?.(article)
  }
  for (const fighter of match.fighters) {
    const held = articles.find(fighter.heldArticle)
    if (!held || (held.kind.item && !held.kind.isHeld?.(held))) fighter.heldArticle = -1
  }
  for (const place of known.keys()) {
    const article = articles.at(place)
    const { item, isLost } = article.kind
    if ((item || isLost) && article.kind.isHeld?.(article)) article.ownedBy.heldArticle = article.spawn
  }
  for (const { spawnId } of items) record.nextSpawn = Math.max(record.nextSpawn, spawnId + 1)
}

function isShown(items: readonly ItemUpdate[], type: number, spawn: number): boolean {
  return items.some(({ typeId, spawnId }) => typeId === type && spawnId === spawn)
}

/** First word of an item on the frame before; -1 when there was none. */
function placeBefore(was: Int32Array, { typeId, spawnId }: ItemUpdate): number {
  const { articleCount } = new MatchRecord(was.buffer as ArrayBuffer, STATE_AT.match)
  for (let i = 0; i < articleCount; i++) {
    const { type, spawn } = new ArticleRecord(was.buffer as ArrayBuffer, articleAt(i))
    if (type === typeId && spawn === spawnId) return articleAt(i)
  }
  return -1
}

function show(match: Match, item: ItemUpdate, place: number): void {
  const article = match.articles.at(place)
  const owner = match.leaders.find(({ port }) => port === item.owner)
  article.type = item.typeId
  article.state = item.state
  article.spawn = item.spawnId
  if (owner && article.ownedBy.port !== owner.port) article.owner = owner.index
  article.x = item.positionX
  article.y = item.positionY
  article.vx = item.velocityX
  article.vy = item.velocityY
  article.facing = item.facingDirection
  article.timer = item.expirationTimer
  article.damageTaken = item.damageTaken
  article.instance = item.instanceId
  article.misc.set([item.missileType, item.turnipFace, item.chargeShotLaunched, item.chargePower])
}
