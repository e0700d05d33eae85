import { DONOR } from '../poses.ts'
import type { Build } from './build.ts'
import { ELF_CAP, FRINGE, ELF_EAR } from './dress.ts'
import { ADULT } from './frames.ts'
import { head, chest, other, eye, sword, SKIN, CREAM, BROWN, STEEL } from './layers.ts'

export const link: Build = {
  ...ADULT,
  name: 'Link',
  donor: DONOR.marth,
  legs: 7.8,
  head: 2.35,
  neck: 3.6,
  glove: BROWN,
  boot: BROWN,
  thigh: CREAM,
  blade: 7.5,
  layers: [
    ...sword(8.6, 0.5, STEEL, '#4a5bb5'),
    ...other(
      ['over', '#3f57b0', 'M-1.6 -2.4L2 -2.4C2.4 .2 1.6 2.2 .2 3C-1.2 2.2 -2 .2 -1.6 -2.4Z'],
      ['detail', '#d9dde6', 'M-.9 -1.7L1.3 -1.7C1.5 .2 1 1.4 .2 2C-.6 1.4 -1.1 .2 -.9 -1.7Z'],
      ['detail', '#c8342f', 'M.2 -1.3L.9 .1L.2 1.2L-.5 .1Z'],
    ),
    ...head(
      ['back', '@t', ELF_CAP],
      ['over', '#e3b14a', FRINGE],
      ['over', SKIN, ELF_EAR],
      ['over', '@t', 'M1 -.45C.8 -1.3 -.5 -1.5 -1 -.65L-1 -.35L.9 -.32Z'],
      eye(0.55, 0.08),
      eye(0.92, 0.08, 0.1, 0.22),
    ),
    ...chest(['detail', BROWN, 'M-.9 .75L.9 .75L.9 1L-.9 1ZM-.8 -.8L-.5 -.95L.9 .7L.6 .85Z']),
  ],
}
