import type { Build } from './build.ts'
import { ADULT } from './frames.ts'
import { round, head, chest, hand, GOLD } from './layers.ts'

export const samus: Build = {
  ...ADULT,
  name: 'Samus',
  legs: 8,
  shoulders: 2.6,
  arm: 1.15,
  leg: 1.45,
  hand: 1.3,
  foot: 1.4,
  skin: '@t',
  sleeve: '@d',
  glove: '@t',
  thigh: '@d',
  boot: '@t',
  belly: '@d',
  chest: 2.3,
  head: 2,
  layers: [
    ...hand(
      ['over', '#5f8f7b', 'M-2 -1.1L2.2 -1.35C2.9 -1.2 2.9 1.2 2.2 1.35L-2 1.1Z'],
      ['detail', '#b8ffdc', 'M2.1 -.8L2.6 -.8L2.6 .8L2.1 .8Z'],
    ),
    ...head(
      ['over', '@t', 'M-1.05 .6C-1.3 -.8 -.4 -1.3 .3 -1.15C1.1 -1 1.25 -.3 1.15 .4L.6 1C0 1.15 -.7 1.1 -1.05 .6Z'],
      ['detail', '#123a2c', 'M-.05 -.25L1.2 -.45L1.2 .15L.75 .2L.7 .7L.35 .7L.3 .2L-.05 .2Z'],
      ['detail', '#8dffc4', 'M.15 -.18L1.12 -.32L1.1 .05L.15 .1Z'],
    ),
    ...chest(
      ['over', GOLD, round(-0.9, -0.75, 0.68)],
      ['over', GOLD, round(0.9, -0.75, 0.62)],
      ['detail', '#8dffc4', round(0.3, 0.35, 0.17, 0.2)],
    ),
  ],
}
