import { DONOR } from '../poses.ts'
import type { Build } from './build.ts'
import { ELF_CAP, FRINGE, ELF_EAR } from './dress.ts'
import { CHILD } from './frames.ts'
import { round, head, chest, other, eye, sword, SKIN, BROWN, STEEL } from './layers.ts'

export const youngLink: Build = {
  ...CHILD,
  name: 'Young Link',
  donor: DONOR.marth,
  legs: 4.8,
  torso: 2.9,
  arms: 4.2,
  head: 2.75,
  neck: 3.3,
  glove: SKIN,
  boot: BROWN,
  thigh: SKIN,
  blade: 5.5,
  layers: [
    ...sword(6.4, 0.42, STEEL, '#8a5a2e'),
    ...other(
      ['over', '#9b6a3a', 'M-1.4 -1.9L1.6 -1.9C2 .2 1.3 1.7 .1 2.4C-1.1 1.7 -1.8 .2 -1.4 -1.9Z'],
      ['detail', '#c8342f', round(0.1, 0, 0.75, 0.8)],
    ),
    ...head(
      ['back', '@t', ELF_CAP],
      ['over', '#f0d05a', FRINGE],
      ['over', SKIN, ELF_EAR],
      ['over', '@t', 'M1 -.45C.8 -1.3 -.5 -1.5 -1 -.65L-1 -.35L.9 -.32Z'],
      eye(0.5, 0.14, 0.15, 0.27),
      eye(0.9, 0.14, 0.11, 0.25),
    ),
    ...chest(['detail', BROWN, 'M-.95 .75L.95 .75L.95 1.05L-.95 1.05Z']),
  ],
}
