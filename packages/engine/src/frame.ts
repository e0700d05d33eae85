/**
 * One frame: the game's priorities in order, each for all fighters before the next begins. Source: doldecomp/melee
 * (Fighter_Create registers the callbacks).
 */
import type { Match } from './match.ts'
import { advanceAnimations } from './phases/animation.ts'
import { follow } from './phases/follow.ts'
import { collide } from './phases/collision.ts'
import { fight } from './phases/hits.ts'
import { judge } from './phases/judge.ts'
import { leaveHitlag } from './phases/hitlag.ts'
import { readInputs } from './phases/input.ts'
import { move, moveStage } from './phases/physics.ts'
import { lookForFighters } from './phases/off-camera.ts'
import { animateArticles, collideArticles, leaveArticleHitlag, moveArticles } from './phases/articles.ts'
import { startFrame } from './phases/start.ts'

/** Plays the next frame with the controllers in `match.readings`. */
export function playFrame(match: Match): void {
  startFrame(match)
  leaveHitlag(match) // priority 0, as everywhere fighters before articles
  leaveArticleHitlag(match)
  advanceAnimations(match) // 1
  animateArticles(match)
  follow(match) // 2
  readInputs(match) // 3
  moveStage(match) // 4, stage objects before fighters
  move(match) // 4
  moveArticles(match)
  collideArticles(match) // 5
  collide(match) // 6
  fight(match) // 9, 12, 13, 14
  judge(match)
  lookForFighters(match)
  match.articles.sweep()
  match.recorder.endFrame(match) // 18
}
