import { DONOR } from '../poses.ts'
import type { Build } from './build.ts'
import { LADY } from './frames.ts'
import { round, head } from './layers.ts'

export const mewtwo: Build = {
  ...LADY,
  name: 'Mewtwo',
  run: 29,
  lean: 0.4,
  donor: DONOR.marth,
  legs: 7,
  torso: 4,
  neck: 4.4,
  arms: 5.6,
  head: 2.3,
  chest: 1.9,
  waist: 1.45,
  arm: 0.7,
  hand: 1.05,
  leg: 1.5,
  foot: 1.3,
  shoulders: 1.9,
  skin: '@p',
  top: '@p',
  belly: '@t',
  sleeve: '@p',
  glove: '@p',
  thigh: '@p',
  boot: '@p',
  tail: { kind: 'whip', length: 11, width: 1, fill: '@t', tip: '@t' },
  layers: [
    ...head(
      ['under', '@p', 'M-.75 -.5L-1.05 -1.55L-.15 -.95ZM.3 -.95L.75 -1.55L.85 -.55Z'],
      ['under', '@p', 'M-.6 .1C-1.6 .4 -1.9 1.3 -1.35 2L-.9 1.8C-1.2 1.3 -1 .9 -.4 .8Z'],
      ['over', '@p', round(0.75, 0.35, 0.42, 0.36)],
      ['detail', '#6a2bb3', 'M.35 -.3L.95 -.05L.9 .12L.4 .05ZM1.05 -.02L1.25 -.15L1.2 .1Z'],
    ),
  ],
}
