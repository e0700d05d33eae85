import { DONOR } from '../poses.ts'
import type { Build } from './build.ts'
import { CHILD } from './frames.ts'
import { round, head, chest, eye, INK, WHITE } from './layers.ts'

export const pichu: Build = {
  ...CHILD,
  name: 'Pichu',
  donor: DONOR.fox,
  legs: 1.7,
  torso: 1.5,
  neck: 2.2,
  arms: 2.2,
  head: 2.75,
  chest: 1.6,
  waist: 1.9,
  arm: 0.6,
  hand: 0.65,
  foot: 0.95,
  leg: 0.8,
  shoulders: 1.3,
  hips: 1,
  skin: '@t',
  sleeve: '@t',
  glove: '@t',
  thigh: '@t',
  boot: '@t',
  belly: '@t',
  tail: { kind: 'bolt', length: 3.4, width: 0.8, fill: INK, tip: INK },
  layers: [
    ...head(
      [
        'under',
        INK,
        'M-.6 -.5C-1.3 -.7 -2.2 -1.3 -2.3 -2.2C-1.3 -2.3 -.4 -1.7 0 -.85ZM.3 -.85C.5 -1.7 1.2 -2.2 1.9 -2.1C1.9 -1.3 1.4 -.8 .85 -.5Z',
      ],
      [
        'detail',
        '@t',
        'M-.62 -.62C-1.2 -.85 -1.75 -1.3 -1.9 -1.85C-1.2 -1.85 -.55 -1.5 -.2 -.85ZM.42 -.85C.6 -1.45 1.1 -1.8 1.6 -1.8C1.55 -1.3 1.2 -.9 .8 -.65Z',
      ],
      eye(0.42, -0.02, 0.17, 0.22),
      eye(0.9, -0.02, 0.12, 0.21),
      ['detail', WHITE, round(0.46, -0.09, 0.07)],
      ['detail', '#ff9fc0', round(0.12, 0.42, 0.25, 0.22)],
      ['detail', '@d', 'M.6 .38C.7 .46 .82 .44 .88 .36C.86 .54 .64 .56 .6 .38Z'],
    ),
    ...chest(['detail', INK, 'M-1.2 -1.2L1.2 -1.2L1.1 -.15L.55 -.5L0 .05L-.5 -.5L-1.1 -.1Z']),
  ],
}
