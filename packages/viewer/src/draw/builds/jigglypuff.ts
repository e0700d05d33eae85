import type { Build } from './build.ts'
import { BALL } from './frames.ts'
import { round, head, INK, WHITE } from './layers.ts'

export const jigglypuff: Build = {
  ...BALL,
  name: 'Jigglypuff',
  head: 5.2,
  arm: 1,
  hand: 1.2,
  leg: 1.3,
  foot: 1.6,
  boot: '@t',
  thigh: '@t',
  arms: 3,
  layers: head(
    ['under', '@t', 'M-.85 -.4L-1.05 -1.35L-.2 -.95ZM.3 -.95L.95 -1.35L.95 -.45Z'],
    ['detail', INK, 'M-.85 -.75L-.98 -1.2L-.55 -.98ZM.6 -1.02L.9 -1.22L.9 -.75Z'],
    ['detail', WHITE, round(0.18, -0.12, 0.27, 0.31) + round(0.74, -0.12, 0.2, 0.29)],
    ['detail', '#1c8f8a', round(0.24, -0.1, 0.2, 0.24) + round(0.78, -0.1, 0.14, 0.22)],
    ['detail', WHITE, round(0.18, -0.2, 0.08) + round(0.75, -0.2, 0.06)],
    [
      'over',
      '@l',
      'M-.05 -.95C.3 -1.25 .95 -1.05 .95 -.65C.9 -.35 .5 -.4 .45 -.62C.55 -.55 .7 -.62 .66 -.75C.5 -1 .2 -.7 -.05 -.55Z',
    ],
    ['detail', '@d', 'M.42 .28C.55 .4 .68 .38 .76 .28C.72 .5 .46 .52 .42 .28Z'],
  ),
}
