/**
 * How long a fighter stays safe, where the stream tells: on and after a ledge, after the respawn platform, and in the actions that all
 * fighters have, such as rolls, dodges, techs and getting up.
 */
import { ACTION } from '@arena/engine/action-names'
import type { PostFrame } from '@arena/slp'
import { figuresOfFighter, GAME } from './figures.ts'
import type { FramesSince } from './history.ts'

/** Frames after this one; 0 where it is not safe or this is the last, null where that is not known. */
export function safeFramesOf(post: PostFrame, since: FramesSince, frames: number): number | null {
  if (post.hurtboxCollisionState === 0) return 0
  const figures = figuresOfFighter(post.internalCharacterId)
  const left = [windowLeft(figures?.safe[post.actionStateId], frames)]
  if (since.platform !== null) left.push(GAME.respawnSafeFrames - 1 - since.platform)
  // The time begins once the fighter hangs still.
  const catching = figures?.lengths[ACTION.CliffCatch] ?? 0
  if (since.ledge !== null) left.push(catching + GAME.ledgeSafeFrames - 1 - since.ledge)
  const most = Math.max(...left)
  return most >= 0 ? most : null
}

function windowLeft(windows: readonly number[] | undefined, frame: number): number {
  if (!windows) return -1
  for (let i = 0; i < windows.length; i += 2) {
    if (frame >= windows[i]! && frame <= windows[i + 1]!) return windows[i + 1]! - frame
  }
  return -1
}
