import type { Build } from './build.ts'
import { CAP } from './dress.ts'
import { CHILD } from './frames.ts'
import { round, head, chest, eye, SKIN, INK } from './layers.ts'

export const ness: Build = {
  ...CHILD,
  name: 'Ness',
  thigh: '#3856a8',
  boot: '#c8342f',
  glove: SKIN,
  sleeve: SKIN,
  belly: '#f0c93d',
  layers: [
    ...head(
      ['under', INK, 'M-1 -.4C-1.2 .3 -1 .7 -.6 .7L-.3 -.3Z'],
      ['over', '@t', CAP],
      ['detail', '#f0c93d', 'M.95 -.5L1.6 -.34C1.66 -.12 1.4 -.06 1.05 -.1L.6 -.16Z'],
      eye(0.5, 0.15, 0.14, 0.26),
      eye(0.88, 0.15, 0.11, 0.25),
      ['detail', '#e58d72', round(0.78, 0.56, 0.16, 0.06)],
    ),
    ...chest(
      ['back', '#b98544', 'M-1.7 -.8C-1.3 -1.1 -.5 -1 -.4 -.7L-.4 .9L-1.5 .9Z'],
      ['detail', '#f0c93d', 'M-.9 -.35L.95 -.35L1 0L-1 0Z'],
    ),
  ],
}
