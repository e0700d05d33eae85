import { DONOR } from '../poses.ts'
import type { Build } from './build.ts'
import { ADULT } from './frames.ts'
import { head, chest, eye, sword, GOLD, STEEL } from './layers.ts'

export const marth: Build = {
  ...ADULT,
  name: 'Marth',
  donor: DONOR.marth,
  head: 2,
  chest: 2.1,
  waist: 1.5,
  arm: 0.85,
  leg: 1.15,
  sleeve: '@t',
  glove: '#3b4a63',
  boot: '#3b4a63',
  belly: '@d',
  thigh: '#e9e4da',
  blade: 8,
  cape: { length: 10, fill: '@d' },
  layers: [
    ...sword(9.2, 0.38, STEEL, GOLD),
    ...head(
      [
        'under',
        '#3f58a8',
        'M.2 -1.05C-.9 -1.35 -1.5 -.5 -1.35 .4C-1.35 .9 -1.6 1.1 -1.75 1.3C-1.2 1.35 -.7 1.1 -.4 .7Z',
      ],
      [
        'over',
        '#4a66bd',
        'M1.1 .1C1 -.3 .85 -.45 .6 -.5C.5 -.1 .3 .1 0 .05C-.3 .4 -.4 .7 -.75 .85C-1.15 .4 -1.15 -.5 -.8 -.85C-.2 -1.4 .8 -1.25 1.05 -.6Z',
      ],
      ['detail', GOLD, 'M-.95 -.62L1.05 -.62L1.02 -.45L-1 -.45Z'],
      eye(0.55, 0.12, 0.12, 0.2, '#22366f'),
      eye(0.9, 0.12, 0.09, 0.19, '#22366f'),
    ),
    ...chest(
      ['over', GOLD, 'M-1 -.95L1 -.95L1.15 -.55L-1.1 -.55Z'],
      ['detail', GOLD, 'M-.8 .85L.8 .85L.8 1.1L-.8 1.1Z'],
    ),
  ],
}
