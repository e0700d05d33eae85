import { DONOR } from '../poses.ts'
import type { Build } from './build.ts'
import { STOUT } from './frames.ts'
import { round, head, chest, eye, INK, CREAM } from './layers.ts'

export const donkeyKong: Build = {
  ...STOUT,
  name: 'Donkey Kong',
  donor: DONOR.falcon,
  legs: 4.8,
  torso: 4.6,
  neck: 3.6,
  arms: 9.6,
  shoulders: 3.4,
  hips: 1.8,
  head: 2.9,
  chest: 3.7,
  waist: 3,
  arm: 1.75,
  hand: 2,
  leg: 1.75,
  foot: 1.8,
  skin: '@t',
  top: '@t',
  belly: '@t',
  sleeve: '@t',
  glove: CREAM,
  thigh: '@t',
  boot: CREAM,
  layers: [
    ...head(
      ['under', '@d', 'M-.4 -.9C-.3 -1.5 .1 -1.6 .35 -1.5C.3 -1.3 .5 -1.2 .6 -.85Z'],
      ['over', CREAM, 'M.15 -.2C.5 -.35 1.2 -.35 1.3 .05C1.75 .3 1.75 .95 1.1 1.1C.4 1.2 -.1 .9 -.05 .4Z'],
      ['over', CREAM, round(0.5, -0.3, 0.42, 0.36) + round(1, -0.3, 0.32, 0.34)],
      eye(0.58, -0.25, 0.13, 0.22),
      eye(1.04, -0.25, 0.11, 0.22),
      ['detail', '@d', 'M.1 -.75L1.35 -.7L1.3 -.48L.1 -.52Z'],
      ['detail', INK, round(1.45, 0.25, 0.1, 0.07)],
      ['detail', '@d', 'M.5 .72C.9 .85 1.3 .8 1.5 .65L1.45 .76C1.2 .92 .8 .95 .5 .82Z'],
    ),
    ...chest(
      ['detail', '@l', round(0.35, 0.05, 0.6, 0.7)],
      ['over', '#f2d23c', 'M.15 -.75L.7 -.75L.62 -.45L.85 .55L.5 .85L.2 .5L.32 -.45Z'],
    ),
  ],
}
