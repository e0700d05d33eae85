/** What the engine knows and the game hides, drawn over the picture: each kind is a switch. */
import type { Zone } from '@arena/engine'
import {
  PICTURE_CAPSULE_WORDS,
  PICTURE_ELEMENTS,
  PICTURE_HITBOX_WORDS,
  type Picture,
  type PictureBody,
} from '@arena/engine/picture'
import type { View } from './camera.ts'
import { taper, type Context } from './brush.ts'

export interface Overlays {
  readonly hurtboxes: boolean
  readonly hitboxes: boolean
  readonly ecb: boolean
  readonly ledgeBoxes: boolean
  readonly shields: boolean
  readonly zones: boolean
}

export const NO_OVERLAYS: Overlays = {
  hurtboxes: false,
  hitboxes: false,
  ecb: false,
  ledgeBoxes: false,
  shields: false,
  zones: false,
}

/** By the state of the body: can be hit, invincible, intangible. */
const HURT_COLOURS = ['#ffe45c', '#5cff8a', '#5cd0ff']
const DISJOINT_GRABS = ['grab', 'empty']
const ELEMENT_COLOURS: Readonly<Record<string, string>> = {
  fire: '#ff7a1a',
  electric: '#ffe600',
  ice: '#7adfff',
  darkness: '#9a4aff',
  slash: '#e8f0ff',
  grab: '#d04aff',
  empty: '#9aa0a8',
}
const PLAIN = '#ff2a3c'
const STRONG = 18

function capsule(context: Context, view: View, words: Float32Array, at: number, fill: string, line: string): void {
  const path = new Path2D()
  const radius = Math.max(0.05, words[at + 6]!) * view.scale
  taper(
    path,
    view.x + words[at]! * view.scale,
    view.y - words[at + 1]! * view.scale,
    radius,
    view.x + words[at + 3]! * view.scale,
    view.y - words[at + 4]! * view.scale,
    radius,
  )
  paint(context, path, fill, line)
}

function paint(context: Context, path: Path2D, fill: string, line: string): void {
  context.fillStyle = fill
  context.fill(path)
  context.strokeStyle = line
  context.stroke(path)
}

function hitColour(element: number): string {
  return ELEMENT_COLOURS[PICTURE_ELEMENTS[element] ?? ''] ?? PLAIN
}

function drawHitboxes(
  context: Context,
  view: View,
  from: { hitboxCount: number; hitboxes: Float32Array; hitboxElements?: Int32Array },
): void {
  for (let i = 0; i < from.hitboxCount; i++) {
    const at = i * PICTURE_HITBOX_WORDS
    const element = from.hitboxElements?.[i] ?? 0
    const colour = hitColour(element)
    const isGrab = DISJOINT_GRABS.includes(PICTURE_ELEMENTS[element] ?? '')
    // The stronger the hit, the fuller the colour.
    const damage = from.hitboxes[at + 7]!
    const alpha = isGrab ? 0.35 : 0.3 + 0.5 * Math.min(1, damage / STRONG)
    capsule(
      context,
      view,
      from.hitboxes,
      at,
      colour +
        Math.round(alpha * 255)
          .toString(16)
          .padStart(2, '0'),
      colour,
    )
    const angle = from.hitboxes[at + 8]!
    if (isGrab || damage <= 0 || angle === 361) continue
    const [x, y] = [view.x + from.hitboxes[at + 3]! * view.scale, view.y - from.hitboxes[at + 4]! * view.scale]
    const length = from.hitboxes[at + 6]! * view.scale
    const turn = (angle * Math.PI) / 180
    context.beginPath()
    context.moveTo(x, y)
    context.lineTo(x + Math.cos(turn) * length, y - Math.sin(turn) * length)
    context.stroke()
  }
}

function drawEcb(context: Context, view: View, { ecb }: PictureBody): void {
  context.beginPath()
  for (let i = 0; i < 8; i += 2) context.lineTo(view.x + ecb[i]! * view.scale, view.y - ecb[i + 1]! * view.scale)
  context.closePath()
  context.fillStyle = '#ff9a3c55'
  context.fill()
  context.strokeStyle = '#ff9a3c'
  context.stroke()
}

function box(
  context: Context,
  view: View,
  left: number,
  top: number,
  right: number,
  bottom: number,
  line: string,
): void {
  context.strokeStyle = line
  context.strokeRect(
    view.x + left * view.scale,
    view.y - top * view.scale,
    (right - left) * view.scale,
    (top - bottom) * view.scale,
  )
}

export function drawOverlays(
  context: Context,
  view: View,
  picture: Picture,
  zones: { blast: Zone; camera: Zone },
  overlays: Overlays,
): void {
  const { head, bodies, articles } = picture
  context.lineWidth = Math.max(1, 0.2 * view.scale)
  context.lineJoin = 'round'
  if (overlays.zones) {
    context.setLineDash([8, 6])
    const { blast, camera } = zones
    box(context, view, blast.left, blast.top, blast.right, blast.bottom, '#ff2a3c')
    box(context, view, camera.left, camera.top, camera.right, camera.bottom, '#5cd0ff')
    context.setLineDash([])
  }
  for (let i = 0; i < head.bodyCount; i++) {
    const body = bodies[i]!
    if (body.isAbsent) continue
    if (overlays.hurtboxes) {
      const colour = HURT_COLOURS[body.hurtboxState] ?? HURT_COLOURS[0]!
      for (let n = 0; n < body.capsuleCount; n++)
        capsule(context, view, body.capsules, n * PICTURE_CAPSULE_WORDS, `${colour}55`, colour)
    }
    if (overlays.ecb) drawEcb(context, view, body)
    if (overlays.ledgeBoxes) {
      const [left, bottom, right, top] = body.ledgeBox as unknown as [number, number, number, number]
      box(context, view, left, top, right, bottom, '#3cffc0')
    }
    if (overlays.shields && body.bubble !== 0) {
      context.strokeStyle = '#ffffff'
      context.beginPath()
      context.arc(
        view.x + body.bubbleX * view.scale,
        view.y - body.bubbleY * view.scale,
        Math.max(0, body.bubbleRadius * view.scale),
        0,
        2 * Math.PI,
      )
      context.stroke()
    }
    if (overlays.hitboxes) drawHitboxes(context, view, body)
  }
  if (!overlays.hitboxes) return
  for (let i = 0; i < head.articleCount; i++) drawHitboxes(context, view, articles[i]!)
}
