/** Final Destination: a plate of metal with lights along its edge, before a planet with rings. */
import { mix } from '../colours.ts'
import {
  fillOutline,
  glowAt,
  layerView,
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
    sky: ['#e4e9f7', '#cfd6ef', '#c9c1e6'],
    planet: '#a9a4da',
    ring: '#8f86cf',
    star: '#8f8bc0',
    hull: ['#8d93b4', '#666b91', '#3e4268'],
    panel: '#545a82',
    top: '#c4cae0',
    light: '#14b8c4',
    ink: '#2a2c4a',
  },
  dark: {
    sky: ['#05060f', '#0d0e2a', '#211743'],
    planet: '#37307a',
    ring: '#6f5fd0',
    star: '#e6e8ff',
    hull: ['#454b70', '#2d3156', '#14162e'],
    panel: '#3a3f68',
    top: '#7f88b5',
    light: '#3df0ff',
    ink: '#05060f',
  },
} as const

/** Size in radii of the planet, and width. */
const RINGS = [
  [1.45, 3],
  [1.62, 1.4],
  [1.78, 0.8],
] as const

export const finalDestinationArt: StageArt = {
  sky(context, width, height, theme) {
    const { sky, star } = PALETTE[theme]
    washSky(context, width, height, ...sky)
    stars(context, width, height, theme === 'dark' ? 260 : 70, star)
    const isDark = theme === 'dark'
    // Clouds of dust among the stars.
    for (const [x, y, size, colour] of [
      [0.25, 0.2, 0.5, isDark ? '#4a2a8a66' : '#ffffff88'],
      [0.12, 0.75, 0.45, isDark ? '#0e5c7a50' : '#b9dcf488'],
      [0.5, 0.5, 0.4, isDark ? '#7a2a6a40' : '#f0d3ee88'],
      [0.85, 0.85, 0.5, isDark ? '#2a3a9a55' : '#c9cdf488'],
    ] as const)
      glowAt(context, width * x, height * y, height * size, colour)
    sparkles(context, width, height, isDark ? 22 : 10, isDark ? '#f4f6ff' : '#ffffff')
  },
  backdrop(scene) {
    const { context, theme, frame, reducedMotion } = scene
    const { planet, ring, star } = PALETTE[theme]
    const view = layerView(scene, 0.12)
    const x = view.x + 62 * view.scale
    const y = view.y - 44 * view.scale
    const r = 40 * view.scale
    const rings = (from: number, to: number): void => {
      context.strokeStyle = ring
      for (const [size, width] of RINGS) {
        context.lineWidth = width * view.scale
        context.beginPath()
        context.ellipse(x, y, r * size, r * size * 0.24, -0.32, from, to)
        context.stroke()
      }
    }
    rings(Math.PI, 2 * Math.PI)
    const body = context.createRadialGradient(x - r * 0.4, y - r * 0.4, r * 0.1, x, y, r)
    body.addColorStop(0, mix(planet, '#ffffff', 0.4))
    body.addColorStop(1, planet)
    context.fillStyle = body
    context.beginPath()
    context.arc(x, y, r, 0, 2 * Math.PI)
    context.fill()
    rings(0, Math.PI)
    // Lights that rush by.
    if (reducedMotion) return
    context.fillStyle = star
    for (let i = 0; i < 14; i++) {
      const t = (((i * 0.137 + frame * 0.0016 * (1 + (i % 3))) % 1) + 1) % 1
      context.globalAlpha = 0.5 * Math.sin(t * Math.PI)
      context.fillRect(
        scene.view.width * (1.1 - t * 1.2),
        scene.view.height * ((i * 0.381) % 1),
        26 + (i % 4) * 16,
        1.5,
      )
    }
    context.globalAlpha = 1
  },
  ground(scene, outline) {
    const { context, view, theme, frame, reducedMotion } = scene
    const { hull, panel, top, light, ink } = PALETTE[theme]
    fillOutline(scene, outline, upright(scene, 0, -56, ...hull))
    context.strokeStyle = ink
    context.lineWidth = Math.max(1, 0.4 * view.scale)
    context.stroke()
    context.strokeStyle = panel
    context.lineWidth = Math.max(1, 0.5 * view.scale)
    for (let x = -60; x <= 60; x += 20) {
      trace(context, view, [
        [x, -3],
        [x * 0.8, -20],
        [x * 0.72, -54],
      ])
      context.stroke()
    }
    trace(context, view, [
      [-66, -20.5],
      [66, -20.5],
    ])
    context.stroke()
    const pulse = reducedMotion ? 0.8 : 0.7 + 0.3 * Math.sin(frame * 0.05)
    context.globalAlpha = pulse
    context.strokeStyle = light
    context.lineWidth = Math.max(1.5, 0.7 * view.scale)
    trace(context, view, [
      [-85, -6],
      [-84.5, -10],
      [-66, -20],
    ])
    context.stroke()
    trace(context, view, [
      [85, -6],
      [84.5, -10],
      [66, -20],
    ])
    context.stroke()
    for (let x = -72; x <= 72; x += 12) {
      context.fillStyle = light
      context.fillRect(view.x + (x - 2.5) * view.scale, view.y + 5.6 * view.scale, 5 * view.scale, 0.9 * view.scale)
    }
    context.globalAlpha = 1
    topBand(scene, 2.2, top)
  },
  platform() {},
}
