import { DONOR } from '../poses.ts'
import type { Build } from './build.ts'
import { ADULT } from './frames.ts'
import { round, head, chest, eye, WHITE } from './layers.ts'

export const falco: Build = {
  ...ADULT,
  donor: DONOR.fox,
  name: 'Falco',
  legs: 7,
  torso: 3.2,
  neck: 4,
  arms: 5,
  shoulders: 1.7,
  hips: 1,
  head: 2.3,
  chest: 2,
  waist: 1.5,
  arm: 0.8,
  leg: 1.05,
  foot: 1.1,
  hand: 0.95,
  skin: '#5b63c9',
  top: '#f0ece2',
  belly: '@t',
  sleeve: '@t',
  glove: '#5b63c9',
  thigh: '@t',
  boot: '#e9c24a',
  tail: { kind: 'feathers', length: 5, width: 1.3, fill: '#5b63c9', tip: '#d9432b' },
  layers: [
    ...head(
      [
        'under',
        '#5b63c9',
        'M-.3 -.9C-.7 -1.4 -1.3 -1.7 -1.8 -1.6C-1.4 -1.3 -1.4 -1 -1.7 -.85C-1.3 -.7 -1.2 -.4 -1.4 -.1L-.6 .2Z',
      ],
      ['over', '#d9432b', 'M.2 -.6C.7 -.75 1.1 -.5 1.05 0L.8 .35C.4 .35 .1 0 .2 -.6Z'],
      ['over', '#f2b53a', 'M.75 .02C1.2 -.15 1.8 .1 2.05 .55C1.85 .6 1.75 .75 1.7 .9C1.3 .8 .95 .75 .65 .6Z'],
      ['detail', WHITE, round(0.62, -0.12, 0.2, 0.22)],
      eye(0.68, -0.12, 0.1, 0.15),
    ),
    ...chest(['detail', '#d9432b', 'M-.95 -.95L-.3 -.95L-.55 .9L-.95 .9Z']),
  ],
}
