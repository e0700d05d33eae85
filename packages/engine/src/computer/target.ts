/** The opponent that a computer player minds. Source: doldecomp/melee (ftCo_800A4BEC). */
import { ACTION } from '../action-ids.ts'
import type { Fighter } from '../fighter.ts'
import { randomFloat } from '../random.ts'
import type { TrailRecord } from '../state/fields.ts'
import { isInBounds } from './footing.ts'
import { distanceTo } from './goal.ts'

/** Most frames for which it keeps an opponent as its target before it looks for the nearest again. */
const MOST_FRAMES = 30

export const NO_TARGET = -1

/** The one it minds, or the nearest: then it draws for how long. */
export function findTarget(fighter: Fighter, own: TrailRecord): Fighter | null {
  const { fighters, record } = fighter.match
  const minded = fighters[own.target]
  if (minded && isFair(fighter, minded)) return minded
  let nearest: Fighter | null = null
  let least = 0
  // One that is minded but out of play leaves no other to be found.
  for (let i = 0; i < fighters.length && own.target === NO_TARGET; i++) {
    const other = fighters[i]!
    if (other.port === fighter.port || !isFair(fighter, other)) continue
    const distance = distanceTo(fighter, other.x, other.y)
    if (nearest && least <= distance) continue
    nearest = other
    least = distance
  }
  own.target = nearest ? nearest.index : NO_TARGET
  if (nearest) minds(own, randomFloat(record))
  return nearest
}

/** Notes for how long: a share of the most frames. */
export function minds(own: TrailRecord, share: number): void {
  own.targetLeft = Math.trunc(MOST_FRAMES * share)
}

/** On the stage and in reach of the blast lines. */
function isFair(fighter: Fighter, { action, x, y }: Fighter): boolean {
  return action > ACTION.RebirthWait && !isEntering(action) && isInBounds(fighter, x, y)
}

function isEntering(action: number): boolean {
  return action >= ACTION.Entry && action <= ACTION.EntryEnd
}
