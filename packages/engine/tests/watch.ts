/** Looks at every event of a match for what cannot be, whatever is pressed. */
import { EventReader, type ItemUpdate, type PostFrame } from '@arena/slp'
import { asInternalId } from '../src/tables/ids.ts'
import { ACTION } from '../src/action-ids.ts'
import { kindOf } from '../src/fighters/index.ts'
import type { StageId } from '../src/index.ts'
import { STAGE_BY_ID } from '../src/stages/index.ts'
import { MOST_ARTICLES } from '../src/state/state.ts'

/** A frame's greatest move past a blast zone before the death shows. */
const OVERSHOOT = 20
/** A fighter that nothing launched may rise past the top; so high it cannot get on its own. */
const HIGHEST = 400
/** No action but those that wait for a press lasts this many frames. */
const LONGEST_ACTION = 700
/** Nor does an article, in a hand or out of it. */
const LONGEST_LIFE = 1800
const PATIENT: ReadonlySet<number> = new Set([ACTION.Sleep, ACTION.Wait, ACTION.Guard, ACTION.SquatWait])

export class Watch {
  readonly #stage: StageId
  readonly #reader = new EventReader(({ name, record }) => {
    if (name === 'frameStart') this.#items = 0
    else if (name === 'postFrame') this.#fighter(record)
    else if (name === 'itemUpdate') this.#item(record)
  })
  readonly #fighters: { action: number; since: number; isOutside: boolean }[] = []
  readonly #born = new Map<number, number>()
  #items = 0

  constructor(stage: StageId) {
    this.#stage = stage
  }

  push(bytes: Uint8Array): void {
    this.#reader.push(bytes)
  }

  #fighter(post: PostFrame): void {
    const { frame, internalCharacterId: id, actionStateId: action, positionX: x, positionY: y, shieldSize } = post
    const fault = (what: string) => new Error(`Character ${id} in action ${action}, frame ${frame}: ${what}`)
    const { speedAirX, speedY, speedGroundX, speedAttackX, speedAttackY, percent, hitlagRemaining } = post
    const speeds = speedAirX + speedY + speedGroundX + speedAttackX + speedAttackY
    const sum = x + y + speeds + shieldSize + percent + hitlagRemaining + post.actionStateCounter
    if (!Number.isFinite(sum)) throw fault('not a number')
    if (Math.abs(post.facingDirection) !== 1) throw fault(`faces ${post.facingDirection}`)
    const { left, right, bottom } = STAGE_BY_ID[this.#stage].blastZone
    if (x < left - OVERSHOOT || x > right + OVERSHOOT || y < bottom - OVERSHOOT || y > HIGHEST) {
      throw fault(`out of bounds at ${x}, ${y}`)
    }
    if (!kindOf(asInternalId(id)).actions[action]?.isPlayed) throw fault('nothing plays it')
    if (shieldSize < 0 || shieldSize > 60) throw fault(`shield ${shieldSize}`)
    if (post.stocksRemaining > 4) throw fault(`${post.stocksRemaining} stocks`)
    const place = post.playerIndex * 2 + post.isFollower
    const last = this.#fighters[place]
    // A held fighter gets its place after the frame's deaths.
    const isOutside = action > ACTION.Sleep && (x < left || x > right || y < bottom)
    if (isOutside && last?.isOutside) throw fault(`alive at ${x}, ${y}`)
    const since = last?.action === action ? last.since : frame
    if (frame - since > LONGEST_ACTION && !PATIENT.has(action)) throw fault('stuck')
    this.#fighters[place] = { action, since, isOutside }
  }

  #item(item: ItemUpdate): void {
    const { frame, typeId, spawnId, positionX, positionY, velocityX, velocityY, expirationTimer } = item
    const fault = (what: string) => new Error(`Item ${typeId}, state ${item.state}, frame ${frame}: ${what}`)
    if (++this.#items > MOST_ARTICLES) throw fault('one too many')
    const sum = positionX + positionY + velocityX + velocityY + expirationTimer + item.facingDirection
    if (!Number.isFinite(sum)) throw fault('not a number')
    const born = this.#born.get(spawnId) ?? frame
    this.#born.set(spawnId, born)
    if (frame - born > LONGEST_LIFE) throw fault('outlives its time')
  }
}
