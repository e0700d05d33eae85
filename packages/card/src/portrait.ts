/** Fighters by themselves, standing, as the viewer draws them. */
import { Game, loadFighters, Picture } from '@arena/engine'
import { drawFighter, figureOf } from '@arena/viewer'
import type { Context } from './canvas.ts'

interface PortraitPlace {
  /** Where the feet are. */
  readonly x: number
  readonly y: number
  /** Pixels a unit of the game. */
  readonly scale: number
  /** 0 looks to the right in the first player's colours, 1 to the left in the second's. */
  readonly port: 0 | 1
}

const FINAL_DESTINATION = 32
const FRAMES = 150
const NEUTRAL = { buttons: 0, stickX: 128, stickY: 128, cstickX: 128, cstickY: 128, l: 0, r: 0 }

/** Draws a character; one with a follower brings it along. */
export async function drawPortrait(context: Context, character: number, place: PortraitPlace): Promise<void> {
  const { x, y, scale, port } = place
  await loadFighters([character])
  const pick = { character, costume: 0, name: '' }
  const game = new Game({ seed: new Uint8Array(32), stage: FINAL_DESTINATION, players: [pick, pick] })
  for (let i = 0; i < FRAMES; i++) game.step(NEUTRAL, NEUTRAL)
  const picture = new Picture()
  game.show(picture)
  const own = picture.bodies.slice(0, picture.head.bodyCount).filter((body) => body.port === port && !body.isAbsent)
  const leader = own.find(({ isFollower }) => !isFollower)!
  const view = { x: x - leader.x * scale, y: y + leader.y * scale, scale, width: 0, height: 0 }
  // The follower stands behind.
  for (const body of own.toReversed()) {
    const style = { theme: 'dark', costume: 0, reducedMotion: true, vx: 0, vy: 0, frame: 1 } as const
    drawFighter(context, view, figureOf(body), body, style)
  }
}
