import type { Build } from './build.ts'
import { STOUT } from './frames.ts'
import { round, head, chest, eye, SKIN, WHITE, GOLD } from './layers.ts'

export const luigi: Build = {
  ...STOUT,
  name: 'Luigi',
  legs: 6,
  torso: 3.7,
  neck: 3.7,
  arms: 5.4,
  head: 2.65,
  chest: 2,
  waist: 1.9,
  leg: 1.2,
  arm: 0.95,
  skull: round(0, 0.05, 0.95, 1.12),
  thigh: '#2b3a6e',
  belly: '#2b3a6e',
  glove: WHITE,
  boot: '#5a3a22',
  layers: [
    ...head(
      ['under', '#4a2f1d', 'M-1 -.3C-1.15 .5 -.9 .9 -.45 .9L-.2 -.2Z'],
      [
        'over',
        '@t',
        'M-1.02 -.15C-1.3 -1.5 -.4 -1.95 .35 -1.6C.85 -1.3 1 -.85 1 -.55L1.6 -.38C1.66 -.14 1.4 -.08 1.05 -.12L-.25 -.26Z',
      ],
      ['over', SKIN, round(1.15, 0.15, 0.36, 0.27)],
      ['detail', '#4a2f1d', 'M.25 .36C.7 .2 1.4 .3 1.75 .42C1.4 .75 .6 .85 .2 .6Z'],
      eye(0.58, -0.03, 0.13, 0.28),
      ['detail', WHITE, round(0.38, -1.02, 0.26, 0.24)],
      ['detail', '@d', 'M.3 -1.16L.38 -1.16L.38 -.94L.52 -.94L.52 -.86L.3 -.86Z'],
    ),
    ...chest(['detail', GOLD, round(0.35, 0.3, 0.2) + round(-0.35, 0.3, 0.2)]),
  ],
}
