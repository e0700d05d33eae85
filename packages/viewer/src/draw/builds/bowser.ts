import type { Build } from './build.ts'
import { STOUT } from './frames.ts'
import { round, head, chest, eye, INK, WHITE, CREAM } from './layers.ts'

export const bowser: Build = {
  ...STOUT,
  name: 'Bowser',
  lean: 0.55,
  back: 1.5,
  legs: 5,
  torso: 4.4,
  neck: 4.2,
  arms: 6.6,
  shoulders: 3.6,
  hips: 2.2,
  head: 3,
  chest: 4.1,
  waist: 3.8,
  arm: 1.6,
  hand: 1.75,
  leg: 2,
  foot: 2,
  skin: '@t',
  top: '@t',
  belly: CREAM,
  sleeve: '#e9b765',
  glove: '#e9b765',
  thigh: '#e9b765',
  boot: '#e9b765',
  tail: { kind: 'stub', length: 6.5, width: 1.6, fill: '#e9b765', tip: WHITE },
  layers: [
    ...head(
      [
        'under',
        '#e2552b',
        'M.5 -.9C.3 -1.7 -.3 -1.9 -.9 -1.75C-.7 -1.5 -.9 -1.4 -1.35 -1.2C-1.1 -.9 -1.25 -.5 -1.2 .2L-.4 .3Z',
      ],
      [
        'over',
        WHITE,
        'M-.25 -.8C-.55 -1.3 -.55 -1.7 -.3 -2C-.1 -1.6 .1 -1.4 .3 -.95ZM.45 -.9C.4 -1.3 .5 -1.6 .75 -1.85C.85 -1.45 .9 -1.2 .9 -.75Z',
      ],
      ['over', '#f1cd86', 'M.2 -.1C.9 -.35 1.9 -.15 1.95 .35C1.9 .9 1.1 1.15 .2 1.05C-.1 .8 -.1 .2 .2 -.1Z'],
      ['detail', INK, 'M.5 .45C1 .6 1.5 .55 1.92 .35L1.85 .55C1.4 .75 .9 .75 .5 .6Z'],
      ['detail', WHITE, 'M1.5 .55L1.65 .9L1.75 .5ZM.8 .62L.95 .95L1.1 .64Z'],
      ['detail', WHITE, round(0.55, -0.4, 0.26, 0.3)],
      eye(0.64, -0.36, 0.12, 0.2, '#b3201c'),
      ['detail', '#e2552b', 'M.15 -.95L.95 -.55L.9 -.4L.1 -.7Z'],
    ),
    ...chest(
      ['back', '@d', 'M.1 -1.2C-1 -1.55 -1.75 -.6 -1.65 .5C-1.6 1.5 -.8 2.1 .2 1.9Z'],
      [
        'back',
        WHITE,
        'M-1 -1.2L-1.75 -1.65L-1.45 -.75ZM-1.55 -.4L-2.35 -.25L-1.65 .35ZM-1.55 .75L-2.25 1.2L-1.2 1.45Z',
      ],
      ['detail', '#d99f4e', 'M-.3 .1L1 .1L1 .25L-.3 .25ZM-.3 .6L1 .6L1 .75L-.3 .75Z'],
    ),
  ],
}
