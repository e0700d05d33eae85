/** Bodies that are for a while no figure: rolled up, in an egg, turned to stone, frozen. */
import type { PictureBody } from '@arena/engine'
import type { View } from '../camera.ts'
import { mix, type Team } from '../colours.ts'
import type { Context } from '../brush.ts'
import { poseAction, SPECIAL_POSE } from '../poses.ts'

export type Form = 'ball' | 'egg' | 'stone' | 'shell'

const { S, AirS, Hi, AirHi, Lw, AirLw } = SPECIAL_POSE
const YOSHI = 14
/** By internal id: the specials in which a fighter has a form. */
const FORMS: Readonly<Record<number, readonly [Form, readonly number[]]>> = {
  4: ['stone', [Lw, AirLw]],
  5: ['shell', [Hi, AirHi]],
  13: ['ball', [Lw, AirLw]],
  [YOSHI]: ['egg', [S, AirS]],
}
/** Swallowed by Yoshi. */
const YOSHI_EGG = 277
const GUARDS = [178, 179, 180, 181]

/** The form of a body; null for a figure. */
export function formOf({ character, action }: Pick<PictureBody, 'character' | 'action'>): Form | null {
  if (action === YOSHI_EGG) return 'egg'
  if (action < 341) return null
  const form = FORMS[character]
  return form !== undefined && form[1].includes(poseAction(character, action)) ? form[0] : null
}

/** Yoshi hides in an egg where others have a bubble. */
export function isEggShield({ character, action }: Pick<PictureBody, 'character' | 'action'>): boolean {
  return character === YOSHI && GUARDS.includes(poseAction(character, action))
}

const RADIUS: Readonly<Record<Form, number>> = { ball: 4, egg: 5.4, stone: 5, shell: 6 }

export function drawForm(
  context: Context,
  view: View,
  body: PictureBody,
  form: Form,
  team: Team,
  ink: string,
  turn: number,
): void {
  const r = RADIUS[form] * view.scale
  context.save()
  context.translate(view.x + body.x * view.scale, view.y - body.y * view.scale - r * (form === 'shell' ? 0.8 : 0.95))
  if (form !== 'stone' && form !== 'shell') context.rotate(turn * (body.facing < 0 ? -1 : 1))
  context.lineWidth = Math.max(1.6, 0.68 * view.scale)
  context.lineJoin = 'round'
  context.strokeStyle = ink
  const gradient = context.createRadialGradient(-r * 0.3, -r * 0.4, r * 0.1, 0, 0, r * 1.2)
  const base = form === 'egg' ? '#fbf6ea' : form === 'stone' ? '#9a98a6' : form === 'shell' ? team.dark : team.base
  gradient.addColorStop(0, mix(base, '#ffffff', 0.35))
  gradient.addColorStop(1, mix(base, '#1a1030', 0.25))
  context.fillStyle = gradient
  context.beginPath()
  if (form === 'stone') context.roundRect(-r, -r, 2 * r, 2 * r, r * 0.3)
  else if (form === 'egg') context.ellipse(0, 0, r * 0.85, r, 0, 0, 2 * Math.PI)
  else if (form === 'shell') context.ellipse(0, 0, r * 1.25, r * 0.85, 0, 0, 2 * Math.PI)
  else context.arc(0, 0, r, 0, 2 * Math.PI)
  context.stroke()
  context.fill()
  context.fillStyle = form === 'ball' ? '#f3c13f' : form === 'shell' ? '#fbf8f1' : team.base
  context.beginPath()
  if (form === 'ball') {
    context.rect(-r, -r * 0.18, 2 * r, r * 0.36)
  } else if (form === 'shell') {
    for (const x of [-0.8, -0.25, 0.3, 0.85]) {
      context.moveTo((x - 0.2) * r, -r * 0.35)
      context.lineTo(x * r + Math.cos(turn) * r * 0.1, -r * 1.05)
      context.lineTo((x + 0.2) * r, -r * 0.35)
    }
  } else if (form === 'egg') {
    for (const [x, y] of [
      [-0.35, -0.4],
      [0.4, -0.05],
      [-0.2, 0.45],
    ] as const) {
      context.moveTo((x + 0.22) * r, y * r)
      context.arc(x * r, y * r, r * 0.22, 0, 2 * Math.PI)
    }
  } else {
    context.rect(-r * 0.75, -r * 0.18, r * 1.5, r * 0.36)
  }
  context.fill()
  context.restore()
}
