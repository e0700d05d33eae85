import { DONOR } from '../poses.ts'
import type { Build } from './build.ts'
import { ADULT } from './frames.ts'
import { round, head, eye, INK, WHITE } from './layers.ts'

const FOX_EARS = 'M-.75 -.5L-.95 -1.95L-.1 -.9ZM.05 -.85L.35 -1.95L.75 -.6Z'

export const fox: Build = {
  ...ADULT,
  donor: DONOR.fox,
  name: 'Fox',
  legs: 5.4,
  torso: 3.1,
  neck: 3.3,
  arms: 5,
  shoulders: 1.7,
  hips: 1,
  head: 2.35,
  chest: 1.9,
  waist: 1.5,
  arm: 0.85,
  leg: 1.15,
  foot: 1.1,
  hand: 0.95,
  skin: '#e39a4a',
  top: WHITE,
  belly: '@t',
  sleeve: '@t',
  glove: '#e39a4a',
  thigh: '@t',
  boot: '#d9dbe0',
  tail: { kind: 'bush', length: 6.2, width: 1.7, fill: '#d98a3d', tip: WHITE },
  layers: head(
    ['under', '#d98a3d', FOX_EARS],
    [
      'over',
      WHITE,
      'M.35 .05C.9 .05 1.55 .3 1.7 .5C1.5 .85 .9 1.02 .2 .98C-.1 .9 -.6 .75 -.75 .4C-.3 .5 .1 .4 .35 .05Z',
    ],
    ['detail', INK, round(1.6, 0.42, 0.17)],
    ['detail', INK, 'M-.68 -1.5L-.6 -.9L-.35 -1.1ZM.32 -1.6L.3 -.95L.55 -.85Z'],
    eye(0.62, -0.12, 0.15, 0.25, '#1f5a3c'),
    ['detail', '#3a3f4b', 'M-.95 -.35L-.15 -.55L-.1 -.3L-.9 -.05Z'],
  ),
}
