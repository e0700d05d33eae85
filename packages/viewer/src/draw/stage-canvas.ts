/**
 * A moment of a match on a canvas: stage, bodies, articles, effects, marks, overlays. It keeps what a camera keeps and what is costly
 * to paint twice (the sky); all else follows from what `draw` is given.
 */
import type { Picture, PictureArticle, PictureBody, Stage, StageId } from '@arena/engine'
import { STAGE_BY_ID as STAGES } from '@arena/engine/stages'
import type { DebugMark } from '@arena/slp'
import type { ReplayInfo } from '../replay/replay-info.ts'
import { drawArticle } from './articles/draw-article.ts'
import { boxOf, lensBox, type Box } from './boxes.ts'
import { aimAt, Camera, edgeMark, type EdgeMark, type Subject, type View } from './camera.ts'
import { teamOf, type Theme } from './colours.ts'
import { drawDebugMarks } from './debug-marks.ts'
import { drawBubble, drawEffect, type EffectStyle } from './draw-effects.ts'
import { effectsOf } from './effects.ts'
import type { Context } from './brush.ts'
import { drawFighter } from './fighter/draw-fighter.ts'
import { HEAD } from './joints.ts'
import { drawOverlays, type Overlays } from './overlays.ts'
import { figuresOf } from './grip.ts'
import { isolated } from './isolated.ts'
import { mixFigures, type Figure } from './skeleton.ts'
import { drawShadow, floorBelow } from './shadows.ts'
import { drawSwings, drawTrail, type Moving } from './trails.ts'
import { STAGE_ART } from './stages/index.ts'
import { outlineFor, vignette, type Scene } from './stages/scene.ts'

export interface StageCanvasOptions {
  readonly theme: Theme
  readonly reducedMotion: boolean
  /** Families of the names over bodies; those of the system where it is not given. */
  readonly font?: string
}

export interface StageCanvasInput {
  readonly info: ReplayInfo
  readonly previous: Picture | null
  readonly picture: Picture
  readonly next: Picture | null
  /** From 0, the picture, to 1, the next one. */
  readonly alpha: number
  /** Milliseconds, for the camera. */
  readonly time: number
  readonly overlays: Overlays
  /** What bots drew on the frame. */
  readonly marks?: readonly DebugMark[]
  /** A seek: the camera is there at once. */
  readonly cut: boolean
}

/** Further than this in a frame no body moves: it was put elsewhere. */
const TELEPORT = 16
const LAST_DEATH = 10
const MARK_RADIUS = 34
const SYSTEM_FONT = 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", sans-serif'

/** The body of the next frame that a body becomes; null where it is another one or was put elsewhere. */
export function successorOf(body: PictureBody, index: number, next: Picture | null): PictureBody | null {
  const after = next?.bodies[index]
  if (!next || !after || index >= next.head.bodyCount) return null
  if (after.port !== body.port || after.character !== body.character || after.isAbsent) return null
  return Math.hypot(after.x - body.x, after.y - body.y) > TELEPORT ? null : after
}

/** Where a name is on the canvas: its middle, its base line, its width. */
interface Tag {
  readonly x: number
  readonly y: number
  readonly width: number
}

interface Seen extends Moving {
  /** Among the bodies of the picture. */
  readonly index: number
  readonly figure: Figure
}

export class StageCanvas {
  readonly #canvas: HTMLCanvasElement | OffscreenCanvas
  readonly #context: Context
  readonly #options: StageCanvasOptions
  readonly #camera = new Camera()
  #width = 640
  #height = 360
  #ratio = 1
  #isDrawing = false
  #sky: { readonly key: string; readonly canvas: HTMLCanvasElement | OffscreenCanvas } | null = null

  constructor(canvas: HTMLCanvasElement | OffscreenCanvas, options: StageCanvasOptions) {
    this.#canvas = canvas
    this.#context = canvas.getContext('2d', { alpha: false }) as Context
    this.#options = options
    this.resize(canvas.width, canvas.height, 1)
  }

  /** Size in CSS pixels, and device pixels for each of them. */
  resize(width: number, height: number, pixelRatio: number): void {
    this.#width = Math.max(1, width)
    this.#height = Math.max(1, height)
    this.#ratio = pixelRatio
    this.#canvas.width = Math.round(this.#width * pixelRatio)
    this.#canvas.height = Math.round(this.#height * pixelRatio)
  }

  /** Where fighters are seen, in CSS pixels: what else is shown over the picture gives way to them. */
  draw(input: StageCanvasInput): readonly Box[] {
    // A drawing that failed left its clips and transforms behind.
    if (this.#isDrawing) this.resize(this.#width, this.#height, this.#ratio)
    this.#isDrawing = true
    const boxes = this.#draw(input)
    this.#isDrawing = false
    return boxes
  }

  #draw(input: StageCanvasInput): Box[] {
    const { info, previous, picture, next, time, overlays, cut } = input
    const { theme, reducedMotion } = this.#options
    const context = this.#context
    const alpha = next === null ? 0 : Math.min(1, Math.max(0, input.alpha))
    const stage = STAGES[info.stage as StageId] ?? STAGES[31]
    const seen = this.#bodies(previous, picture, next, alpha, stage)
    const effects = effectsOf(previous, picture, stage.blastZone)
    const subjects = seen.filter(({ body }) => !body.isFollower).map(subjectOf)
    // It stays a while with whoever has just left.
    for (const effect of effects) if (effect.kind === 'burst') subjects.push({ x: effect.x, y: effect.y, facing: 0 })
    const aim = aimAt(subjects, stage.cameraZone, this.#width / this.#height)
    const view = this.#camera.look(aim, time, cut, this.#width, this.#height)
    const frame = picture.head.frame + alpha
    const costumes = costumesOf(info)
    const style: EffectStyle = { theme, reducedMotion, frame: picture.head.frame, costumes }
    const scene: Scene = { context, view, theme, stage, head: picture.head, frame, reducedMotion }
    const art = STAGE_ART[stage.id]

    context.setTransform(1, 0, 0, 1, 0, 0)
    context.drawImage(this.#skyOf(stage), 0, 0)
    context.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0)
    art.backdrop(scene)
    // A part that passes through the ground is behind it.
    this.#platforms(scene, next, alpha)
    art.ground(scene, outlineFor(stage))
    for (const effect of effects)
      if (effect.kind === 'platform' || effect.kind === 'wake') drawEffect(context, view, effect, style)
    for (const { figure, x, y } of seen) {
      const floor = floorBelow(stage, picture.head, x, y)
      if (floor !== null) drawShadow(context, view, x, y, figure.build.shoulders + figure.build.chest * 1.3, floor)
    }
    if (!reducedMotion) {
      for (const each of seen) {
        const { body, index } = each
        const team = teamOf(body.port, costumes[body.port] ?? 0, theme)
        drawTrail(context, view, each, team)
        drawSwings(context, view, body, previous?.bodies[index], team)
      }
    }
    const radius = Math.min(MARK_RADIUS, this.#width * 0.06)
    const edges = seen.map(({ x, y }) => edgeMark(view, x, y + 7, radius + 8))
    const tags: Tag[] = []
    // A name is behind the bodies: it hides none.
    for (const [i, each] of seen.entries())
      if (edges[i] === null && !each.body.isFollower) this.#name(view, each, info, costumes, tags)
    for (const { body, figure, vx, vy } of [...seen].sort((a, b) => depthOf(a.body) - depthOf(b.body))) {
      drawFighter(context, view, figure, body, {
        theme,
        costume: costumes[body.port] ?? 0,
        reducedMotion,
        vx,
        vy,
        frame: picture.head.frame,
      })
    }
    for (const { body } of seen) drawBubble(context, view, body, style)
    this.#articles(view, picture, next, alpha, style)
    for (const effect of effects)
      if (effect.kind !== 'platform' && effect.kind !== 'wake') drawEffect(context, view, effect, style)
    art.front?.(scene)
    drawOverlays(context, view, picture, { blast: stage.blastZone, camera: stage.cameraZone }, overlays)
    const boxes = seen.map((each, i) => {
      const edge = edges[i]!
      if (edge === null) return boxOf(each, view)
      this.#lens(view, each, edge, radius, costumes, picture.head.frame)
      return lensBox(edge, radius)
    })
    if (input.marks) drawDebugMarks(context, view, input.marks, this.#options.font ?? SYSTEM_FONT)
    return boxes
  }

  #bodies(previous: Picture | null, picture: Picture, next: Picture | null, alpha: number, stage: Stage): Seen[] {
    const seen: Seen[] = []
    const figures = figuresOf(picture, stage)
    const after = next !== null && alpha > 0 ? figuresOf(next, stage) : []
    for (let i = 0; i < picture.head.bodyCount; i++) {
      const body = picture.bodies[i]!
      if (body.isAbsent || body.action <= LAST_DEATH) continue
      const figure = figures[i]!
      let [x, y] = [body.x, body.y]
      const successor = successorOf(body, i, next)
      if (successor !== null && alpha > 0) {
        mixFigures(figure, after[i]!, alpha)
        x += (successor.x - x) * alpha
        y += (successor.y - y) * alpha
      }
      const before = previous?.bodies[i]
      const isSame = before?.port === body.port && Math.hypot(body.x - before.x, body.y - before.y) <= TELEPORT
      const [vx, vy] = isSame ? [body.x - before.x, body.y - before.y] : [0, 0]
      seen.push({ index: i, body, figure, x, y, vx, vy })
    }
    return seen
  }

  #skyOf(stage: Stage): HTMLCanvasElement | OffscreenCanvas {
    const { width, height } = this.#canvas
    const key = `${stage.id} ${width} ${height}`
    if (this.#sky?.key !== key) {
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d', { alpha: false })!
      context.scale(this.#ratio, this.#ratio)
      const { theme } = this.#options
      STAGE_ART[stage.id].sky(context, this.#width, this.#height, theme)
      vignette(context, this.#width, this.#height, theme === 'light' ? '#3a4a72' : '#000006')
      this.#sky = { key, canvas }
    }
    return this.#sky.canvas
  }

  #platforms(scene: Scene, next: Picture | null, alpha: number): void {
    const { head, stage } = scene
    for (let i = 0; i < head.platformCount; i++) {
      const at = i * 4
      if (head.platforms[at + 3] === 0) continue
      const [left, right, y] = [0, 1, 2].map((n) => {
        const from = head.platforms[at + n]!
        const to = next?.head.platforms[at + n] ?? from
        return from + (Math.abs(to - from) > TELEPORT ? 0 : to - from) * alpha
      }) as [number, number, number]
      STAGE_ART[stage.id].platform(scene, left, right, y, i)
    }
  }

  #articles(view: View, picture: Picture, next: Picture | null, alpha: number, style: EffectStyle): void {
    const { head, articles, bodies } = picture
    for (let i = 0; i < head.articleCount; i++) {
      const article = articles[i]!
      const owner = bodies.find(({ port }, n) => n < head.bodyCount && port === article.port)
      const after = next === null ? undefined : articleOf(next, article.spawn)
      const shift = after ? { x: (after.x - article.x) * alpha, y: (after.y - article.y) * alpha } : { x: 0, y: 0 }
      const moved = { ...view, x: view.x + shift.x * view.scale, y: view.y - shift.y * view.scale }
      drawArticle(this.#context, moved, article, style, owner?.x ?? article.x, owner?.y ?? article.y)
    }
  }

  /** For a body outside the picture: itself, at the edge. */
  #lens(
    view: View,
    { body, figure, x, y, vx, vy }: Seen,
    edge: EdgeMark,
    radius: number,
    costumes: readonly number[],
    frame: number,
  ): void {
    const context = this.#context
    const { theme, reducedMotion } = this.#options
    const costume = costumes[body.port] ?? 0
    const team = teamOf(body.port, costume, theme)
    context.beginPath()
    context.arc(edge.x, edge.y, radius, 0, 2 * Math.PI)
    context.fillStyle = theme === 'light' ? '#ffffffe0' : '#14161ce0'
    context.fill()
    context.save()
    context.clip()
    const scale = radius / 14
    const lens: View = { ...view, scale, x: edge.x - x * scale, y: edge.y + (y + 8) * scale }
    drawFighter(context, lens, figure, body, { theme, costume, reducedMotion, vx, vy, frame })
    context.restore()
    context.lineWidth = 3
    context.strokeStyle = team.mark
    context.beginPath()
    context.arc(edge.x, edge.y, radius, 0, 2 * Math.PI)
    context.stroke()
    context.fillStyle = team.mark
    context.beginPath()
    for (const [turn, reach] of [
      [-0.3, radius + 1],
      [0, radius + 11],
      [0.3, radius + 1],
    ] as const)
      context.lineTo(edge.x + Math.cos(edge.angle + turn) * reach, edge.y + Math.sin(edge.angle + turn) * reach)
    context.fill()
  }

  /** Over a body. */
  #name(view: View, { body, figure, y }: Seen, info: ReplayInfo, costumes: readonly number[], tags: Tag[]): void {
    const context = this.#context
    const { theme, font = SYSTEM_FONT } = this.#options
    const name = isolated(info.players.find(({ port }) => port === body.port)?.name || `P${body.port + 1}`)
    const size = Math.max(11, Math.min(15, view.width / 70))
    const headY = figure.joints[HEAD * 3 + 1]! + figure.build.head * 1.6
    const sx = Math.min(Math.max(view.x + figure.joints[HEAD * 3]! * view.scale, 40), view.width - 40)
    context.font = `600 ${size}px ${font}`
    context.textAlign = 'center'
    const width = context.measureText(name).width + size
    let sy = Math.max(size + 8, view.y - Math.max(headY, y + 14) * view.scale - 8)
    // A tag that would lie on another goes above it.
    for (const tag of tags) {
      if (Math.abs(tag.x - sx) < (tag.width + width) / 2 && Math.abs(tag.y - sy) < size * 1.7)
        sy = Math.max(size + 8, tag.y - size * 1.8)
    }
    tags.push({ x: sx, y: sy, width })
    context.fillStyle = theme === 'light' ? '#ffffffd9' : '#101216d9'
    context.beginPath()
    context.roundRect(sx - width / 2, sy - size * 1.25, width, size * 1.5, size * 0.5)
    context.fill()
    context.fillStyle = teamOf(body.port, costumes[body.port] ?? 0, theme).mark
    context.fillText(name, sx, sy - size * 0.18)
    context.beginPath()
    context.moveTo(sx - 4, sy + size * 0.3)
    context.lineTo(sx + 4, sy + size * 0.3)
    context.lineTo(sx, sy + size * 0.3 + 5)
    context.fill()
    context.textAlign = 'start'
  }
}

function subjectOf({ x, y, body }: Seen): Subject {
  return { x, y, facing: body.facing }
}

/** Whoever strikes is in front. */
function depthOf({ hitboxCount, isFollower, port }: PictureBody): number {
  return (hitboxCount > 0 ? 4 : 0) - (isFollower ? 2 : 0) - port
}

function articleOf(picture: Picture, spawn: number): PictureArticle | undefined {
  return picture.articles.find((article, i) => i < picture.head.articleCount && article.spawn === spawn)
}

function costumesOf({ players }: ReplayInfo): number[] {
  const costumes: number[] = []
  for (const { port, costume } of players) costumes[port] = costume
  return costumes
}
