import { DONOR } from '../poses.ts'
import type { Build } from './build.ts'
import { CHILD } from './frames.ts'
import { round, head } from './layers.ts'

export const gameAndWatch: Build = {
  ...CHILD,
  name: 'Mr. Game & Watch',
  isFlat: true,
  donor: DONOR.fox,
  legs: 4.8,
  torso: 2.8,
  neck: 2.6,
  arms: 4.4,
  head: 1.9,
  chest: 1.15,
  waist: 1.35,
  arm: 0.5,
  hand: 0.8,
  leg: 0.55,
  foot: 0.9,
  skin: '@d',
  top: '@d',
  belly: '@d',
  sleeve: '@d',
  glove: '@d',
  thigh: '@d',
  boot: '@d',
  layers: head(['over', '@d', round(1.2, 0.05, 0.44)], ['detail', '@p', 'M1.02 .52L.45 .62L.88 .82Z']),
}
