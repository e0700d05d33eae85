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
        '@t',
        'M-.6 -.5C-1.3 -.7 -2.2 -1.3 -2.3 -2.2C-1.3 -2.3 -.4 -1.7 0 -.85ZM.3 -.85C.5 -1.7 1.2 -2.2 1.9 -2.1C1.9 -1.3 1.4 -.8 .85 -.5Z',
      ],
      [
        'detail',
        INK,
        'M-2.3 -2.22C-1.8 -2.25 -1.3 -2.05 -.9 -1.8C-1.2 -1.7 -1.7 -1.5 -2.05 -1.6C-2.2 -1.8 -2.28 -2 -2.3 -2.22ZM1.92 -2.12C1.92 -1.8 1.82 -1.5 1.65 -1.25C1.4 -1.4 1.2 -1.6 1.1 -1.85C1.35 -2.02 1.6 -2.12 1.92 -2.12Z',
      ],
      eye(0.42, -0.02, 0.17, 0.22),
      eye(0.9, -0.02, 0.12, 0.21),
      ['detail', WHITE, round(0.46, -0.09, 0.07)],
      ['detail', '#ff9fc0', round(0.12, 0.42, 0.25, 0.22)],
      ['detail', '@d', 'M.6 .38C.7 .46 .82 .44 .88 .36C.86 .54 .64 .56 .6 .38Z'],
    ),
    ...chest(['detail', INK, 'M-.9 -.9L.9 -.9L.5 -.45L.2 -.7L-.1 -.4L-.5 -.7Z']),
  ],
}
