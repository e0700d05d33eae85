import { DONOR } from '../poses.ts'
import type { Build } from './build.ts'
import { CHILD } from './frames.ts'
import { round, head } from './layers.ts'

export const gameAndWatch: Build = {
  ...CHILD,
  name: 'Mr. Game & Watch',
  isFlat: true,
  donor: DONOR.fox,
  legs: 4,
  torso: 2.6,
  neck: 2.6,
  arms: 3.6,
  head: 2,
  chest: 1.7,
  waist: 2,
  arm: 0.75,
  hand: 0.85,
  leg: 0.75,
  foot: 0.95,
  skin: '@d',
  top: '@d',
  belly: '@d',
  sleeve: '@d',
  glove: '@d',
  thigh: '@d',
  boot: '@d',
  layers: head(
    ['over', '@d', round(1.15, 0.15, 0.42)],
    ['over', '@d', round(-0.1, -1.05, 0.3)],
    ['detail', '@p', round(0.35, -0.1, 0.16)],
  ),
}
