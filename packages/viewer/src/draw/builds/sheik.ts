import { DONOR } from '../poses.ts'
import type { Build } from './build.ts'
import { LADY } from './frames.ts'
import { round, head, chest, eye, WHITE } from './layers.ts'

export const sheik: Build = {
  ...LADY,
  name: 'Sheik',
  run: 21,
  lean: 1,
  donor: DONOR.fox,
  legs: 8.2,
  chest: 1.8,
  arm: 0.85,
  leg: 1.15,
  glove: WHITE,
  boot: WHITE,
  belly: '@d',
  layers: [
    ...head(
      [
        'under',
        '#f0d27a',
        'M-.6 -.4C-1.2 -.2 -1.6 .5 -2.3 1.3C-1.8 1.3 -1.4 1.2 -1.15 1.05C-1.2 1.4 -1.3 1.6 -1.4 1.8C-.9 1.5 -.5 1 -.4 .5Z',
      ],
      ['over', WHITE, 'M1.03 .05L.9 .75C.5 1.1 -.3 1.15 -.8 .75L-.95 .2Z'],
      ['over', WHITE, 'M.98 -.45C.8 -1.25 -.7 -1.4 -1.05 -.35L-1 -.05L.9 -.3Z'],
      ['over', '#f0d27a', 'M.2 -.75C.7 -.7 1.2 -.4 1.2 .35C.95 .15 .75 -.15 .6 -.3C.4 -.1 0 -.1 -.35 -.2Z'],
      eye(0.55, -0.12, 0.14, 0.15, '#b3261f'),
    ),
    ...chest(['detail', WHITE, round(0.35, -0.15, 0.34, 0.42)], ['detail', '#c8342f', round(0.4, -0.15, 0.17, 0.2)]),
  ],
}
