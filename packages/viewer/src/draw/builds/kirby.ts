import type { Build } from './build.ts'
import { BALL } from './frames.ts'
import { round, head, INK, WHITE } from './layers.ts'

export const kirby: Build = {
  ...BALL,
  name: 'Kirby',
  boot: '#b3243f',
  thigh: '#b3243f',
  layers: head(
    ['detail', INK, round(0.3, -0.22, 0.13, 0.3) + round(0.72, -0.22, 0.11, 0.29)],
    ['detail', WHITE, round(0.33, -0.36, 0.07, 0.12) + round(0.74, -0.36, 0.06, 0.12)],
    ['detail', '#ff9fb2', round(0.05, 0.14, 0.17, 0.1) + round(0.9, 0.14, 0.1, 0.09)],
    ['detail', '#7a1730', 'M.4 .2C.5 .28 .62 .28 .68 .2C.66 .45 .45 .48 .4 .2Z'],
  ),
}
