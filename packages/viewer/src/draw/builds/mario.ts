import type { Build } from './build.ts'
import { MOUSTACHE, CAP } from './dress.ts'
import { STOUT } from './frames.ts'
import { round, head, chest, eye, SKIN, WHITE, GOLD, BROWN } from './layers.ts'

const MARIO_HEAD = head(
  ['under', BROWN, 'M-1.05 -.3C-1.15 .4 -.9 .75 -.5 .75L-.2 -.2Z'],
  ['over', '@t', CAP],
  ['over', SKIN, round(1.08, 0.18, 0.33, 0.3)],
  ['detail', BROWN, MOUSTACHE],
  eye(0.6, -0.03),
  ['detail', WHITE, round(0.42, -0.82, 0.24, 0.22)],
)

export const mario: Build = {
  ...STOUT,
  thigh: '#34437e',
  belly: '#34437e',
  glove: WHITE,
  boot: BROWN,
  name: 'Mario',
  layers: [...MARIO_HEAD, ...chest(['detail', GOLD, round(0.35, 0.3, 0.2) + round(-0.35, 0.3, 0.2)])],
}
