import type { Build } from './build.ts'
import { LADY } from './frames.ts'
import { round, head, chest, eye, SKIN, WHITE, GOLD } from './layers.ts'

export const peach: Build = {
  ...LADY,
  name: 'Peach',
  skirt: '@t',
  glove: WHITE,
  top: '@t',
  sleeve: SKIN,
  thigh: '@l',
  boot: '#c8342f',
  head: 2.3,
  layers: [
    ...head(
      [
        'under',
        '#f5d264',
        'M.3 -1C-.6 -1.3 -1.4 -.7 -1.35 .3C-1.4 1.1 -1.75 1.9 -1.5 2.7C-1 3 -.5 2.7 -.15 2.3L.1 .6Z',
      ],
      [
        'over',
        '#f5d264',
        'M1.05 -.05C.9 -.5 .6 -.6 .35 -.6C.1 -.1 -.3 .3 -.6 1.1C-1.15 .8 -1.2 -.2 -.95 -.7C-.5 -1.3 .6 -1.35 1 -.6Z',
      ],
      ['over', GOLD, 'M-.55 -1L-.65 -1.75L-.2 -1.4L.05 -1.95L.3 -1.4L.75 -1.7L.6 -.98C.3 -1.2 -.2 -1.2 -.55 -1Z'],
      ['detail', '#3c78d8', round(0.05, -1.28, 0.14)],
      eye(0.5, 0.12, 0.12, 0.24, '#2a4a9a'),
      eye(0.86, 0.12, 0.1, 0.22, '#2a4a9a'),
      ['detail', '#d2405a', round(0.78, 0.58, 0.14, 0.08)],
    ),
    ...chest(['detail', '#3c78d8', round(0.45, -0.45, 0.28)], ['detail', '@l', 'M-1 .9L1 .9L1.05 1.2L-1.05 1.2Z']),
  ],
}
