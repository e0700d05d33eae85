import type { Build } from './build.ts'
import { CREAM, eye, head, round, SKIN } from './layers.ts'
import { HAMMER, PARKA, popo } from './popo.ts'

export const nana: Build = {
  ...popo,
  name: 'Nana',
  skin: '@l',
  top: '@l',
  sleeve: '@l',
  belly: '@l',
  layers: [
    ...HAMMER,
    ...head(
      ['over', CREAM, round(0.42, 0.1, 0.74, 0.78)],
      ['detail', SKIN, round(0.5, 0.12, 0.56, 0.6)],
      ['detail', '#b5713a', 'M.05 -.3C.3 -.6 .8 -.55 1 -.2C.7 -.3 .4 -.25 .05 -.05Z'],
      eye(0.42, 0.1, 0.1, 0.22),
      eye(0.82, 0.1, 0.09, 0.21),
      ['detail', '#e58d72', round(0.2, 0.36, 0.13, 0.09)],
    ),
    ...PARKA,
  ],
}
