import { DONOR } from '../poses.ts'
import type { Build } from './build.ts'
import { CHILD } from './frames.ts'
import { round, head, chest, hand, eye, SKIN, CREAM } from './layers.ts'

/** Both climbers carry a hammer and wear a parka. */
export const HAMMER = hand(
  ['under', '#9b6a3a', 'M-1.4 -.3L5 -.3L5 .3L-1.4 .3Z'],
  ['under', '#c98f4e', 'M3.4 -2L5.9 -2L5.9 2L3.4 2Z'],
  ['detail', '#8a5a2e', 'M3.4 -1.4L5.9 -1.4L5.9 -1.1L3.4 -1.1ZM3.4 1.1L5.9 1.1L5.9 1.4L3.4 1.4Z'],
)
export const PARKA = chest(['detail', CREAM, 'M-1.05 .85L1.05 .85L1.1 1.25L-1.1 1.25Z'])

export const popo: Build = {
  ...CHILD,
  name: 'Popo',
  donor: DONOR.marth,
  legs: 2.9,
  skin: '@t',
  glove: '#7a4a2c',
  boot: '#7a4a2c',
  thigh: '@d',
  blade: 5,
  chest: 2.1,
  waist: 2.3,
  arm: 1.05,
  layers: [
    ...HAMMER,
    ...head(
      ['over', CREAM, round(0.42, 0.1, 0.74, 0.78)],
      ['detail', SKIN, round(0.5, 0.12, 0.56, 0.6)],
      eye(0.42, 0.08, 0.1, 0.22),
      eye(0.82, 0.08, 0.09, 0.21),
      ['detail', '#e58d72', round(0.2, 0.36, 0.13, 0.09)],
    ),
    ...PARKA,
  ],
}
