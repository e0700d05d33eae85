/** Pokémon Stadium: a field between stands, with lights and a board. */
import { noise } from '../noise.ts'
import {
  cloud,
  fillOutline,
  glowAt,
  layerView,
  slab,
  stars,
  topBand,
  trace,
  upright,
  washSky,
  type StageArt,
} from './scene.ts'

const PALETTE = {
  light: {
    sky: ['#a8cdee', '#d4e6f4', '#eef1ea'],
    stand: '#b8bfcc',
    standShade: '#a3abbb',
    crowd: ['#e58a7a', '#f0cf7a', '#7fa8dc', '#fbfbfb', '#8fc29a'],
    mast: '#7c8596',
    lamp: '#fffdf0',
    board: '#39445c',
    hull: ['#8f99ab', '#6b7589', '#434b5e'],
    panel: '#5a6376',
    field: '#63b06c',
    line: '#f5f8ee',
    ink: '#2f3644',
    deck: '#9aa5b8',
  },
  dark: {
    sky: ['#0b1126', '#17223f', '#28344c'],
    stand: '#2a3145',
    standShade: '#222839',
    crowd: ['#8a4a48', '#8a7440', '#3f5f94', '#8b8f9c', '#48705a'],
    mast: '#454d60',
    lamp: '#fff6cf',
    board: '#0c1120',
    hull: ['#4b5468', '#373f52', '#1c2130'],
    panel: '#2c3344',
    field: '#357a49',
    line: '#c9dcc4',
    ink: '#080a10',
    deck: '#5f6a80',
  },
} as const

export const pokemonStadiumArt: StageArt = {
  sky(context, width, height, theme) {
    washSky(context, width, height, ...PALETTE[theme].sky)
    if (theme === 'dark') {
      stars(context, width, height * 0.5, 90, '#dfe8ff')
      // Search lights cross above the stands.
      for (const [x, lean] of [
        [0.12, 0.3],
        [0.36, -0.16],
        [0.64, 0.16],
        [0.88, -0.3],
      ] as const) {
        const beam = context.createLinearGradient(0, height * 0.5, 0, 0)
        beam.addColorStop(0, '#cfe4ff38')
        beam.addColorStop(1, '#cfe4ff00')
        context.fillStyle = beam
        context.beginPath()
        context.moveTo(width * x, height * 0.55)
        context.lineTo(width * (x + lean - 0.05), 0)
        context.lineTo(width * (x + lean + 0.05), 0)
        context.fill()
      }
      return
    }
    for (const [x, y, size] of [
      [0.14, 0.16, 0.07],
      [0.47, 0.09, 0.05],
      [0.83, 0.2, 0.08],
    ] as const)
      cloud(context, width * x, height * y, height * size, '#ffffffb0')
  },
  backdrop(scene) {
    const {
      context,
      theme,
      frame,
      reducedMotion,
      view: { width },
    } = scene
    const palette = PALETTE[theme]
    const view = layerView(scene, 0.22)
    const at = (x: number, y: number): [number, number] => [view.x + x * view.scale, view.y - y * view.scale]
    for (const side of [-1, 1]) {
      for (const x of [62, 128]) {
        const [mx, my] = at(side * x, 96)
        context.fillStyle = palette.mast
        context.fillRect(mx - 1.2 * view.scale, my, 2.4 * view.scale, 130 * view.scale)
        glowAt(context, mx, my, 34 * view.scale, theme === 'dark' ? '#fff3c866' : '#ffffffaa')
        context.fillStyle = palette.lamp
        for (let i = 0; i < 6; i++)
          context.fillRect(
            mx + (-7 + (i % 3) * 5) * view.scale,
            my + (-4 + Math.floor(i / 3) * 4.4) * view.scale,
            4 * view.scale,
            3.4 * view.scale,
          )
      }
    }
    // The board in the middle: two bars that swing.
    const [bx, by] = at(-34, 74)
    context.fillStyle = palette.board
    context.beginPath()
    context.roundRect(bx, by, 68 * view.scale, 34 * view.scale, 2 * view.scale)
    context.fill()
    for (let i = 0; i < 15; i++) {
      const swing = reducedMotion ? 0.5 : 0.5 + 0.5 * Math.sin(frame * 0.04 + i * 0.7)
      context.fillStyle = i % 2 === 0 ? '#4ea3ff' : '#ff6f66'
      const high = (4 + swing * 20) * view.scale
      context.fillRect(bx + (4 + i * 4.1) * view.scale, by + 31 * view.scale - high, 2.6 * view.scale, high)
    }
    // Stands with a crowd.
    const tiers = 5
    for (let tier = 0; tier < tiers; tier++) {
      const y = 34 - tier * 11
      context.fillStyle = tier % 2 === 0 ? palette.stand : palette.standShade
      const [, top] = at(0, y)
      context.fillRect(0, top, width, 12 * view.scale)
      const first = Math.floor(-view.x / view.scale / 5) - 1
      const last = Math.ceil((width - view.x) / view.scale / 5) + 1
      context.globalAlpha = 0.55
      for (const [n, colour] of palette.crowd.entries()) {
        context.fillStyle = colour
        for (let i = first; i <= last; i++) {
          if (Math.floor(noise(i, tier) * palette.crowd.length) !== n) continue
          const hop = reducedMotion ? 0 : Math.max(0, Math.sin(frame * 0.09 + noise(i, tier + 9) * 6.3)) * 0.9
          context.fillRect(
            view.x + (i * 5 + noise(i, tier + 20) * 2) * view.scale,
            top + (2.2 - hop) * view.scale,
            2.8 * view.scale,
            4.4 * view.scale,
          )
        }
      }
      context.globalAlpha = 1
    }
    const [, wall] = at(0, -20)
    context.fillStyle = palette.board
    context.fillRect(0, wall, width, 6 * view.scale)
    context.fillStyle = palette.field
    context.fillRect(0, wall + 6 * view.scale, width, scene.view.height)
    context.globalAlpha = 0.35
    context.strokeStyle = palette.line
    context.lineWidth = 1.2 * view.scale
    context.beginPath()
    context.ellipse(view.x, wall + 44 * view.scale, 70 * view.scale, 18 * view.scale, 0, 0, 2 * Math.PI)
    context.stroke()
    context.globalAlpha = 1
  },
  ground(scene, outline) {
    const { context, view, theme } = scene
    const { hull, panel, field, line, ink } = PALETTE[theme]
    fillOutline(scene, outline, upright(scene, 0, -62, ...hull))
    context.strokeStyle = ink
    context.lineWidth = Math.max(1, 0.4 * view.scale)
    context.stroke()
    context.strokeStyle = panel
    context.lineWidth = Math.max(1, 0.6 * view.scale)
    for (let x = -60; x <= 60; x += 15) {
      trace(context, view, [
        [x, -4],
        [x * 0.92, -17],
      ])
      context.stroke()
      trace(context, view, [
        [x * 0.9, -18],
        [x * 0.5, -50],
      ])
      context.stroke()
    }
    topBand(scene, 3, field)
    context.fillStyle = line
    for (const [x, wide] of [
      [-70, 1.2],
      [70, 1.2],
      [0, 1.2],
      [-14, 0.8],
      [14, 0.8],
    ] as const)
      context.fillRect(view.x + (x - wide / 2) * view.scale, view.y, wide * view.scale, 2.6 * view.scale)
  },
  platform(scene, left, right, y) {
    const { deck, line, ink } = PALETTE[scene.theme]
    slab(scene, left, right, y, 2.8, deck, line, ink)
  },
}
