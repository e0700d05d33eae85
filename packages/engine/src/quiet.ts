/** A game that is played ahead: without the events of its frames, until what a frame shows is wanted. */
import type { ItemUpdate, PostFrame } from '@arena/slp'
import { fillItemUpdate, fillPostFrame } from './events/recorder.ts'
import { type Game, matchOf } from './game.ts'
import type { Pad } from './input/controller.ts'
import { randallX, randallY } from './stages/yoshis-story.ts'
import { isAsleep } from './state/presence.ts'

/** Plays the next frame and writes no events. The state is the same as after `Game.step`. */
export function stepQuietly(game: Game, pad0: Pad, pad1: Pad): void {
  const { recorder } = matchOf(game)
  recorder.isMuted = true
  try {
    game.step(pad0, pad1)
  } finally {
    recorder.isMuted = false
  }
}

/** The events of a frame that was played quietly, all but the controllers (Pre-Frame). A view that is valid until the next call. */
export function eventsOf(game: Game): Uint8Array {
  const match = matchOf(game)
  const { recorder } = match
  recorder.startFrame(match)
  recorder.stage(match)
  recorder.endFrame(match)
  return recorder.bytes()
}

/** Fills a fighter's Post-Frame as of the frame played last; false, and nothing filled, where it has none. */
export function showFighter(game: Game, port: 0 | 1, isFollower: boolean, into: PostFrame): boolean {
  const leader = matchOf(game).leaders[port]!
  const fighter = isFollower ? leader.follower : leader
  if (!fighter || isAsleep(fighter)) return false
  fillPostFrame(fighter, into)
  return true
}

/** Fills the Item Update of an article as of the frame played last, oldest first; false, and nothing filled, past the last one. */
export function showArticle(game: Game, place: number, into: ItemUpdate): boolean {
  const { articles } = matchOf(game)
  if (place >= articles.count) return false
  fillItemUpdate(articles.at(place), into)
  return true
}

/** Middle of the cloud of Yoshi's Story on a frame; null where there is none. */
export function showRandall(stage: number, frame: number): { readonly x: number; readonly y: number } | null {
  return stage === 8 ? { x: randallX(frame), y: randallY(frame) } : null
}

/** Where the stage's moving parts are: heights of Fountain of Dreams' platforms as events number them, direction of the wind. */
export function showStage(game: Game): { readonly heights: ArrayLike<number>; readonly windDirection: number } {
  const { platformHeight, windDirection } = matchOf(game).stageRecord
  return { heights: platformHeight, windDirection }
}
