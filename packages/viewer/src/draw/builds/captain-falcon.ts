import type { Build } from './build.ts'
import { ADULT } from './frames.ts'
import { round, head, chest, SKIN, WHITE, GOLD } from './layers.ts'

export const captainFalcon: Build = {
  ...ADULT,
  name: 'Captain Falcon',
  arm: 1.15,
  leg: 1.55,
  chest: 2.9,
  waist: 2,
  skin: SKIN,
  glove: GOLD,
  boot: GOLD,
  belly: '@d',
  layers: [
    ...head(
      [
        'over',
        '@t',
        'M-1.08 .75C-1.3 -.7 -.6 -1.25 .15 -1.2C.95 -1.1 1.2 -.55 1.15 -.05L.55 .05L.1 .2L.05 .85C-.3 1.05 -.8 1.05 -1.08 .75Z',
      ],
      ['detail', '#20242f', 'M.05 -.32L1.18 -.4L1.18 .1L.1 .15Z'],
      ['detail', GOLD, 'M-.5 -1.05L.1 -.55L.9 -.95L.2 -.85Z'],
      ['detail', WHITE, round(0.78, -0.14, 0.2, 0.12)],
    ),
    ...chest(
      ['back', GOLD, 'M-.2 -.95C-1.2 -1.2 -2.1 -.6 -2.9 -.75C-2.6 -.1 -1.5 .05 -.3 -.45Z'],
      ['over', GOLD, 'M-.85 -1.05L.9 -1.05L.75 -.55L-.7 -.55Z'],
    ),
  ],
}
