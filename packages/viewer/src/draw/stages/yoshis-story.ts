/** Yoshi's Story: a landscape of felt and paper, with stitches, and a cloud that goes round. */
import { noise } from '../noise.ts'
import {
  cloud,
  fillOutline,
  hills,
  layerView,
  stars,
  topBand,
  trace,
  upright,
  washSky,
  type Scene,
  type StageArt,
} from './scene.ts'

const PALETTE = {
  light: {
    sky: ['#bfe6f2', '#e8f4e4', '#fff3d6'],
    far: '#d9e7a8',
    mid: '#b5d98f',
    near: '#93c67b',
    felt: ['#8cc152', '#6aa545', '#4c7f3b'],
    patches: ['#f2b84b', '#e88a6a', '#7fc4c0', '#c79be0'],
    stitch: '#fffbe9',
    wood: '#c98f52',
    top: '#a8d86a',
    ink: '#3c5a2c',
    cloud: '#ffffff',
    cloudInk: '#7d93b5',
    sun: '#ffd667',
  },
  dark: {
    sky: ['#14213f', '#23415a', '#3b5b56'],
    far: '#2f5a4c',
    mid: '#274c42',
    near: '#1f3f38',
    felt: ['#3f7a3d', '#2f5f36', '#1c3d28'],
    patches: ['#a8762c', '#94503e', '#3d7a7a', '#735193'],
    stitch: '#d8e8c8',
    wood: '#7a5533',
    top: '#5f9a47',
    ink: '#0c1710',
    cloud: '#c9d6ea',
    cloudInk: '#3c4d6a',
    sun: '#e9e2c0',
  },
} as const

/** A dashed line, like a seam. */
function seam({ context, view }: Scene, points: readonly (readonly [number, number])[], colour: string): void {
  context.setLineDash([1.6 * view.scale, 1.2 * view.scale])
  context.strokeStyle = colour
  context.lineWidth = Math.max(1, 0.4 * view.scale)
  trace(context, view, points)
  context.stroke()
  context.setLineDash([])
}

export const yoshisStoryArt: StageArt = {
  sky(context, width, height, theme) {
    const { sky, sun } = PALETTE[theme]
    washSky(context, width, height, ...sky)
    context.fillStyle = sun
    const [x, y, r] = [width * 0.8, height * 0.2, height * 0.08]
    context.beginPath()
    for (let i = 0; i < 24; i++) {
      const size = i % 2 === 0 ? r * 1.45 : r * 1.1
      const angle = (i * Math.PI) / 12
      context.lineTo(x + Math.cos(angle) * size, y + Math.sin(angle) * size)
    }
    context.closePath()
    context.fill()
    // Clouds of paper, each with a seam.
    for (const [cx, cy, size] of [
      [0.16, 0.17, 0.075],
      [0.44, 0.1, 0.05],
      [0.62, 0.3, 0.06],
    ] as const) {
      cloud(
        context,
        width * cx,
        height * (cy + 0.012),
        height * size * 1.04,
        theme === 'light' ? '#8fb7c840' : '#0a142c66',
      )
      cloud(context, width * cx, height * cy, height * size, theme === 'light' ? '#ffffff' : '#5a7391')
      context.strokeStyle = theme === 'light' ? '#b9cfdd' : '#9fb6cf'
      context.lineWidth = Math.max(1, height * 0.003)
      context.setLineDash([height * 0.012, height * 0.009])
      context.beginPath()
      context.moveTo(width * cx - height * size, height * cy + height * size * 0.42)
      context.lineTo(width * cx + height * size, height * cy + height * size * 0.42)
      context.stroke()
      context.setLineDash([])
    }
    if (theme === 'dark') stars(context, width, height * 0.5, 60, '#fff6d8')
  },
  backdrop(scene) {
    const { context, theme } = scene
    const palette = PALETTE[theme]
    hills(scene, layerView(scene, 0.15), 14, 20, 60, 2, palette.far)
    hills(scene, layerView(scene, 0.3), -8, 16, 46, 6, palette.mid)
    const view = layerView(scene, 0.45)
    // Flowers of felt on stalks.
    for (let i = 0; i < 9; i++) {
      const x = -130 + i * 32 + noise(i, 61) * 14
      const y = -12 + noise(i, 62) * 20
      const [sx, sy] = [view.x + x * view.scale, view.y - y * view.scale]
      context.strokeStyle = palette.near
      context.lineWidth = 1.2 * view.scale
      context.beginPath()
      context.moveTo(sx, sy)
      context.lineTo(sx, sy + 70 * view.scale)
      context.stroke()
      context.fillStyle = palette.patches[i % 4]!
      context.beginPath()
      for (let petal = 0; petal < 6; petal++) {
        const angle = (petal * Math.PI) / 3
        const [px, py] = [sx + Math.cos(angle) * 2.6 * view.scale, sy + Math.sin(angle) * 2.6 * view.scale]
        context.moveTo(px + 2 * view.scale, py)
        context.arc(px, py, 2 * view.scale, 0, 2 * Math.PI)
      }
      context.fill()
      context.fillStyle = palette.stitch
      context.beginPath()
      context.arc(sx, sy, 1.8 * view.scale, 0, 2 * Math.PI)
      context.fill()
    }
    hills(scene, view, -34, 10, 38, 9, palette.near)
  },
  ground(scene, outline) {
    const { context, view, theme } = scene
    const { felt, patches, stitch, top, ink } = PALETTE[theme]
    fillOutline(scene, outline, upright(scene, 0, -95, ...felt))
    context.strokeStyle = ink
    context.lineWidth = Math.max(1, 0.4 * view.scale)
    context.stroke()
    for (const [i, [x, y, size]] of (
      [
        [-36, -20, 11],
        [2, -30, 14],
        [34, -18, 10],
        [-18, -58, 12],
        [28, -62, 13],
        [-40, -84, 10],
      ] as const
    ).entries()) {
      context.globalAlpha = 0.75
      context.fillStyle = patches[i % 4]!
      const points = [
        [x - size, y + size * 0.8],
        [x + size * 0.9, y + size],
        [x + size, y - size * 0.8],
        [x - size * 0.8, y - size],
      ] as const
      trace(context, view, points)
      context.closePath()
      context.fill()
      context.globalAlpha = 1
      seam(
        scene,
        [
          ...points.map(([px, py]) => [x + (px - x) * 0.84, y + (py - y) * 0.84] as const),
          [x + (points[0][0] - x) * 0.84, y + (points[0][1] - y) * 0.84],
        ],
        stitch,
      )
    }
    topBand(scene, 3, top)
    seam(
      scene,
      [
        [-55, -6.2],
        [-39, -3],
        [39, -3],
        [55, -6.2],
      ],
      stitch,
    )
  },
  platform(scene, left, right, y, index) {
    const { context, view, theme } = scene
    const { wood, top, ink, cloud, cloudInk, stitch } = PALETTE[theme]
    const s = view.scale
    if (index === 3) {
      const middle = view.x + ((left + right) / 2) * s
      const at = view.y - y * s
      const half = ((right - left) / 2) * s
      context.beginPath()
      for (const [dx, dy, r] of [
        [-0.62, 0.24, 0.4],
        [0, 0.3, 0.5],
        [0.62, 0.24, 0.4],
        [0.3, 0.16, 0.4],
        [-0.3, 0.16, 0.4],
      ] as const) {
        context.moveTo(middle + (dx + r) * half, at + dy * half + r * half * 0.55)
        context.arc(middle + dx * half, at + dy * half + r * half * 0.55, r * half, 0, 2 * Math.PI)
      }
      context.strokeStyle = cloudInk
      context.lineWidth = Math.max(2, 0.7 * s)
      context.stroke()
      context.fillStyle = cloud
      context.fill()
      context.beginPath()
      context.roundRect(middle - half, at, half * 2, 2.2 * s, 1.1 * s)
      context.fill()
      context.fillStyle = cloudInk
      context.beginPath()
      context.ellipse(middle - half * 0.22, at + half * 0.4, half * 0.08, half * 0.15, 0, 0, 2 * Math.PI)
      context.ellipse(middle + half * 0.22, at + half * 0.4, half * 0.08, half * 0.15, 0, 0, 2 * Math.PI)
      context.fill()
      return
    }
    context.beginPath()
    context.roundRect(view.x + left * s, view.y - y * s, (right - left) * s, 3 * s, 1.2 * s)
    context.fillStyle = wood
    context.fill()
    context.strokeStyle = ink
    context.lineWidth = Math.max(1, 0.35 * s)
    context.stroke()
    context.fillStyle = top
    context.fillRect(view.x + (left + 0.4) * s, view.y - y * s, (right - left - 0.8) * s, 0.9 * s)
    seam(
      scene,
      [
        [left + 1, y - 1.9],
        [right - 1, y - 1.9],
      ],
      stitch,
    )
  },
}
