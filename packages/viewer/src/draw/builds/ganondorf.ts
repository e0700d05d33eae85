import type { Build } from './build.ts'
import { ADULT } from './frames.ts'
import { round, head, chest, eye, INK, GOLD } from './layers.ts'

export const ganondorf: Build = {
  ...ADULT,
  name: 'Ganondorf',
  legs: 9,
  torso: 4.8,
  neck: 4,
  arms: 6.8,
  shoulders: 2.7,
  head: 2.1,
  chest: 3.2,
  waist: 2.3,
  arm: 1.3,
  leg: 1.7,
  hand: 1.35,
  foot: 1.4,
  skin: '#a08a5c',
  top: '@d',
  belly: '@t',
  sleeve: '#4b4552',
  glove: '#a08a5c',
  thigh: '@t',
  boot: '#4b4552',
  cape: { length: 10, fill: '@d' },
  layers: [
    ...head(
      ['under', '#c8502a', 'M.6 -1C-.4 -1.5 -1.4 -.9 -1.35 .1C-1.3 .7 -1.1 1 -.7 1.1L-.2 0Z'],
      ['over', '#c8502a', 'M1 -.55C.8 -1.2 -.2 -1.4 -.8 -.9C-1.1 -.5 -1 .3 -.65 .8L-.35 .1C-.3 -.3 .2 -.6 1 -.55Z'],
      ['over', '#a08a5c', 'M.85 -.1L1.4 .35L.95 .5Z'],
      ['detail', GOLD, round(0.62, -0.68, 0.2, 0.16)],
      ['detail', INK, 'M.3 -.25L1.05 -.05L1 .08L.3 -.08Z'],
      eye(0.7, 0.08, 0.15, 0.13, '#f2d34a'),
      ['detail', '#c8502a', 'M.55 .72L1.1 .72L.95 1.1L.6 1.05Z'],
    ),
    ...chest(
      ['over', '#4b4552', round(-0.95, -0.75, 0.42, 0.36)],
      ['over', '#4b4552', round(0.95, -0.75, 0.36, 0.34)],
      ['detail', GOLD, 'M-.75 .95L.75 .95L.75 1.2L-.75 1.2Z'],
    ),
  ],
}
