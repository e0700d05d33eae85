import { DONOR } from '../poses.ts'
import type { Build } from './build.ts'
import { STOUT } from './frames.ts'
import { round, head, chest, eye, WHITE } from './layers.ts'

export const yoshi: Build = {
  ...STOUT,
  name: 'Yoshi',
  donor: DONOR.fox,
  legs: 4.8,
  torso: 3,
  neck: 4.6,
  arms: 3.8,
  shoulders: 1.6,
  head: 2.8,
  chest: 2.1,
  waist: 2.6,
  arm: 0.9,
  hand: 1.05,
  foot: 1.7,
  skin: '@t',
  sleeve: '@t',
  glove: '@t',
  thigh: '@t',
  boot: '#e27a2b',
  belly: '@t',
  tail: { kind: 'stub', length: 6, width: 1.9, fill: '@t', tip: '@t' },
  layers: [
    ...head(
      ['under', '#e2552b', 'M-.5 -.9L-1.2 -1.1L-.95 -.5L-1.5 -.3L-1 .1L-1.4 .5L-.7 .6Z'],
      ['over', '@t', round(1.05, 0.1, 0.85, 0.72)],
      ['over', WHITE, 'M-.5 .25C0 .1 .3 .5 .9 .85C.5 1.2 -.2 1.15 -.55 .85Z'],
      ['over', WHITE, round(0.12, -0.85, 0.33, 0.5) + round(0.62, -0.82, 0.28, 0.46)],
      eye(0.24, -0.72, 0.14, 0.26),
      eye(0.7, -0.7, 0.12, 0.25),
      ['detail', '@d', round(1.6, -0.15, 0.08, 0.1)],
    ),
    ...chest(
      ['detail', WHITE, round(0.55, 0.45, 0.5, 0.95)],
      ['over', '#d9432b', 'M-.5 .3C-1.3 .2 -1.4 1 -1.1 1.4L-.3 1.2Z'],
    ),
  ],
}
