/** Battlefield: an island of stone with old pillars, above the clouds of an evening. */
import {
  cloud,
  fillOutline,
  glowAt,
  layerView,
  peaks,
  rays,
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
    sky: ['#cfe0f4', '#e9e3f2', '#fbe6d4'],
    far: '#c4c6e0',
    mid: '#a9aed3',
    cloud: '#ffffffcc',
    rock: ['#9a8fa8', '#7d7392', '#574d70'],
    seam: '#6b6184',
    top: '#b9c48d',
    ink: '#3c344f',
  },
  dark: {
    sky: ['#0d1030', '#2a2252', '#5a3a5e'],
    far: '#2d2856',
    mid: '#221f45',
    cloud: '#55467b80',
    rock: ['#5b527a', '#433b60', '#262140'],
    seam: '#37304f',
    top: '#7d8f63',
    ink: '#0d0a1a',
  },
} as const

export const battlefieldArt: StageArt = {
  sky(context, width, height, theme) {
    washSky(context, width, height, ...PALETTE[theme].sky)
    if (theme === 'dark') {
      stars(context, width, height * 0.6, 120, '#dfe2ff')
      sparkles(context, width, height * 0.4, 7, '#f4ecff')
    }
    const isLight = theme === 'light'
    const [x, y] = [width * 0.72, height * 0.7]
    glowAt(context, x, y, height * 0.55, isLight ? '#fff1cf' : '#d9746b88')
    rays(context, x, y, height * 1.1, 18, isLight ? '#fff6dc66' : '#ffb08a2a')
    context.fillStyle = isLight ? '#fffaf0' : '#f7c3a2'
    context.beginPath()
    context.arc(x, y, height * 0.075, 0, 2 * Math.PI)
    context.fill()
    peaks(context, width, height * 0.86, height * 0.2, 3, isLight ? '#d3cfe8b0' : '#3a2f63c0')
    peaks(context, width, height * 0.97, height * 0.2, 9, isLight ? '#bfbfe0c0' : '#2a2350e0')
  },
  backdrop(scene) {
    const { context, theme, frame, reducedMotion } = scene
    const { far, mid, cloud: white } = PALETTE[theme]
    const view = layerView(scene, 0.25)
    // Islands far away.
    for (const [x, y, size] of [
      [-105, 34, 20],
      [96, 52, 15],
      [130, -12, 26],
      [-60, 72, 9],
    ] as const) {
      trace(context, view, [
        [x - size, y],
        [x - size * 0.5, y + size * 0.16],
        [x + size * 0.4, y + size * 0.2],
        [x + size, y],
        [x + size * 0.45, y - size * 0.45],
        [x + size * 0.1, y - size * 0.95],
        [x - size * 0.4, y - size * 0.5],
      ])
      context.closePath()
      context.fillStyle = y > 45 ? far : mid
      context.fill()
      // Ruins on them.
      for (const at of [-0.45, -0.1, 0.3])
        context.fillRect(
          view.x + (x + at * size) * view.scale,
          view.y - (y + size * (0.55 + at * 0.3)) * view.scale,
          size * 0.1 * view.scale,
          size * 0.5 * view.scale,
        )
    }
    const drift = reducedMotion ? 0 : frame * 0.006
    const near = layerView(scene, 0.4)
    for (const [x, y, size] of [
      [-140, -40, 22],
      [-70, -58, 30],
      [20, -52, 26],
      [95, -62, 34],
      [150, -38, 20],
    ] as const) {
      cloud(
        context,
        near.x + (x + drift * (size * 0.05)) * near.scale,
        near.y - y * near.scale,
        size * near.scale,
        white,
      )
    }
  },
  ground(scene, outline) {
    const { context, view, theme } = scene
    const { rock, seam, top, ink } = PALETTE[theme]
    fillOutline(scene, outline, upright(scene, 0, -42, ...rock))
    context.strokeStyle = ink
    context.lineWidth = Math.max(1, 0.4 * view.scale)
    context.stroke()
    // Courses of masonry.
    context.save()
    context.clip()
    context.strokeStyle = seam
    context.lineWidth = Math.max(0.8, 0.25 * view.scale)
    for (let row = 0; row < 7; row++) {
      const y = -5 - row * 5.2
      trace(context, view, [
        [-70, y],
        [70, y],
      ])
      context.stroke()
      for (let x = -70 + (row % 2) * 7; x < 70; x += 14) {
        trace(context, view, [
          [x, y],
          [x, y + 5.2],
        ])
        context.stroke()
      }
    }
    context.restore()
    topBand(scene, 2.1, top)
  },
  platform(scene, left, right, y) {
    const { rock, top, ink } = PALETTE[scene.theme]
    slab(scene, left, right, y, 3, rock[1], top, ink)
  },
}
