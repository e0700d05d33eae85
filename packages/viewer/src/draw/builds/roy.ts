import { DONOR } from '../poses.ts'
import type { Build } from './build.ts'
import { ADULT } from './frames.ts'
import { head, chest, eye, sword, WHITE } from './layers.ts'

export const roy: Build = {
  ...ADULT,
  name: 'Roy',
  donor: DONOR.marth,
  legs: 7.6,
  neck: 3.4,
  head: 2,
  chest: 2,
  waist: 1.5,
  arm: 0.9,
  leg: 1.15,
  glove: '#5a4636',
  boot: '#5a4636',
  thigh: '#e9e4da',
  belly: '@d',
  blade: 7.2,
  cape: { length: 7, fill: '@d' },
  layers: [
    ...sword(8.2, 0.62, '#ffe1b0', '#8a4a2c'),
    ...head(
      ['under', '#c23a22', 'M.1 -1C-.9 -1.3 -1.4 -.6 -1.3 .2L-1.6 .7L-1.1 .7L-1 1.1L-.4 .6Z'],
      [
        'over',
        '#dd4e2c',
        'M1.15 .05L.85 -.3L.65 .1L.4 -.25L.1 .2L-.2 -.05L-.7 .75C-1.1 .3 -1.15 -.4 -.85 -.8L-1.1 -1.35L-.5 -1.15L-.3 -1.65L.2 -1.2L.75 -1.5L.75 -1L1.3 -.95L1 -.55Z',
      ],
      ['detail', WHITE, 'M-.95 -.52L1.02 -.55L1 -.38L-.95 -.32Z'],
      eye(0.55, 0.14, 0.12, 0.2, '#1f3f7a'),
      eye(0.9, 0.14, 0.09, 0.19, '#1f3f7a'),
    ),
    ...chest(
      ['over', '#e9e4da', 'M-1 -1L1 -1L1.15 -.5L-1.1 -.5Z'],
      ['detail', '#8a4a2c', 'M-.8 .85L.8 .85L.8 1.1L-.8 1.1Z'],
    ),
  ],
}
