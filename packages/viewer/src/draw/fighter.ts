/**
 * Paints a fighter: all its parts as one silhouette with one outline, in its team's colour with its own dress. Parts are filled
 * from the far ones to the near ones.
 */
import type { PictureBody } from '@arena/engine'
import type { Build, Layer } from './builds/build.ts'
import { mix, resolve, teamOf, type Team, type Theme } from './colours.ts'
import type { View } from './camera.ts'
import { drawForm, formOf, isEggShield } from './forms.ts'
import { ARM_A, ARM_B, CHEST, HEAD, HIPS, LEG_A, LEG_B } from './joints.ts'
import { holdingArm, type Figure } from './skeleton.ts'

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

export interface FighterStyle {
  readonly theme: Theme
  readonly costume: number
  readonly reducedMotion: boolean
  /** Velocity in world units a frame: cloth and trails follow it. */
  readonly vx: number
  readonly vy: number
  readonly frame: number
}

/** a, b, c, d, e, f of a canvas transform. */
type Matrix = readonly [number, number, number, number, number, number]

interface Part {
  readonly path: Path2D
  readonly matrix: Matrix | null
  readonly fill: string | CanvasGradient
  /** Drawn over what is there, without an outline. */
  readonly isDetail: boolean
}

const INK = { light: '#191524', dark: '#08070d' } as const
const OUTLINE = 0.34
const TAIL_STEPS = 6

const PATHS = new Map<string, Path2D>()

function pathOf(text: string): Path2D {
  let path = PATHS.get(text)
  if (path === undefined) PATHS.set(text, (path = new Path2D(text)))
  return path
}

const MIXES = new Map<string, string>()

/** A mix that is asked for again and again. */
function shade(colour: string, to: string, part: number): string {
  const key = `${colour}${to}${part}`
  let mixed = MIXES.get(key)
  if (mixed === undefined) MIXES.set(key, (mixed = mix(colour, to, part)))
  return mixed
}

/** The hull of two discs. */
export function taper(path: Path2D, x1: number, y1: number, r1: number, x2: number, y2: number, r2: number): void {
  const distance = Math.hypot(x2 - x1, y2 - y1)
  if (distance <= Math.abs(r1 - r2) + 0.01) {
    const [x, y, r] = r1 > r2 ? [x1, y1, r1] : [x2, y2, r2]
    path.moveTo(x + r, y)
    path.arc(x, y, r, 0, 2 * Math.PI)
    return
  }
  const along = Math.atan2(y2 - y1, x2 - x1)
  const open = Math.acos((r1 - r2) / distance)
  path.moveTo(x1 + r1 * Math.cos(along + open), y1 + r1 * Math.sin(along + open))
  path.arc(x1, y1, r1, along + open, along - open + 2 * Math.PI)
  path.arc(x2, y2, r2, along - open, along + open)
  path.closePath()
}

class Painter {
  readonly #context: Context
  readonly #figure: Figure
  readonly #team: Team
  readonly #style: FighterStyle
  readonly #view: View
  readonly #facing: number
  readonly #parts: Part[] = []
  readonly #xs: number[] = []
  readonly #ys: number[] = []

  constructor(context: Context, view: View, figure: Figure, body: PictureBody, style: FighterStyle, shakeX: number) {
    this.#context = context
    this.#figure = figure
    this.#style = style
    this.#view = view
    this.#facing = body.facing < 0 ? -1 : 1
    this.#team = teamOf(body.port, style.costume, style.theme)
    for (let at = 0; at < figure.joints.length; at += 3) {
      this.#xs.push(view.x + (figure.joints[at]! + shakeX) * view.scale)
      this.#ys.push(view.y - figure.joints[at + 1]! * view.scale)
    }
  }

  #z(joint: number): number {
    return this.#figure.joints[joint * 3 + 2]!
  }

  #colour(tint: string, isFar: boolean): string {
    const colour = resolve(tint, this.#team)
    return isFar ? shade(colour, '#1a1030', 0.3) : colour
  }

  #add(path: Path2D, fill: string | CanvasGradient, matrix: Matrix | null = null, isDetail = false): void {
    this.#parts.push({ path, matrix, fill, isDetail })
  }

  /** Upper and lower half of a limb, each in its colour, and what is at its end. */
  #limb(
    first: number,
    widths: readonly [number, number, number, number],
    tints: readonly [string, string, string],
    isFar: boolean,
  ): void {
    const { scale } = this.#view
    const [x1, y1] = [this.#xs[first]!, this.#ys[first]!]
    const [x2, y2] = [this.#xs[first + 1]!, this.#ys[first + 1]!]
    const [x3, y3] = [this.#xs[first + 2]!, this.#ys[first + 2]!]
    const [root, middle, tip, end] = widths.map((width) => width * scale) as [number, number, number, number]
    const upper = new Path2D()
    taper(upper, x1, y1, root, x2, y2, middle)
    const lower = tints[0] === tints[1] ? upper : new Path2D()
    taper(lower, x2, y2, middle, x3, y3, tip)
    this.#add(upper, this.#colour(tints[0], isFar))
    if (lower !== upper) this.#add(lower, this.#colour(tints[1], isFar))
    if (!isFar) {
      // The light along the upper edge.
      const light = new Path2D()
      const [ox, oy] = [-0.28 * middle, -0.34 * middle]
      taper(light, x1 + ox, y1 + oy, root * 0.4, x2 + ox, y2 + oy, middle * 0.42)
      taper(light, x2 + ox, y2 + oy, middle * 0.42, x3 + ox * 0.8, y3 + oy * 0.8, tip * 0.35)
      this.#add(light, shade(this.#colour(tints[0], false), '#ffffff', 0.22), null, true)
    }
    this.#end(first, end, tints[2], isFar, x2, y2, x3, y3)
  }

  /** A fist, or a foot that points forward. */
  #end(
    first: number,
    radius: number,
    tint: string,
    isFar: boolean,
    x2: number,
    y2: number,
    x3: number,
    y3: number,
  ): void {
    const path = new Path2D()
    const isFoot = first >= LEG_A
    if (isFoot) {
      // The foot is at a right angle to the shin, towards the front.
      const size = Math.max(0.01, Math.hypot(x3 - x2, y3 - y2))
      const dx = (x3 - x2) / size
      const dy = (y3 - y2) / size
      const side = this.#facing
      let fx = dy * side
      let fy = -dx * side
      if (Math.abs(dy) < 0.4) [fx, fy] = [fx * 0.6 + dx * 0.4, fy * 0.6 + dy * 0.4]
      taper(path, x3, y3, radius * 0.85, x3 + fx * radius * 1.1, y3 + fy * radius * 1.1, radius * 0.68)
    } else {
      path.arc(x3, y3, radius, 0, 2 * Math.PI)
    }
    this.#add(path, this.#colour(tint, isFar))
  }

  /** Of the unit frame of the head: up is from chest to head. */
  #headMatrix(): Matrix {
    const { build } = this.#figure
    const size = build.head * this.#view.scale
    let ux = build.isBall ? 0 : this.#xs[HEAD]! - this.#xs[CHEST]!
    let uy = build.isBall ? -1 : this.#ys[HEAD]! - this.#ys[CHEST]!
    const length = Math.max(0.01, Math.hypot(ux, uy))
    ux /= length
    uy /= length
    // Heads stay nearer to upright than spines.
    if (uy < 0.3) {
      ux *= 0.6
      const again = Math.hypot(ux, uy)
      ux /= again
      uy /= again
    }
    const f = this.#facing
    return [-uy * f * size, ux * f * size, -ux * size, -uy * size, this.#xs[HEAD]!, this.#ys[HEAD]!]
  }

  #chestMatrix(): Matrix {
    const { build } = this.#figure
    const size = build.chest * this.#view.scale
    const ux = this.#xs[CHEST]! - this.#xs[HIPS]!
    const uy = this.#ys[CHEST]! - this.#ys[HIPS]!
    const length = Math.max(0.01, Math.hypot(ux, uy))
    const f = this.#facing
    return [
      (-uy / length) * f * size,
      (ux / length) * f * size,
      (-ux / length) * size,
      (-uy / length) * size,
      this.#xs[CHEST]!,
      this.#ys[CHEST]!,
    ]
  }

  /** Of a hand: x along the forearm, or towards what the weapon hits. */
  #handMatrix(arm: number, isAimed: boolean): Matrix {
    const { scale } = this.#view
    let dx = this.#xs[arm + 2]! - this.#xs[arm + 1]!
    let dy = this.#ys[arm + 2]! - this.#ys[arm + 1]!
    const { isAiming, aimX, aimY } = this.#figure
    if (isAimed && isAiming) {
      dx = aimX
      dy = -aimY
    }
    const length = Math.max(0.01, Math.hypot(dx, dy))
    dx /= length
    dy /= length
    // At rest a weapon is held up a little, not trailed along the forearm.
    if (isAimed && !isAiming && this.#figure.build.blade > 0) {
      const turn = -0.9 * this.#facing
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
      ;[dx, dy] = [dx * cos - dy * sin, dx * sin + dy * cos]
    }
    return [dx * scale, dy * scale, -dy * scale, dx * scale, this.#xs[arm + 2]!, this.#ys[arm + 2]!]
  }

  #layers(at: Layer['at'], depths: readonly Layer['depth'][], matrix: Matrix, isFar = false): void {
    for (const layer of this.#figure.build.layers) {
      if (layer.at !== at || !depths.includes(layer.depth)) continue
      this.#add(pathOf(layer.path), this.#colour(layer.fill, isFar), matrix, layer.depth === 'detail')
    }
  }

  #arm(arm: number, isFar: boolean): void {
    const { build } = this.#figure
    const anchor = arm === holdingArm(build) ? 'hand' : 'other'
    const matrix = this.#handMatrix(arm, anchor === 'hand')
    if (anchor === 'hand') this.#layers('hand', ['under'], matrix, false)
    this.#limb(
      arm,
      [build.arm, build.arm * 0.92, build.arm * 0.85, build.hand],
      [build.sleeve, build.sleeve, build.glove],
      isFar,
    )
    this.#layers(
      anchor,
      anchor === 'hand' ? ['over', 'detail'] : ['under', 'over', 'detail'],
      matrix,
      isFar && anchor === 'other',
    )
  }

  #leg(leg: number, isFar: boolean): void {
    const { build } = this.#figure
    this.#limb(
      leg,
      [build.leg * 1.1, build.leg * 0.95, build.leg * 0.8, build.foot],
      [build.thigh, build.thigh, build.boot],
      isFar,
    )
  }

  #torso(): void {
    const { build } = this.#figure
    const { scale } = this.#view
    const [hx, hy, cx, cy] = [this.#xs[HIPS]!, this.#ys[HIPS]!, this.#xs[CHEST]!, this.#ys[CHEST]!]
    const waist = build.waist * scale
    const chest = build.chest * scale
    const path = new Path2D()
    taper(path, hx, hy, waist, cx, cy, chest)
    const top = this.#colour(build.top, false)
    const gradient = this.#context.createLinearGradient(cx - chest, cy - chest, cx + chest, hy + waist)
    gradient.addColorStop(0, shade(top, '#ffffff', 0.25))
    gradient.addColorStop(0.45, top)
    gradient.addColorStop(1, shade(top, '#1a1030', 0.3))
    this.#add(path, gradient)
    if (build.belly !== build.top) {
      const belly = new Path2D()
      const f = this.#facing
      taper(
        belly,
        hx + f * waist * 0.12,
        hy,
        waist * 0.82,
        hx + (cx - hx) * 0.55 + f * waist * 0.2,
        hy + (cy - hy) * 0.55,
        Math.min(waist, chest) * 0.62,
      )
      this.#add(belly, this.#colour(build.belly, false), null, true)
    }
  }

  /** The second player of a team colour wears stripes. */
  #stripes(port: number, matrix: Matrix): void {
    if (port % 2 === 0) return
    const { build } = this.#figure
    const light = this.#team.pale
    if (build.isBall)
      this.#add(pathOf('M-.86 -.38L-.62 -.7L-.35 .82L-.62 .7ZM-.96 .2L-.9 -.1L-.72 .6Z'), light, matrix, true)
    else
      this.#add(pathOf('M-.95 -.1L.95 -.62L.95 -.28L-.95 .28ZM-.85 .72L.9 .22L.86 .56L-.7 1.05Z'), light, matrix, true)
  }

  #skirt(tint: string): void {
    const { scale } = this.#view
    const { build } = this.#figure
    const { vx, vy } = this.#style
    const [hx, hy] = [this.#xs[HIPS]!, this.#ys[HIPS]!]
    // Cloth hangs down, whatever the spine does.
    const [sx, sy] = this.#up()
    const size = Math.max(0.2, Math.hypot(sx * 0.5, sy * 0.5 - 0.5))
    const [ux, uy] = [(sx * 0.5) / size, (sy * 0.5 - 0.5) / size]
    const floor = Math.max(this.#ys[LEG_A + 2]!, this.#ys[LEG_B + 2]!) + build.foot * scale
    const length = Math.min(build.legs * 0.93, Math.max(build.legs * 0.5, (floor - hy) / scale)) * scale
    const sway = Math.max(-1, Math.min(1, -vx * 0.35)) * scale * 1.6
    const lift = Math.max(-0.2, Math.min(0.45, -vy * 0.12))
    const wide = build.legs * (0.5 + lift * 0.5) * scale
    const [bx, by] = [hx - ux * length * (1 - lift * 0.4) + sway, hy - uy * length * (1 - lift * 0.4)]
    const [px, py] = [-uy, ux]
    const w = build.waist * scale
    const path = new Path2D()
    path.moveTo(hx + ux * w * 0.8 + px * w, hy + uy * w * 0.8 + py * w)
    path.quadraticCurveTo(hx + px * wide * 0.55, hy + py * wide * 0.55, bx + px * wide, by + py * wide)
    path.quadraticCurveTo(bx - ux * w * 0.9, by - uy * w * 0.9, bx - px * wide, by - py * wide)
    path.quadraticCurveTo(
      hx - px * wide * 0.55,
      hy - py * wide * 0.55,
      hx + ux * w * 0.8 - px * w,
      hy + uy * w * 0.8 - py * w,
    )
    path.closePath()
    const colour = this.#colour(tint, false)
    const gradient = this.#context.createLinearGradient(bx - wide, by, bx + wide, by)
    gradient.addColorStop(0.1, shade(colour, '#ffffff', 0.22))
    gradient.addColorStop(0.5, colour)
    gradient.addColorStop(1, shade(colour, '#1a1030', 0.32))
    this.#add(path, gradient)
  }

  #up(): [number, number] {
    const ux = this.#xs[CHEST]! - this.#xs[HIPS]!
    const uy = this.#ys[CHEST]! - this.#ys[HIPS]!
    const length = Math.max(0.01, Math.hypot(ux, uy))
    return [ux / length, uy / length]
  }

  #cape({ length, fill }: NonNullable<Build['cape']>): void {
    const { scale } = this.#view
    const { build } = this.#figure
    const { vx, vy, frame } = this.#style
    const f = this.#facing
    const [cx, cy] = [this.#xs[CHEST]!, this.#ys[CHEST]!]
    const [ux, uy] = this.#up()
    const wave = this.#style.reducedMotion ? 0 : Math.sin(frame * 0.13) * 0.4
    const dx = -f * 2 - vx * 1.6 + wave - ux * length * 0.5
    const dy = Math.max(-length * 0.8, Math.min(length, -uy * length * 0.9 + Math.min(0, vy) * 1.8))
    const size = Math.hypot(dx, dy)
    const by = length / Math.max(size, length * 0.7)
    const [ex, ey] = [cx + dx * by * scale, cy + dy * by * scale]
    const w = build.chest * scale * 0.85
    const path = new Path2D()
    path.moveTo(cx + f * w * 0.5, cy - w * 0.5)
    path.lineTo(cx - f * w * 1, cy - w * 0.55)
    path.quadraticCurveTo(cx - f * w * 1.9, (cy + ey) / 2, ex - f * w * 1.35, ey - w * 0.2)
    path.quadraticCurveTo(ex, ey + w * 0.5, ex + f * w * 0.9, ey - w * 0.1)
    path.closePath()
    this.#add(path, this.#colour(fill, false))
  }

  #tail({ kind, length, width, fill, tip }: NonNullable<Build['tail']>): void {
    const { scale } = this.#view
    const { build } = this.#figure
    const { vx, vy, frame, reducedMotion } = this.#style
    const f = this.#facing
    const [ux, uy] = this.#up()
    // Backwards from the hips, at a right angle to the spine.
    const [bx, by] = [uy * f, -ux * f]
    const wave = reducedMotion ? 0 : Math.sin(frame * 0.11) * 0.18
    const x0 = this.#xs[HIPS]! + bx * build.waist * 0.6 * scale
    const y0 = this.#ys[HIPS]! + by * build.waist * 0.6 * scale
    const at = (along: number, up: number): [number, number] => [
      x0 + (bx * along + ux * (up + wave * along) - vx * along * 0.06) * scale,
      y0 + (by * along + uy * (up + wave * along) + vy * along * 0.06) * scale,
    ]
    const path = new Path2D()
    const end = new Path2D()
    const thick = width * scale
    if (kind === 'bolt') {
      const l = length
      const zig = [
        at(0, 0.2),
        at(l * 0.32, 0.9),
        at(l * 0.2, 1.7),
        at(l * 0.62, 2.6),
        at(l * 0.5, 3.3),
        at(l * 1.05, l * 0.95),
        at(l * 0.72, l * 1.02),
        at(l * 0.2, 2.4),
        at(l * 0.36, 1.75),
        at(0, 1.1),
      ]
      path.moveTo(...zig[0]!)
      for (const point of zig.slice(1)) path.lineTo(...point)
      path.closePath()
      end.moveTo(...at(0, 0.2))
      for (const point of [at(l * 0.3, 0.85), at(l * 0.25, 1.2), at(0, 0.9)]) end.lineTo(...point)
      end.closePath()
    } else {
      const [m, e] =
        kind === 'whip'
          ? [at(length * 0.5, -length * 0.28), at(length, length * 0.28)]
          : kind === 'stub'
            ? [at(length * 0.5, -0.8), at(length, 0.4)]
            : [at(length * 0.5, -0.3), at(length, length * 0.25)]
      if (kind === 'bush') {
        taper(path, x0, y0, thick * 0.45, ...m, thick)
        taper(path, ...m, thick, ...e, thick * 0.3)
        taper(end, m[0] + (e[0] - m[0]) * 0.62, m[1] + (e[1] - m[1]) * 0.62, thick * 0.55, ...e, thick * 0.28)
      } else if (kind === 'feathers') {
        for (const spread of [-0.35, 0, 0.35])
          taper(
            path,
            x0,
            y0,
            thick * 0.4,
            ...at(length * (1 - Math.abs(spread) * 0.4), spread * length - 0.8),
            thick * 0.5,
          )
        taper(end, ...at(length * 0.8, -0.8), thick * 0.42, ...at(length, -0.8), thick * 0.5)
      } else {
        // A curve through the middle, as short tapers.
        const last = kind === 'whip' ? 0.8 : 0.15
        let [px, py, pr] = [x0, y0, thick]
        for (let i = 1; i <= TAIL_STEPS; i++) {
          const t = i / TAIL_STEPS
          const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t]
          const [qx, qy] = [a * x0 + b * m[0] + c * e[0], a * y0 + b * m[1] + c * e[1]]
          const qr = thick * (1 + (last - 1) * t) * (kind === 'whip' ? 1 - 0.9 * t * (1 - t) : 1)
          taper(path, px, py, pr, qx, qy, qr)
          ;[px, py, pr] = [qx, qy, qr]
        }
      }
    }
    this.#add(path, this.#colour(fill, false))
    if (kind === 'bush' || kind === 'bolt' || kind === 'feathers') this.#add(end, this.#colour(tip, false), null, true)
  }

  #skull(matrix: Matrix): void {
    const { build } = this.#figure
    const skin = this.#colour(build.skin, false)
    const gradient = this.#context.createRadialGradient(-0.2, -0.45, 0.1, 0.05, -0.05, 1.25)
    gradient.addColorStop(0, shade(skin, '#ffffff', 0.28))
    gradient.addColorStop(0.5, skin)
    gradient.addColorStop(1, shade(skin, '#1a1030', 0.3))
    this.#add(pathOf(build.skull), gradient, matrix)
  }

  assemble(port: number): void {
    const { build } = this.#figure
    const head = this.#headMatrix()
    const chest = this.#chestMatrix()
    const farArm = this.#z(ARM_A + 1) <= this.#z(ARM_B + 1) ? ARM_A : ARM_B
    const nearArm = farArm === ARM_A ? ARM_B : ARM_A
    const farLeg = this.#z(LEG_A + 1) <= this.#z(LEG_B + 1) ? LEG_A : LEG_B
    const nearLeg = farLeg === LEG_A ? LEG_B : LEG_A
    if (build.cape) this.#cape(build.cape)
    if (build.tail) this.#tail(build.tail)
    this.#layers('chest', ['back'], chest)
    this.#layers('head', ['back'], head)
    this.#arm(farArm, true)
    this.#leg(farLeg, true)
    this.#leg(nearLeg, false)
    if (!build.isBall) {
      if (build.skirt !== null) this.#skirt(build.skirt)
      this.#layers('head', ['under'], head)
      this.#layers('chest', ['under'], chest)
      this.#torso()
      this.#stripes(port, chest)
      this.#layers('chest', ['over', 'detail'], chest)
    } else {
      this.#layers('head', ['under'], head)
    }
    this.#skull(head)
    if (build.isBall) this.#stripes(port, head)
    this.#layers('head', ['over', 'detail'], head)
    this.#arm(nearArm, false)
  }

  paint(flash: string | null, glow: string | null): void {
    const context = this.#context
    const { theme } = this.#style
    const outline = OUTLINE * this.#view.scale
    const base = context.getTransform()
    const into = (matrix: Matrix | null): number => {
      if (matrix === null) return 1
      context.transform(...matrix)
      return Math.hypot(matrix[0], matrix[1])
    }
    context.lineJoin = 'round'
    const strokeAll = (colour: string, width: number): void => {
      context.strokeStyle = colour
      for (const { path, matrix, isDetail } of this.#parts) {
        if (isDetail) continue
        context.lineWidth = width / into(matrix)
        context.stroke(path)
        if (matrix) context.setTransform(base)
      }
    }
    if (glow !== null) strokeAll(glow, outline * 5 + 2)
    else if (theme === 'dark') strokeAll(shade(this.#team.light, '#ffffff', 0.25), outline * 2 + 2.4)
    strokeAll(INK[theme], Math.max(1.6, outline * 2))
    for (const { path, matrix, fill, isDetail } of this.#parts) {
      into(matrix)
      context.fillStyle = fill
      context.fill(path)
      if (flash !== null && !isDetail) {
        context.fillStyle = flash
        context.fill(path)
      }
      if (matrix) context.setTransform(base)
    }
  }
}

export function drawFighter(
  context: Context,
  view: View,
  figure: Figure,
  body: PictureBody,
  style: FighterStyle,
): void {
  const { frame, reducedMotion } = style
  const isHit = body.isHurt && body.hitlagLeft > 0
  const shake = isHit && !reducedMotion ? (frame % 2 === 0 ? 0.45 : -0.45) : 0
  const form = isEggShield(body) ? 'egg' : formOf(body)
  if (form !== null) {
    const turn = reducedMotion || body.action < 341 || isEggShield(body) ? 0 : frame * 0.35
    drawForm(context, view, body, form, teamOf(body.port, style.costume, style.theme), INK[style.theme], turn)
    return
  }
  const painter = new Painter(context, view, figure, body, style, shake)
  painter.assemble(body.port)
  const pulse = reducedMotion ? 0.5 : 0.5 + 0.5 * Math.sin(frame * 0.5)
  const glow =
    body.hurtboxState === 1
      ? `rgb(255 255 255 / ${0.5 + pulse * 0.5})`
      : body.hurtboxState === 2
        ? `rgb(120 235 255 / ${0.45 + pulse * 0.4})`
        : body.chargeFrames > 0
          ? `rgb(255 205 60 / ${0.4 + pulse * 0.6})`
          : null
  if (body.hurtboxState === 2) context.globalAlpha = 0.72
  painter.paint(isHit && frame % 4 < 2 && !reducedMotion ? '#ffffff99' : null, glow)
  context.globalAlpha = 1
}
