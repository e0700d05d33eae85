/** Fountain of Dreams: a basin of water at night, whose jets carry two platforms. */
import { noise } from '../noise.ts'
import {
  fillOutline,
  glowAt,
  layerView,
  slab,
  sparkles,
  stars,
  topBand,
  trace,
  upright,
  washSky,
  type StageArt,
} from './scene.ts'

const PALETTE = {
  light: {
    sky: ['#c8d6f6', '#dccff2', '#f6d9ea'],
    star: '#ffffff',
    column: '#b9b1dd',
    columnShade: '#a198cd',
    water: '#7fb6ec',
    foam: '#ffffff',
    stone: ['#a89ccf', '#8378b3', '#534a85'],
    top: '#d7cdf0',
    ink: '#3a3266',
    slab: '#c3b8e6',
    arch: '#c9c1e6',
  },
  dark: {
    sky: ['#0a0b2a', '#231a55', '#4a2a6e'],
    star: '#fff2c9',
    column: '#383070',
    columnShade: '#2c2560',
    water: '#3f7fd6',
    foam: '#c7e6ff',
    stone: ['#5d5398', '#443b7a', '#221c48'],
    top: '#9a8fd6',
    ink: '#090720',
    slab: '#6d63ad',
    arch: '#2e2766',
  },
} as const

export const fountainOfDreamsArt: StageArt = {
  sky(context, width, height, theme) {
    const { sky, star } = PALETTE[theme]
    washSky(context, width, height, ...sky)
    // Curtains of light behind the stars.
    const isDark = theme === 'dark'
    for (const [i, colour] of ['#7fe0d8', '#a98cf0', '#f09ad0'].entries()) {
      const top = height * (0.1 + i * 0.1)
      const fade = context.createLinearGradient(0, top, 0, top + height * 0.42)
      fade.addColorStop(0, `${colour}00`)
      fade.addColorStop(0.35, `${colour}${isDark ? '40' : '66'}`)
      fade.addColorStop(1, `${colour}00`)
      context.fillStyle = fade
      context.beginPath()
      const wave = (x: number): number => top + height * 0.08 * Math.sin((x / width) * 5 + i * 2)
      context.moveTo(0, height)
      for (let x = 0; x <= width; x += width / 24) context.lineTo(x, wave(x))
      context.lineTo(width, height)
      context.fill()
    }
    stars(context, width, height * 0.8, isDark ? 200 : 60, star)
    sparkles(context, width, height * 0.6, isDark ? 16 : 9, star)
    glowAt(context, width * 0.82, height * 0.18, height * 0.3, isDark ? '#fff2c944' : '#ffffffaa')
    context.fillStyle = isDark ? '#fff4d6' : '#ffffff'
    context.beginPath()
    context.arc(width * 0.82, height * 0.18, height * 0.07, 0, 2 * Math.PI)
    context.fill()
    glowAt(context, width * 0.5, height * 0.62, height * 0.6, theme === 'dark' ? '#8a5ad066' : '#ffffff99')
  },
  backdrop(scene) {
    const { context, theme, frame, reducedMotion } = scene
    const { column, columnShade, arch, water, foam } = PALETTE[theme]
    const far = layerView(scene, 0.2)
    // A half round of columns.
    for (let i = -4; i <= 4; i++) {
      const x = i * 32
      const height = 62 - Math.abs(i) * 4
      const [sx, sy] = [far.x + x * far.scale, far.y - height * far.scale]
      context.fillStyle = column
      context.fillRect(sx - 4.2 * far.scale, sy, 8.4 * far.scale, (height + 60) * far.scale)
      context.fillStyle = columnShade
      context.fillRect(sx + 1.2 * far.scale, sy, 3 * far.scale, (height + 60) * far.scale)
      context.fillStyle = arch
      context.fillRect(sx - 6.5 * far.scale, sy - 4 * far.scale, 13 * far.scale, 5 * far.scale)
    }
    // The great jet, and its fall.
    const near = layerView(scene, 0.55)
    context.fillStyle = water
    context.globalAlpha = 0.5
    context.beginPath()
    const at = (x: number, y: number): [number, number] => [near.x + x * near.scale, near.y - y * near.scale]
    context.moveTo(...at(-3, -10))
    context.quadraticCurveTo(...at(-2, 60), ...at(0, 72))
    context.quadraticCurveTo(...at(2, 60), ...at(3, -10))
    for (const side of [-1, 1]) {
      context.moveTo(...at(0, 72))
      context.quadraticCurveTo(...at(side * 22, 74), ...at(side * 30, -8))
      context.lineTo(...at(side * 24, -8))
      context.quadraticCurveTo(...at(side * 18, 62), ...at(0, 68))
    }
    context.fill()
    context.fillStyle = foam
    for (let i = 0; i < 26; i++) {
      const t = (noise(i, 71) + (reducedMotion ? 0 : frame * 0.008)) % 1
      const side = i % 2 === 0 ? -1 : 1
      const x = side * (t * 27 + noise(i, 72) * 3)
      const y = 72 - t * t * 80
      context.globalAlpha = 0.65 * (1 - t)
      context.beginPath()
      context.arc(...at(x, y), (0.5 + noise(i, 73)) * near.scale, 0, 2 * Math.PI)
      context.fill()
    }
    context.globalAlpha = 1
  },
  ground(scene, outline) {
    const { context, view, theme, frame, reducedMotion } = scene
    const { stone, top, ink, water, foam } = PALETTE[theme]
    fillOutline(scene, outline, upright(scene, 0, -62, ...stone))
    context.strokeStyle = ink
    context.lineWidth = Math.max(1, 0.4 * view.scale)
    context.stroke()
    context.strokeStyle = stone[2]
    context.lineWidth = Math.max(1, 0.5 * view.scale)
    for (const [y, half] of [
      [-9, 60],
      [-20, 55],
      [-33, 49],
    ] as const) {
      trace(context, view, [
        [-half, y],
        [half, y],
      ])
      context.stroke()
    }
    topBand(scene, 2.4, top)
    // Water in the basin, with light on it.
    context.globalAlpha = 0.55
    context.fillStyle = water
    context.fillRect(view.x - 50 * view.scale, view.y + 0.2 * view.scale, 100 * view.scale, 1.5 * view.scale)
    context.globalAlpha = 0.8
    context.fillStyle = foam
    for (let i = 0; i < 12; i++) {
      const x = -48 + ((noise(i, 81) * 96 + (reducedMotion ? 0 : frame * 0.04)) % 96)
      context.fillRect(
        view.x + x * view.scale,
        view.y + (0.5 + (i % 3) * 0.3) * view.scale,
        5 * view.scale,
        Math.max(1, 0.18 * view.scale),
      )
    }
    context.globalAlpha = 1
  },
  platform(scene, left, right, y, index) {
    const { context, view, theme, frame, reducedMotion } = scene
    const { slab: fill, top, ink, water, foam } = PALETTE[theme]
    if (index < 2) {
      // The jet that carries it.
      const x = view.x + ((left + right) / 2) * view.scale
      const from = view.y - (y - 2.4) * view.scale
      const width = 7 * view.scale
      context.globalAlpha = 0.5
      context.fillStyle = water
      context.fillRect(x - width / 2, from, width, Math.max(0, view.y - from))
      context.globalAlpha = 0.7
      context.fillStyle = foam
      for (let i = 0; i < 4; i++) {
        const t = (noise(i, 91) + (reducedMotion ? 0 : frame * 0.02)) % 1
        context.fillRect(
          x - width / 2 + (i + 0.3) * width * 0.25,
          view.y - t * (y - 2) * view.scale,
          Math.max(1, 0.5 * view.scale),
          2.5 * view.scale,
        )
      }
      context.globalAlpha = 1
    }
    slab(scene, left, right, y, 2.8, fill, top, ink)
  },
}
