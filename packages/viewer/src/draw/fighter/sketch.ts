/**
 * A fighter that is being drawn: where its joints are on the canvas, its colours, and the parts so far. Parts are painted from the
 * first to the last, all within one outline.
 */
import type { PictureBody } from '@arena/engine'
import type { Build, Layer } from '../builds/build.ts'
import { INK, pathOf, shade, SHADOW, type Context, type Matrix } from '../brush.ts'
import type { View } from '../camera.ts'
import { resolve, type Team, type Theme } from '../colours.ts'
import { CHEST, HIPS } from '../joints.ts'
import type { Figure } from '../skeleton.ts'

/** Widths in world units: of the outline, of its lit side, and of the seams between parts of one body. */
const OUTLINE = 0.36
const RIM = 0.17
const SEAM = 0.13
/** Where the light comes from. */
const LIGHT = { x: -0.6, y: -0.8 }

/** What cloth and tails follow: velocity in world units a frame, and time. */
export interface Motion {
  readonly vx: number
  readonly vy: number
  readonly frame: number
  readonly reducedMotion: boolean
}

interface Part {
  readonly path: Path2D
  readonly matrix: Matrix | null
  readonly fill: string | CanvasGradient
  /** Drawn over what is there, without an outline. */
  readonly isDetail: boolean
  readonly isMass: boolean
}

/** Parts one after the other. One with a seam stands out from those before it. */
interface Group {
  readonly parts: Part[]
  readonly hasSeam: boolean
}

/** A colour towards which all colours of a body go, and how far. */
export interface Tone {
  readonly colour: string
  readonly part: number
}

export class Sketch {
  readonly context: Context
  readonly view: View
  readonly figure: Figure
  readonly build: Build
  readonly team: Team
  readonly theme: Theme
  /** 1 to the right, -1 to the left. */
  readonly facing: number
  /** Height on the canvas of the floor that carries the body; Infinity for none. */
  readonly floor: number
  readonly xs: number[] = []
  readonly ys: number[] = []
  readonly #tone: Tone | null
  readonly #groups: Group[] = [{ parts: [], hasSeam: false }]

  constructor(
    context: Context,
    view: View,
    figure: Figure,
    body: PictureBody,
    team: Team,
    theme: Theme,
    tone: Tone | null,
    shakeX: number,
  ) {
    this.context = context
    this.view = view
    this.figure = figure
    this.build = figure.build
    this.team = team
    this.theme = theme
    this.facing = body.facing < 0 ? -1 : 1
    this.#tone = tone
    this.floor = body.isAirborne ? Infinity : view.y - body.y * view.scale
    for (let at = 0; at < figure.joints.length; at += 3) {
      this.xs.push(view.x + (figure.joints[at]! + shakeX) * view.scale)
      this.ys.push(view.y - figure.joints[at + 1]! * view.scale)
    }
  }

  depth(joint: number): number {
    return this.figure.joints[joint * 3 + 2]!
  }

  /** The direction of the spine on the canvas. */
  up(): [number, number] {
    const ux = this.xs[CHEST]! - this.xs[HIPS]!
    const uy = this.ys[CHEST]! - this.ys[HIPS]!
    const length = Math.max(0.01, Math.hypot(ux, uy))
    return [ux / length, uy / length]
  }

  colour(tint: string, isFar = false): string {
    let colour = resolve(tint, this.team)
    if (isFar && !this.build.isFlat) colour = shade(colour, SHADOW, 0.3)
    return this.#tone === null ? colour : shade(colour, this.#tone.colour, this.#tone.part)
  }

  /** Lit and dark sides of a colour; a flat body has none. */
  lit(colour: string, part: number): string {
    return this.build.isFlat ? colour : shade(colour, '#ffffff', part)
  }

  unlit(colour: string, part: number): string {
    return this.build.isFlat ? colour : shade(colour, SHADOW, part)
  }

  /** Makes the parts that follow stand out from those behind them. */
  seam(): void {
    this.#groups.push({ parts: [], hasSeam: true })
  }

  add(path: Path2D, fill: string | CanvasGradient, matrix: Matrix | null = null, isDetail = false): void {
    this.#groups.at(-1)!.parts.push({ path, matrix, fill, isDetail, isMass: false })
  }

  /** A limb, the torso, the head: what stands out from the rest of the body. */
  mass(path: Path2D, fill: string | CanvasGradient, matrix: Matrix | null = null): void {
    this.#groups.at(-1)!.parts.push({ path, matrix, fill, isDetail: false, isMass: true })
  }

  layers(at: Layer['at'], depths: readonly Layer['depth'][], matrix: Matrix, isFar = false): void {
    for (const layer of this.build.layers) {
      if (layer.at !== at || !depths.includes(layer.depth)) continue
      this.add(pathOf(layer.path), this.colour(layer.fill, isFar), matrix, layer.depth === 'detail')
    }
  }

  paint(glow: string | null): void {
    const { context, theme, team, build } = this
    const { scale } = this.view
    const outline = OUTLINE * scale
    const base = context.getTransform()
    context.lineJoin = 'round'
    const whole = contourOf(this.#groups.flatMap(({ parts }) => parts))
    const stroke = (path: Path2D, colour: string, width: number): void => {
      context.strokeStyle = colour
      context.lineWidth = width
      context.stroke(path)
    }
    const pale = this.lit(this.colour('@l'), 0.25)
    if (glow !== null) stroke(whole, glow, outline * 5 + 2)
    else if (theme === 'dark' || build.isFlat)
      stroke(whole, build.isFlat ? team.pale : pale, outline * 2 + (build.isFlat ? 4 : 2.4))
    stroke(whole, build.isFlat ? this.colour('@d') : INK[theme], Math.max(1.6, outline * 2))
    if (!build.isFlat) {
      // The lit side: the whole, moved towards the light; the parts cover the rest of it.
      context.translate(LIGHT.x * RIM * scale, LIGHT.y * RIM * scale)
      context.fillStyle = pale
      context.fill(whole)
      context.setTransform(base)
    }
    for (const { parts, hasSeam } of this.#groups) {
      if (hasSeam) stroke(seamOf(parts), `${build.isFlat ? team.pale : SHADOW}99`, SEAM * 2 * scale)
      for (const { path, matrix, fill } of parts) {
        if (matrix) context.transform(...matrix)
        context.fillStyle = fill
        context.fill(path)
        if (matrix) context.setTransform(base)
      }
    }
  }
}

/** The contour of the mass that a group begins with. */
function seamOf(parts: readonly Part[]): Path2D {
  const first = parts.find(({ isMass }) => isMass)
  return contourOf(first === undefined ? [] : [first])
}

/** The parts that make the outline, as one path. */
function contourOf(parts: readonly Part[]): Path2D {
  const contour = new Path2D()
  for (const { path, matrix, isDetail } of parts) {
    if (isDetail) continue
    if (matrix === null) contour.addPath(path)
    else contour.addPath(path, { a: matrix[0], b: matrix[1], c: matrix[2], d: matrix[3], e: matrix[4], f: matrix[5] })
  }
  return contour
}
