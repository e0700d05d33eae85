/** What fast things leave behind: bodies a ribbon with two lines of speed, hitboxes a swing through the air. */
import { PICTURE_HITBOX_WORDS, type PictureBody } from '@arena/engine/picture'
import { taper, type Context } from './brush.ts'
import type { View } from './camera.ts'
import type { Team } from './colours.ts'

/** Speed from which a body leaves a trail, in units a frame. */
const TRAIL_SPEED = 2.6
/** Frames that a trail reaches back. */
const TRAIL_FRAMES = 5
/** How far a hitbox has to move in a frame for a swing to show; further, it was put elsewhere. */
const SWING = { least: 0.8, most: 24 }

export interface Moving {
  readonly body: PictureBody
  readonly x: number
  readonly y: number
  readonly vx: number
  readonly vy: number
}

/** Where a fast body came from. */
export function drawTrail(context: Context, view: View, { body, x, y, vx, vy }: Moving, team: Team): void {
  const speed = Math.hypot(vx, vy)
  if (speed < TRAIL_SPEED || body.hitlagLeft > 0) return
  const s = view.scale
  const high = (body.ecb[5]! - body.ecb[1]!) * s
  const sx = view.x + x * s
  const sy = view.y - (y + (body.ecb[1]! + body.ecb[5]!) / 2 - body.y) * s
  const [dx, dy] = [-vx * TRAIL_FRAMES * s, vy * TRAIL_FRAMES * s]
  const [px, py] = [(-vy / speed) * high, (-vx / speed) * high]
  const gradient = context.createLinearGradient(sx, sy, sx + dx, sy + dy)
  gradient.addColorStop(0, `${team.light}a0`)
  gradient.addColorStop(1, `${team.light}00`)
  context.fillStyle = gradient
  context.beginPath()
  for (const [from, wide, reach] of [
    [0, 0.3, 1],
    [0.4, 0.05, 1.25],
    [-0.36, 0.06, 1.15],
  ] as const) {
    context.moveTo(sx + px * (from + wide), sy + py * (from + wide))
    context.lineTo(sx + px * from * 0.8 + dx * reach, sy + py * from * 0.8 + dy * reach)
    context.lineTo(sx + px * (from - wide), sy + py * (from - wide))
  }
  context.fill()
}

/** The way of each hitbox since the frame before, as one pale shape. */
export function drawSwings(
  context: Context,
  view: View,
  body: PictureBody,
  before: PictureBody | undefined,
  team: Team,
): void {
  const path = swingsOf(view, body, before)
  if (path === null) return
  context.globalAlpha = 0.5
  context.fillStyle = team.pale
  context.fill(path)
  context.globalAlpha = 1
}

function swingsOf(view: View, body: PictureBody, before: PictureBody | undefined): Path2D | null {
  if (before === undefined || body.hitlagLeft > 0 || before.port !== body.port) return null
  const s = view.scale
  let path: Path2D | null = null
  for (let i = 0; i < body.hitboxCount && i < before.hitboxCount; i++) {
    const at = i * PICTURE_HITBOX_WORDS
    const [x, y, radius] = [body.hitboxes[at + 3]!, body.hitboxes[at + 4]!, body.hitboxes[at + 6]!]
    const [fromX, fromY] = [before.hitboxes[at + 3]!, before.hitboxes[at + 4]!]
    const moved = Math.hypot(x - fromX, y - fromY)
    if (moved < SWING.least || moved > SWING.most) continue
    path ??= new Path2D()
    // Its tail reaches back twice as far as it moved.
    const [tailX, tailY] = [x + (fromX - x) * 2, y + (fromY - y) * 2]
    taper(path, view.x + x * s, view.y - y * s, radius * 0.62 * s, view.x + tailX * s, view.y - tailY * s, 0.1 * s)
  }
  return path
}
