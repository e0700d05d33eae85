/**
 * Draws a fighter: all its parts as one silhouette with one outline, in its team's colour with its own dress. Far parts come
 * first, near ones last.
 */
import type { PictureBody } from '@arena/engine'
import { INK, type Context } from '../brush.ts'
import type { View } from '../camera.ts'
import { teamOf, type Theme } from '../colours.ts'
import { ARM_A, ARM_B, LEG_A, LEG_B } from '../joints.ts'
import type { Figure } from '../skeleton.ts'
import { drawCape, drawSkirt } from './cloth.ts'
import { drawForm, formOf, isEggShield } from './forms.ts'
import { drawArm, drawLeg } from './limbs.ts'
import { chestPlace, headPlace } from './places.ts'
import { Sketch, type Motion, type Tone } from './sketch.ts'
import { drawTail } from './tail.ts'
import { drawSkull, drawStripes, drawTorso } from './trunk.ts'

export interface FighterStyle extends Motion {
  readonly theme: Theme
  readonly costume: number
}

/** How far a victim shakes in hitlag, in world units. */
const SHAKE = 0.45
const FLASH: Tone = { colour: '#ffffff', part: 0.6 }
const GHOST: Tone = { colour: '#a8ecff', part: 0.22 }
const INVINCIBLE = 1
const INTANGIBLE = 2

function assemble(sketch: Sketch, port: number, motion: Motion): void {
  const { build } = sketch
  const head = headPlace(sketch)
  const chest = chestPlace(sketch)
  const isFar = (a: number, b: number): boolean => sketch.depth(a + 1) <= sketch.depth(b + 1)
  const [farArm, nearArm] = isFar(ARM_A, ARM_B) ? [ARM_A, ARM_B] : [ARM_B, ARM_A]
  const [farLeg, nearLeg] = isFar(LEG_A, LEG_B) ? [LEG_A, LEG_B] : [LEG_B, LEG_A]
  if (build.cape) drawCape(sketch, build.cape, motion)
  if (build.tail) drawTail(sketch, build.tail, motion)
  sketch.layers('chest', ['back'], chest)
  sketch.layers('head', ['back'], head)
  drawArm(sketch, farArm, true)
  drawLeg(sketch, farLeg, true)
  sketch.seam()
  drawLeg(sketch, nearLeg, false)
  if (!build.isBall) {
    if (build.skirt !== null) drawSkirt(sketch, build.skirt, motion)
    sketch.layers('head', ['under'], head)
    sketch.layers('chest', ['under'], chest)
    drawTorso(sketch)
    drawStripes(sketch, port, chest)
    sketch.layers('chest', ['over', 'detail'], chest)
    sketch.seam()
  } else {
    sketch.layers('head', ['under'], head)
  }
  drawSkull(sketch, head)
  if (build.isBall) drawStripes(sketch, port, head)
  sketch.layers('head', ['over', 'detail'], head)
  sketch.seam()
  drawArm(sketch, nearArm, false)
}

/** The light about a body that cannot be hit, or that charges; null for none. */
function glowOf({ hurtboxState, chargeFrames }: PictureBody, { frame, reducedMotion }: Motion): string | null {
  const pulse = reducedMotion ? 0.5 : 0.5 + 0.5 * Math.sin(frame * 0.5)
  if (hurtboxState === INVINCIBLE) return `rgb(255 255 255 / ${0.5 + pulse * 0.5})`
  if (hurtboxState === INTANGIBLE) return `rgb(120 235 255 / ${0.45 + pulse * 0.4})`
  return chargeFrames > 0 ? `rgb(255 205 60 / ${0.4 + pulse * 0.6})` : null
}

export function drawFighter(
  context: Context,
  view: View,
  figure: Figure,
  body: PictureBody,
  style: FighterStyle,
): void {
  const { frame, reducedMotion, theme, costume } = style
  const team = teamOf(body.port, costume, theme)
  const isHit = body.isHurt && body.hitlagLeft > 0 && !reducedMotion
  const form = isEggShield(body) ? 'egg' : formOf(body)
  if (form !== null) {
    const turn = reducedMotion || body.action < 341 || isEggShield(body) ? 0 : frame * 0.35
    drawForm(context, view, body, form, team, INK[theme], turn)
    return
  }
  const tone = isHit && frame % 4 < 2 ? FLASH : body.hurtboxState === INTANGIBLE ? GHOST : null
  const shake = isHit ? (frame % 2 === 0 ? SHAKE : -SHAKE) : 0
  const sketch = new Sketch(context, view, figure, body, team, theme, tone, shake)
  assemble(sketch, body.port, style)
  sketch.paint(glowOf(body, style))
}
