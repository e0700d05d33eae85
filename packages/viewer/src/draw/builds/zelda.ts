import type { Build } from './build.ts'
import { ELF_EAR } from './dress.ts'
import { LADY } from './frames.ts'
import { round, head, chest, eye, SKIN, WHITE, GOLD } from './layers.ts'

export const zelda: Build = {
  ...LADY,
  name: 'Zelda',
  skirt: '@t',
  top: '#efe7f2',
  belly: '@t',
  sleeve: SKIN,
  glove: WHITE,
  boot: '#7a4a2c',
  thigh: '@l',
  layers: [
    ...head(
      ['under', '#8a5a2e', 'M.2 -1C-.9 -1.3 -1.4 -.5 -1.3 .4C-1.4 1.4 -1.7 2.4 -1.45 3.4C-1 3.3 -.6 2.8 -.35 2L.1 .6Z'],
      [
        'over',
        '#8a5a2e',
        'M1.05 0C.95 -.4 .8 -.55 .55 -.6C.3 -.2 -.2 .2 -.55 .9C-1.1 .6 -1.15 -.3 -.9 -.75C-.4 -1.35 .7 -1.3 1 -.6Z',
      ],
      ['over', SKIN, ELF_EAR],
      ['over', GOLD, 'M-.5 -.85L.2 -.95L.75 -.98L.9 -1.35L1.05 -.8L.95 -.55L.2 -.68Z'],
      eye(0.55, 0.12, 0.11, 0.22, '#2a3f8a'),
      eye(0.88, 0.12, 0.09, 0.21, '#2a3f8a'),
      ['detail', '#c84a5a', round(0.8, 0.56, 0.12, 0.07)],
    ),
    ...chest(
      ['over', GOLD, 'M-1.35 -.85C-1.1 -1.25 -.5 -1.1 -.4 -.75L-.9 -.35ZM1.35 -.85C1.1 -1.25 .5 -1.1 .4 -.75L.9 -.35Z'],
      ['detail', GOLD, 'M-.9 .95L.9 .95L.2 1.9Z'],
    ),
  ],
}
