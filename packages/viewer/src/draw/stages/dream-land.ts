/** Dream Land: a meadow with a tree that blows leaves. */
import { noise } from '../noise.ts'
import {
  cloud,
  fillOutline,
  glowAt,
  hills,
  layerView,
  rays,
  slab,
  stars,
  topBand,
  upright,
  washSky,
  type Scene,
  type StageArt,
} from './scene.ts'

const PALETTE = {
  light: {
    sky: ['#9fd4f4', '#cdeaf7', '#f5f6df'],
    cloud: '#ffffffd9',
    far: '#b7dcb6',
    mid: '#97cf98',
    near: '#7fbf86',
    soil: ['#c99a63', '#a9774a', '#7a5236'],
    grass: '#6cbf5b',
    ink: '#4a3524',
    trunk: '#a97b50',
    trunkShade: '#86603d',
    leaf: '#4fa556',
    leafLight: '#74c26b',
    plank: '#d8a868',
    face: '#5a3c28',
  },
  dark: {
    sky: ['#101c3f', '#1f3a5f', '#31606a'],
    cloud: '#33517a99',
    far: '#1f4a52',
    mid: '#1b4147',
    near: '#17383b',
    soil: ['#6b4d36', '#523a2b', '#33241d'],
    grass: '#3f8a4a',
    ink: '#0d0f14',
    trunk: '#5d4634',
    trunkShade: '#46342a',
    leaf: '#24603a',
    leafLight: '#2f7847',
    plank: '#84623f',
    face: '#20160f',
  },
} as const

function tree(scene: Scene): void {
  const { context, view, theme, head, frame, reducedMotion } = scene
  const { trunk, trunkShade, leaf, leafLight, face } = PALETTE[theme]
  const s = view.scale
  const sway = reducedMotion ? 0 : Math.sin(frame * 0.03) * 0.7
  const at = (x: number, y: number): [number, number] => [view.x + (x - 17.5) * s, view.y - y * s]
  context.fillStyle = trunk
  context.beginPath()
  context.moveTo(...at(-15, 0))
  context.bezierCurveTo(...at(-9, 6), ...at(-10, 26), ...at(-12, 44))
  context.lineTo(...at(12, 44))
  context.bezierCurveTo(...at(10, 26), ...at(9, 6), ...at(15, 0))
  context.closePath()
  context.fill()
  context.fillStyle = trunkShade
  context.beginPath()
  context.moveTo(...at(4, 0))
  context.bezierCurveTo(...at(6, 10), ...at(6, 26), ...at(7, 44))
  context.lineTo(...at(12, 44))
  context.bezierCurveTo(...at(10, 26), ...at(9, 6), ...at(15, 0))
  context.closePath()
  context.fill()
  for (const [x, y, r, fill] of [
    [-17, 48, 15, leaf],
    [17, 49, 15, leaf],
    [0, 62, 19, leaf],
    [-8, 52, 14, leafLight],
    [9, 58, 11, leafLight],
  ] as const) {
    context.fillStyle = fill
    context.beginPath()
    context.arc(...at(x + sway * (y / 60), y), r * s, 0, 2 * Math.PI)
    context.fill()
  }
  // It looks to the side to which it blows.
  const look = head.windDirection === 1 ? -2.4 : head.windDirection === 2 ? 2.4 : 0
  const isBlowing = head.windDirection !== 0
  context.fillStyle = face
  context.beginPath()
  context.ellipse(...at(-3.6 + look, 27), 1.3 * s, (isBlowing ? 1.2 : 2.6) * s, 0, 0, 2 * Math.PI)
  context.ellipse(...at(3.6 + look, 27), 1.3 * s, (isBlowing ? 1.2 : 2.6) * s, 0, 0, 2 * Math.PI)
  context.fill()
  context.beginPath()
  context.ellipse(...at(look * 1.3, 18), (isBlowing ? 2.6 : 2) * s, (isBlowing ? 2.8 : 1.1) * s, 0, 0, 2 * Math.PI)
  context.fill()
}

export const dreamLandArt: StageArt = {
  sky(context, width, height, theme) {
    washSky(context, width, height, ...PALETTE[theme].sky)
    const isLight = theme === 'light'
    const [x, y] = [width * 0.2, height * 0.22]
    if (!isLight) stars(context, width, height * 0.6, 130, '#e4ecff')
    glowAt(context, x, y, height * 0.45, isLight ? '#fff6cf' : '#b7cfff55')
    if (isLight) rays(context, x, y, height * 1.3, 16, '#fffbe066')
    context.fillStyle = isLight ? '#fffdf0' : '#eef3ff'
    context.beginPath()
    context.arc(x, y, height * 0.06, 0, 2 * Math.PI)
    context.fill()
    // A rainbow, wide and pale.
    context.lineWidth = height * 0.016
    for (const [i, colour] of ['#f4938f', '#f6c98a', '#f4ee9a', '#a5dfa6', '#9cc8f2', '#c3aaf0'].entries()) {
      context.globalAlpha = isLight ? 0.34 : 0.1
      context.strokeStyle = colour
      context.beginPath()
      context.arc(width * 0.62, height * 1.02, height * (0.86 - i * 0.016), Math.PI, 2 * Math.PI)
      context.stroke()
    }
    context.globalAlpha = 1
  },
  backdrop(scene) {
    const { context, theme, frame, reducedMotion } = scene
    const palette = PALETTE[theme]
    const sky = layerView(scene, 0.1)
    const drift = reducedMotion ? 0 : frame * 0.012
    for (const [i, [x, y, size]] of (
      [
        [-110, 62, 13],
        [-20, 84, 9],
        [70, 66, 15],
        [150, 88, 10],
      ] as const
    ).entries()) {
      cloud(
        context,
        sky.x + (((((x + drift * (0.6 + i * 0.2) + 180) % 360) + 360) % 360) - 180) * sky.scale,
        sky.y - y * sky.scale,
        size * sky.scale,
        palette.cloud,
      )
    }
    hills(scene, layerView(scene, 0.2), 6, 16, 52, 5, palette.far)
    hills(scene, layerView(scene, 0.34), -12, 14, 44, 8, palette.mid)
    hills(scene, layerView(scene, 0.5), -34, 10, 36, 11, palette.near)
    tree(scene)
  },
  ground(scene, outline) {
    const { context, view, theme } = scene
    const { soil, grass, ink } = PALETTE[theme]
    fillOutline(scene, outline, upright(scene, 0, -37, ...soil))
    context.strokeStyle = ink
    context.lineWidth = Math.max(1, 0.4 * view.scale)
    context.stroke()
    // Pebbles, and grass that hangs over the edge.
    context.fillStyle = soil[2]
    for (let i = 0; i < 22; i++) {
      context.beginPath()
      context.ellipse(
        view.x + (noise(i, 21) - 0.5) * 126 * view.scale,
        view.y + (8 + noise(i, 22) * 24) * view.scale,
        (0.8 + noise(i, 23) * 1.6) * view.scale,
        0.8 * view.scale,
        0,
        0,
        2 * Math.PI,
      )
      context.fill()
    }
    topBand(scene, 3, grass)
    context.fillStyle = grass
    context.beginPath()
    for (let x = -76; x < 75; x += 4) {
      const depth = 3.4 + noise(x, 31) * 2.6
      context.moveTo(view.x + x * view.scale, view.y + 2.4 * view.scale)
      context.lineTo(view.x + (x + 2.2) * view.scale, view.y + depth * view.scale)
      context.lineTo(view.x + (x + 4.4) * view.scale, view.y + 2.4 * view.scale)
    }
    context.fill()
  },
  platform(scene, left, right, y) {
    const { plank, grass, ink } = PALETTE[scene.theme]
    slab(scene, left, right, y, 2.6, plank, grass, ink)
  },
  /** Leaves in the wind. */
  front(scene) {
    const { context, view, head, frame, theme, reducedMotion } = scene
    if (head.windDirection === 0 || reducedMotion) return
    const side = head.windDirection === 1 ? -1 : 1
    const { leafLight, leaf } = PALETTE[theme]
    for (let i = 0; i < 34; i++) {
      const t = (noise(i, 41) + frame * 0.011 * (0.7 + noise(i, 42) * 0.6)) % 1
      const x = -17.5 + side * t * 78
      const y = 3 + noise(i, 43) * 32 + Math.sin(t * 9 + i) * 2.4
      context.globalAlpha = Math.sin(t * Math.PI) * 0.9
      context.fillStyle = i % 2 === 0 ? leafLight : leaf
      context.beginPath()
      context.ellipse(
        view.x + x * view.scale,
        view.y - y * view.scale,
        1.3 * view.scale,
        0.55 * view.scale,
        t * 14 + i,
        0,
        2 * Math.PI,
      )
      context.fill()
    }
    context.strokeStyle = '#ffffff'
    context.lineWidth = Math.max(1, 0.35 * view.scale)
    for (let i = 0; i < 9; i++) {
      const t = (noise(i, 51) + frame * 0.02) % 1
      const x = -17.5 + side * t * 72
      const y = 4 + noise(i, 52) * 30
      context.globalAlpha = Math.sin(t * Math.PI) * 0.4
      context.beginPath()
      context.moveTo(view.x + x * view.scale, view.y - y * view.scale)
      context.lineTo(view.x + (x + side * 9) * view.scale, view.y - (y + 0.6) * view.scale)
      context.stroke()
    }
    context.globalAlpha = 1
  },
}
