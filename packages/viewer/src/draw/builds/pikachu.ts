import { DONOR } from '../poses.ts'
import type { Build } from './build.ts'
import { CHILD } from './frames.ts'
import { round, head, chest, eye, INK, WHITE, BROWN } from './layers.ts'

export const pikachu: Build = {
  ...CHILD,
  name: 'Pikachu',
  donor: DONOR.fox,
  legs: 2.1,
  torso: 2.2,
  neck: 2.5,
  arms: 2.9,
  head: 3,
  chest: 2.3,
  waist: 2.8,
  arm: 0.85,
  hand: 0.8,
  foot: 1.15,
  shoulders: 1.9,
  hips: 1.4,
  skin: '@t',
  sleeve: '@t',
  glove: '@t',
  thigh: '@t',
  boot: '@t',
  belly: '@t',
  tail: { kind: 'bolt', length: 6.5, width: 1.5, fill: '@t', tip: BROWN },
  layers: [
    ...head(
      [
        'under',
        '@t',
        'M-.75 -.5C-1.5 -1.2 -2 -1.7 -2.1 -2.3C-1.5 -2.2 -.6 -1.6 -.15 -.85ZM.25 -.85C.3 -1.7 .7 -2.3 1.15 -2.55C1.35 -2 1.2 -1.2 .8 -.6Z',
      ],
      [
        'detail',
        INK,
        'M-2.12 -2.32C-1.75 -2.28 -1.4 -2.05 -1.15 -1.85L-1.55 -1.4C-1.9 -1.75 -2.1 -2.05 -2.12 -2.32ZM1.16 -2.58C1.3 -2.3 1.3 -1.95 1.25 -1.7L.65 -1.95C.8 -2.25 1 -2.45 1.16 -2.58Z',
      ],
      eye(0.42, -0.08, 0.17, 0.22),
      eye(0.9, -0.08, 0.12, 0.21),
      ['detail', WHITE, round(0.46, -0.15, 0.07) + round(0.92, -0.15, 0.05)],
      ['detail', '#ffd84a', round(0.12, 0.38, 0.26, 0.24)],
      ['detail', INK, round(0.98, 0.16, 0.08, 0.06)],
      ['detail', '@d', 'M.55 .38C.7 .48 .85 .46 .92 .36C.9 .58 .6 .6 .55 .38Z'],
    ),
    ...chest(['detail', BROWN, 'M-1.1 -.1L-.45 .05L-1.1 .3ZM-1.15 .6L-.45 .75L-1.1 1Z']),
  ],
}
