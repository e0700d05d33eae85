import type { Build } from './build.ts'
import { MOUSTACHE } from './dress.ts'
import { STOUT } from './frames.ts'
import { round, head, chest, eye, SKIN, WHITE, BROWN } from './layers.ts'

export const drMario: Build = {
  ...STOUT,
  name: 'Dr. Mario',
  top: WHITE,
  belly: WHITE,
  sleeve: WHITE,
  glove: SKIN,
  thigh: '@t',
  boot: BROWN,
  cape: { length: 5, fill: '#e3e0d8' },
  layers: [
    ...head(
      ['under', BROWN, 'M.6 -.95C-.4 -1.45 -1.3 -.8 -1.2 .1C-1.2 .6 -.9 .85 -.5 .85L-.1 -.3L.9 -.5Z'],
      ['over', BROWN, 'M.9 -.5C.9 -1.05 .3 -1.35 -.4 -1.1C-1 -.8 -1 -.3 -.75 .1C-.5 -.4 .1 -.5 .9 -.5Z'],
      ['over', SKIN, round(1.08, 0.18, 0.33, 0.3)],
      ['detail', BROWN, MOUSTACHE],
      eye(0.6, -0.03),
      ['detail', '@t', 'M-1.05 -.62L1 -.72L1 -.55L-1.05 -.42Z'],
      ['over', '#e9f4fb', round(0.55, -0.85, 0.36)],
      ['detail', '@t', round(0.55, -0.85, 0.14)],
    ),
    ...chest(
      ['over', '@t', 'M.15 -.9L.65 -.9L.6 -.5L.75 .4L.42 .65L.1 .4L.28 -.5Z'],
      ['detail', '#3b3f4b', 'M-.7 -.85C-.6 .2 -.1 .6 .2 .4L.15 .3C-.1 .4 -.45 .1 -.55 -.85Z'],
    ),
  ],
}
