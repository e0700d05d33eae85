/**
 * How each fighter is built and dressed: proportions in world units, colours, and what it wears. All drawings are our own.
 *
 * Paths are those of SVG, in the frame of the part they belong to, whose radius is 1: x forward, y down. Of a hand, x goes
 * on along the forearm and the unit is one of the world.
 */
import { DONOR } from './poses.ts'

/** `@t` is the team's colour, `@d` a darker and `@l` a lighter one, `@p` a pale one; the others are CSS colours. */
type Tint = string

/** What a layer hangs on. `shoulders`: the chest, upright; `hand`: the hand that holds things; `other`: the other one. */
type Anchor = 'head' | 'chest' | 'hand' | 'other'

/** `back`: behind the whole body; `under`: behind the part; `over`: before the part; `detail`: the same without an outline. */
type Depth = 'back' | 'under' | 'over' | 'detail'

export interface Layer {
  readonly at: Anchor
  readonly depth: Depth
  readonly fill: Tint
  readonly path: string
}

interface Tail {
  readonly kind: 'bush' | 'whip' | 'bolt' | 'stub' | 'feathers'
  readonly length: number
  readonly width: number
  readonly fill: Tint
  readonly tip: Tint
}

export interface Build {
  readonly name: string
  readonly donor: number
  /** Bone lengths and radii in world units. */
  readonly legs: number
  readonly torso: number
  readonly neck: number
  readonly arms: number
  readonly shoulders: number
  readonly hips: number
  readonly head: number
  readonly chest: number
  readonly waist: number
  readonly arm: number
  readonly hand: number
  readonly leg: number
  readonly foot: number
  /** The head is the body: a ball. */
  readonly isBall: boolean
  readonly skull: string
  readonly skin: Tint
  readonly top: Tint
  readonly belly: Tint
  readonly sleeve: Tint
  readonly glove: Tint
  readonly thigh: Tint
  readonly boot: Tint
  readonly layers: readonly Layer[]
  readonly tail: Tail | null
  /** Cloth from the shoulders: length in world units. */
  readonly cape: { readonly length: number; readonly fill: Tint } | null
  readonly skirt: Tint | null
  /** Reach of what the hand holds beyond the hand, in world units. */
  readonly blade: number
}

function round(x: number, y: number, r: number, ry = r): string {
  return `M${x - r} ${y}a${r} ${ry} 0 1 0 ${2 * r} 0a${r} ${ry} 0 1 0 ${-2 * r} 0Z`
}

const DISC = round(0, 0, 1)

function layersOf(at: Anchor, list: readonly (readonly [Depth, Tint, string])[]): Layer[] {
  return list.map(([depth, fill, path]) => ({ at, depth, fill, path }))
}

const head = (...list: readonly (readonly [Depth, Tint, string])[]): Layer[] => layersOf('head', list)
const chest = (...list: readonly (readonly [Depth, Tint, string])[]): Layer[] => layersOf('chest', list)
const hand = (...list: readonly (readonly [Depth, Tint, string])[]): Layer[] => layersOf('hand', list)
const other = (...list: readonly (readonly [Depth, Tint, string])[]): Layer[] => layersOf('other', list)

const SKIN = '#f4bd94'
const INK = '#1c1a26'
const WHITE = '#fbf8f1'
const CREAM = '#f6dfb4'
const GOLD = '#f3c13f'
const BROWN = '#6b4128'
const STEEL = '#dfe6ee'

function eye(x: number, y: number, r = 0.13, ry = 0.24, fill = INK): readonly [Depth, Tint, string] {
  return ['detail', fill, round(x, y, r, ry)]
}

function sword(length: number, width: number, blade: Tint, guard: Tint): Layer[] {
  return hand(
    [
      'under',
      blade,
      `M0 ${-width}L${length - width * 2} ${-width}L${length} 0L${length - width * 2} ${width}L0 ${width}Z`,
    ],
    ['under', guard, `M.7 ${-width * 2.6}L1.5 ${-width * 2.6}L1.5 ${width * 2.6}L.7 ${width * 2.6}Z`],
    ['under', guard, 'M-1.8 -.35L.8 -.35L.8 .35L-1.8 .35Z'],
  )
}

const ADULT = {
  donor: DONOR.falcon,
  legs: 8.2,
  torso: 4.2,
  neck: 3.7,
  arms: 6,
  shoulders: 2.2,
  hips: 1.1,
  head: 2.1,
  chest: 2.3,
  waist: 1.7,
  arm: 0.95,
  hand: 1.1,
  leg: 1.3,
  foot: 1.15,
  isBall: false,
  skull: DISC,
  skin: SKIN,
  top: '@t',
  belly: '@t',
  sleeve: '@t',
  glove: SKIN,
  thigh: '@t',
  boot: '@d',
  layers: [],
  tail: null,
  cape: null,
  skirt: null,
  blade: 0,
} as const satisfies Omit<Build, 'name'>

const STOUT = {
  ...ADULT,
  legs: 4.6,
  torso: 3.1,
  neck: 3.6,
  arms: 4.6,
  shoulders: 1.9,
  hips: 1.2,
  head: 3,
  chest: 2.3,
  waist: 2.4,
  arm: 1.1,
  hand: 1.35,
  leg: 1.4,
  foot: 1.5,
} as const

const CHILD = {
  ...ADULT,
  legs: 3.6,
  torso: 2.4,
  neck: 3.2,
  arms: 3.7,
  shoulders: 1.5,
  hips: 0.9,
  head: 3,
  chest: 1.75,
  waist: 1.8,
  arm: 0.85,
  hand: 1.05,
  leg: 1.05,
  foot: 1.2,
} as const

const LADY = {
  ...ADULT,
  donor: DONOR.marth,
  legs: 8,
  torso: 3.8,
  neck: 3.5,
  arms: 5.6,
  shoulders: 1.6,
  hips: 0.9,
  head: 2.1,
  chest: 1.6,
  waist: 1.2,
  arm: 0.7,
  hand: 0.85,
  leg: 1.05,
  foot: 0.9,
} as const

const BALL = {
  ...ADULT,
  donor: DONOR.fox,
  legs: 3.4,
  torso: 0.1,
  neck: 0.1,
  arms: 4.4,
  shoulders: 3,
  hips: 2.2,
  head: 4.7,
  chest: 1,
  waist: 1,
  arm: 1.5,
  hand: 1.75,
  leg: 1.5,
  foot: 1.9,
  isBall: true,
  skin: '@t',
  sleeve: '@t',
  glove: '@t',
  thigh: '@d',
  boot: '@d',
} as const

const MOUSTACHE = 'M.3 .32C.7 .2 1.25 .36 1.42 .5C1.2 .85 .6 .86 .3 .62Z'
const CAP =
  'M-1.06 -.1C-1.25 -1.15 -.35 -1.6 .4 -1.25C.85 -1.05 1 -.7 1.02 -.5L1.6 -.34C1.66 -.12 1.4 -.06 1.05 -.1L-.25 -.22Z'
const ELF_CAP = 'M.98 -.35C.75 -1.2 -.2 -1.5 -.9 -1.05C-1.7 -.7 -2.3 .1 -2.6 1.15C-1.9 .75 -1.3 .5 -.95 .35L-.8 -.2Z'
const FRINGE = 'M1.02 -.3C.9 .1 .7 .1 .6 -.2C.4 .2 .1 .1 0 -.25C-.3 .3 -.55 .7 -.95 .55C-1.15 0 -1 -.5 -.8 -.7L.8 -.75Z'
const ELF_EAR = 'M-.25 .05L-1.35 -.3L-.3 .45Z'

const MARIO_HEAD = head(
  ['under', BROWN, 'M-1.05 -.3C-1.15 .4 -.9 .75 -.5 .75L-.2 -.2Z'],
  ['over', '@t', CAP],
  ['over', SKIN, round(1.08, 0.18, 0.33, 0.3)],
  ['detail', BROWN, MOUSTACHE],
  eye(0.6, -0.03),
  ['detail', WHITE, round(0.42, -0.82, 0.24, 0.22)],
)

const FOX_EARS = 'M-.75 -.5L-.95 -1.95L-.1 -.9ZM.05 -.85L.35 -1.95L.75 -.6Z'

const BUILDS_BY_SLUG = {
  mario: {
    ...STOUT,
    thigh: '#34437e',
    belly: '#34437e',
    glove: WHITE,
    boot: BROWN,
    name: 'Mario',
    layers: [...MARIO_HEAD, ...chest(['detail', GOLD, round(0.35, 0.3, 0.2) + round(-0.35, 0.3, 0.2)])],
  },
  fox: {
    ...ADULT,
    donor: DONOR.fox,
    name: 'Fox',
    legs: 5.4,
    torso: 3.1,
    neck: 3.3,
    arms: 5,
    shoulders: 1.7,
    hips: 1,
    head: 2.35,
    chest: 1.9,
    waist: 1.5,
    arm: 0.85,
    leg: 1.15,
    foot: 1.1,
    hand: 0.95,
    skin: '#e39a4a',
    top: WHITE,
    belly: '@t',
    sleeve: '@t',
    glove: '#e39a4a',
    thigh: '@t',
    boot: '#d9dbe0',
    tail: { kind: 'bush', length: 6.2, width: 1.7, fill: '#d98a3d', tip: WHITE },
    layers: head(
      ['under', '#d98a3d', FOX_EARS],
      [
        'over',
        WHITE,
        'M.35 .05C.9 .05 1.55 .3 1.7 .5C1.5 .85 .9 1.02 .2 .98C-.1 .9 -.6 .75 -.75 .4C-.3 .5 .1 .4 .35 .05Z',
      ],
      ['detail', INK, round(1.6, 0.42, 0.17)],
      ['detail', INK, 'M-.68 -1.5L-.6 -.9L-.35 -1.1ZM.32 -1.6L.3 -.95L.55 -.85Z'],
      eye(0.62, -0.12, 0.15, 0.25, '#1f5a3c'),
      ['detail', '#3a3f4b', 'M-.95 -.35L-.15 -.55L-.1 -.3L-.9 -.05Z'],
    ),
  },
  'captain-falcon': {
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
  },
  'donkey-kong': {
    ...STOUT,
    name: 'Donkey Kong',
    donor: DONOR.falcon,
    legs: 4.8,
    torso: 4.6,
    neck: 3.6,
    arms: 9.6,
    shoulders: 3.4,
    hips: 1.8,
    head: 2.9,
    chest: 3.7,
    waist: 3,
    arm: 1.75,
    hand: 2,
    leg: 1.75,
    foot: 1.8,
    skin: '@t',
    top: '@t',
    belly: '@t',
    sleeve: '@t',
    glove: CREAM,
    thigh: '@t',
    boot: CREAM,
    layers: [
      ...head(
        ['under', '@d', 'M-.4 -.9C-.3 -1.5 .1 -1.6 .35 -1.5C.3 -1.3 .5 -1.2 .6 -.85Z'],
        ['over', CREAM, 'M.15 -.2C.5 -.35 1.2 -.35 1.3 .05C1.75 .3 1.75 .95 1.1 1.1C.4 1.2 -.1 .9 -.05 .4Z'],
        ['over', CREAM, round(0.5, -0.3, 0.42, 0.36) + round(1, -0.3, 0.32, 0.34)],
        eye(0.58, -0.25, 0.13, 0.22),
        eye(1.04, -0.25, 0.11, 0.22),
        ['detail', '@d', 'M.1 -.75L1.35 -.7L1.3 -.48L.1 -.52Z'],
        ['detail', INK, round(1.45, 0.25, 0.1, 0.07)],
        ['detail', '@d', 'M.5 .72C.9 .85 1.3 .8 1.5 .65L1.45 .76C1.2 .92 .8 .95 .5 .82Z'],
      ),
      ...chest(
        ['detail', '@l', round(0.35, 0.05, 0.6, 0.7)],
        ['over', '#f2d23c', 'M.15 -.75L.7 -.75L.62 -.45L.85 .55L.5 .85L.2 .5L.32 -.45Z'],
      ),
    ],
  },
  kirby: {
    ...BALL,
    name: 'Kirby',
    boot: '#b3243f',
    thigh: '#b3243f',
    layers: head(
      ['detail', INK, round(0.3, -0.22, 0.13, 0.3) + round(0.72, -0.22, 0.11, 0.29)],
      ['detail', WHITE, round(0.33, -0.36, 0.07, 0.12) + round(0.74, -0.36, 0.06, 0.12)],
      ['detail', '#ff9fb2', round(0.05, 0.14, 0.17, 0.1) + round(0.9, 0.14, 0.1, 0.09)],
      ['detail', '#7a1730', 'M.4 .2C.5 .28 .62 .28 .68 .2C.66 .45 .45 .48 .4 .2Z'],
    ),
  },
  bowser: {
    ...STOUT,
    name: 'Bowser',
    legs: 5,
    torso: 4.4,
    neck: 4.2,
    arms: 6.6,
    shoulders: 3.6,
    hips: 2.2,
    head: 3,
    chest: 4.1,
    waist: 3.8,
    arm: 1.6,
    hand: 1.75,
    leg: 2,
    foot: 2,
    skin: '@t',
    top: '@t',
    belly: CREAM,
    sleeve: '#e9b765',
    glove: '#e9b765',
    thigh: '#e9b765',
    boot: '#e9b765',
    tail: { kind: 'stub', length: 6.5, width: 1.6, fill: '#e9b765', tip: WHITE },
    layers: [
      ...head(
        [
          'under',
          '#e2552b',
          'M.5 -.9C.3 -1.7 -.3 -1.9 -.9 -1.75C-.7 -1.5 -.9 -1.4 -1.35 -1.2C-1.1 -.9 -1.25 -.5 -1.2 .2L-.4 .3Z',
        ],
        [
          'over',
          WHITE,
          'M-.25 -.8C-.55 -1.3 -.55 -1.7 -.3 -2C-.1 -1.6 .1 -1.4 .3 -.95ZM.45 -.9C.4 -1.3 .5 -1.6 .75 -1.85C.85 -1.45 .9 -1.2 .9 -.75Z',
        ],
        ['over', '#f1cd86', 'M.2 -.1C.9 -.35 1.9 -.15 1.95 .35C1.9 .9 1.1 1.15 .2 1.05C-.1 .8 -.1 .2 .2 -.1Z'],
        ['detail', INK, 'M.5 .45C1 .6 1.5 .55 1.92 .35L1.85 .55C1.4 .75 .9 .75 .5 .6Z'],
        ['detail', WHITE, 'M1.5 .55L1.65 .9L1.75 .5ZM.8 .62L.95 .95L1.1 .64Z'],
        ['detail', WHITE, round(0.55, -0.4, 0.26, 0.3)],
        eye(0.64, -0.36, 0.12, 0.2, '#b3201c'),
        ['detail', '#e2552b', 'M.15 -.95L.95 -.55L.9 -.4L.1 -.7Z'],
      ),
      ...chest(
        ['back', '@d', 'M.1 -1.2C-1 -1.55 -1.75 -.6 -1.65 .5C-1.6 1.5 -.8 2.1 .2 1.9Z'],
        [
          'back',
          WHITE,
          'M-1 -1.2L-1.75 -1.65L-1.45 -.75ZM-1.55 -.4L-2.35 -.25L-1.65 .35ZM-1.55 .75L-2.25 1.2L-1.2 1.45Z',
        ],
        ['detail', '#d99f4e', 'M-.3 .1L1 .1L1 .25L-.3 .25ZM-.3 .6L1 .6L1 .75L-.3 .75Z'],
      ),
    ],
  },
  link: {
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
  },
  sheik: {
    ...LADY,
    name: 'Sheik',
    donor: DONOR.fox,
    legs: 8.2,
    chest: 1.8,
    arm: 0.85,
    leg: 1.15,
    glove: WHITE,
    boot: WHITE,
    belly: '@d',
    layers: [
      ...head(
        [
          'under',
          '#f0d27a',
          'M-.6 -.4C-1.2 -.2 -1.6 .5 -2.3 1.3C-1.8 1.3 -1.4 1.2 -1.15 1.05C-1.2 1.4 -1.3 1.6 -1.4 1.8C-.9 1.5 -.5 1 -.4 .5Z',
        ],
        ['over', WHITE, 'M1.03 .05L.9 .75C.5 1.1 -.3 1.15 -.8 .75L-.95 .2Z'],
        ['over', WHITE, 'M.98 -.45C.8 -1.25 -.7 -1.4 -1.05 -.35L-1 -.05L.9 -.3Z'],
        ['over', '#f0d27a', 'M.2 -.75C.7 -.7 1.2 -.4 1.2 .35C.95 .15 .75 -.15 .6 -.3C.4 -.1 0 -.1 -.35 -.2Z'],
        eye(0.55, -0.12, 0.14, 0.15, '#b3261f'),
      ),
      ...chest(['detail', WHITE, round(0.35, -0.15, 0.34, 0.42)], ['detail', '#c8342f', round(0.4, -0.15, 0.17, 0.2)]),
    ],
  },
  ness: {
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
  },
  peach: {
    ...LADY,
    name: 'Peach',
    skirt: '@t',
    glove: WHITE,
    top: '@t',
    sleeve: SKIN,
    thigh: '@l',
    boot: '#c8342f',
    head: 2.3,
    layers: [
      ...head(
        [
          'under',
          '#f5d264',
          'M.3 -1C-.6 -1.3 -1.4 -.7 -1.35 .3C-1.4 1.1 -1.75 1.9 -1.5 2.7C-1 3 -.5 2.7 -.15 2.3L.1 .6Z',
        ],
        [
          'over',
          '#f5d264',
          'M1.05 -.05C.9 -.5 .6 -.6 .35 -.6C.1 -.1 -.3 .3 -.6 1.1C-1.15 .8 -1.2 -.2 -.95 -.7C-.5 -1.3 .6 -1.35 1 -.6Z',
        ],
        ['over', GOLD, 'M-.55 -1L-.65 -1.75L-.2 -1.4L.05 -1.95L.3 -1.4L.75 -1.7L.6 -.98C.3 -1.2 -.2 -1.2 -.55 -1Z'],
        ['detail', '#3c78d8', round(0.05, -1.28, 0.14)],
        eye(0.5, 0.12, 0.12, 0.24, '#2a4a9a'),
        eye(0.86, 0.12, 0.1, 0.22, '#2a4a9a'),
        ['detail', '#d2405a', round(0.78, 0.58, 0.14, 0.08)],
      ),
      ...chest(['detail', '#3c78d8', round(0.45, -0.45, 0.28)], ['detail', '@l', 'M-1 .9L1 .9L1.05 1.2L-1.05 1.2Z']),
    ],
  },
  popo: {
    ...CHILD,
    name: 'Popo',
    donor: DONOR.marth,
    legs: 2.9,
    skin: '@t',
    glove: '#7a4a2c',
    boot: '#7a4a2c',
    thigh: '@d',
    blade: 3,
    chest: 2.1,
    waist: 2.3,
    arm: 1.05,
    layers: [
      ...hand(
        ['under', '#9b6a3a', 'M-1.4 -.3L5 -.3L5 .3L-1.4 .3Z'],
        ['under', '#c98f4e', 'M3.4 -2L5.9 -2L5.9 2L3.4 2Z'],
        ['detail', '#8a5a2e', 'M3.4 -1.4L5.9 -1.4L5.9 -1.1L3.4 -1.1ZM3.4 1.1L5.9 1.1L5.9 1.4L3.4 1.4Z'],
      ),
      ...head(
        ['over', CREAM, round(0.42, 0.1, 0.74, 0.78)],
        ['detail', SKIN, round(0.5, 0.12, 0.56, 0.6)],
        eye(0.42, 0.08, 0.1, 0.22),
        eye(0.82, 0.08, 0.09, 0.21),
        ['detail', '#e58d72', round(0.2, 0.36, 0.13, 0.09)],
      ),
      ...chest(['detail', CREAM, 'M-1.05 .85L1.05 .85L1.1 1.25L-1.1 1.25Z']),
    ],
  },
  nana: {
    ...CHILD,
    name: 'Nana',
    donor: DONOR.marth,
    legs: 2.9,
    skin: '@l',
    top: '@l',
    sleeve: '@l',
    belly: '@l',
    glove: '#7a4a2c',
    boot: '#7a4a2c',
    thigh: '@d',
    blade: 3,
    chest: 2.1,
    waist: 2.3,
    arm: 1.05,
    layers: [
      ...hand(
        ['under', '#9b6a3a', 'M-1.4 -.3L5 -.3L5 .3L-1.4 .3Z'],
        ['under', '#c98f4e', 'M3.4 -2L5.9 -2L5.9 2L3.4 2Z'],
        ['detail', '#8a5a2e', 'M3.4 -1.4L5.9 -1.4L5.9 -1.1L3.4 -1.1ZM3.4 1.1L5.9 1.1L5.9 1.4L3.4 1.4Z'],
      ),
      ...head(
        ['over', CREAM, round(0.42, 0.1, 0.74, 0.78)],
        ['detail', SKIN, round(0.5, 0.12, 0.56, 0.6)],
        ['detail', '#b5713a', 'M.05 -.3C.3 -.6 .8 -.55 1 -.2C.7 -.3 .4 -.25 .05 -.05Z'],
        eye(0.42, 0.1, 0.1, 0.22),
        eye(0.82, 0.1, 0.09, 0.21),
        ['detail', '#e58d72', round(0.2, 0.36, 0.13, 0.09)],
      ),
      ...chest(['detail', CREAM, 'M-1.05 .85L1.05 .85L1.1 1.25L-1.1 1.25Z']),
    ],
  },
  pikachu: {
    ...CHILD,
    name: 'Pikachu',
    donor: DONOR.fox,
    legs: 2.1,
    torso: 2.2,
    neck: 2.5,
    arms: 2.9,
    head: 3,
    chest: 2.3,
    waist: 2.8,
    arm: 0.85,
    hand: 0.8,
    foot: 1.15,
    shoulders: 1.9,
    hips: 1.4,
    skin: '@t',
    sleeve: '@t',
    glove: '@t',
    thigh: '@t',
    boot: '@t',
    belly: '@t',
    tail: { kind: 'bolt', length: 6.5, width: 1.5, fill: '@t', tip: BROWN },
    layers: [
      ...head(
        [
          'under',
          '@t',
          'M-.75 -.5C-1.5 -1.2 -2 -1.7 -2.1 -2.3C-1.5 -2.2 -.6 -1.6 -.15 -.85ZM.25 -.85C.3 -1.7 .7 -2.3 1.15 -2.55C1.35 -2 1.2 -1.2 .8 -.6Z',
        ],
        [
          'detail',
          INK,
          'M-2.12 -2.32C-1.75 -2.28 -1.4 -2.05 -1.15 -1.85L-1.55 -1.4C-1.9 -1.75 -2.1 -2.05 -2.12 -2.32ZM1.16 -2.58C1.3 -2.3 1.3 -1.95 1.25 -1.7L.65 -1.95C.8 -2.25 1 -2.45 1.16 -2.58Z',
        ],
        eye(0.42, -0.08, 0.17, 0.22),
        eye(0.9, -0.08, 0.12, 0.21),
        ['detail', WHITE, round(0.46, -0.15, 0.07) + round(0.92, -0.15, 0.05)],
        ['detail', '#ffd84a', round(0.12, 0.38, 0.26, 0.24)],
        ['detail', INK, round(0.98, 0.16, 0.08, 0.06)],
        ['detail', '@d', 'M.55 .38C.7 .48 .85 .46 .92 .36C.9 .58 .6 .6 .55 .38Z'],
      ),
      ...chest(['detail', BROWN, 'M-1.1 -.1L-.45 .05L-1.1 .3ZM-1.15 .6L-.45 .75L-1.1 1Z']),
    ],
  },
  samus: {
    ...ADULT,
    name: 'Samus',
    legs: 8,
    shoulders: 2.6,
    arm: 1.15,
    leg: 1.45,
    hand: 1.3,
    foot: 1.4,
    skin: '@t',
    sleeve: '@d',
    glove: '@t',
    thigh: '@d',
    boot: '@t',
    belly: '@d',
    chest: 2.3,
    head: 2,
    layers: [
      ...hand(
        ['over', '#5f8f7b', 'M-2 -1.1L2.2 -1.35C2.9 -1.2 2.9 1.2 2.2 1.35L-2 1.1Z'],
        ['detail', '#b8ffdc', 'M2.1 -.8L2.6 -.8L2.6 .8L2.1 .8Z'],
      ),
      ...head(
        ['over', '@t', 'M-1.05 .6C-1.3 -.8 -.4 -1.3 .3 -1.15C1.1 -1 1.25 -.3 1.15 .4L.6 1C0 1.15 -.7 1.1 -1.05 .6Z'],
        ['detail', '#123a2c', 'M-.05 -.25L1.2 -.45L1.2 .15L.75 .2L.7 .7L.35 .7L.3 .2L-.05 .2Z'],
        ['detail', '#8dffc4', 'M.15 -.18L1.12 -.32L1.1 .05L.15 .1Z'],
      ),
      ...chest(
        ['over', GOLD, round(-0.9, -0.75, 0.68)],
        ['over', GOLD, round(0.9, -0.75, 0.62)],
        ['detail', '#8dffc4', round(0.3, 0.35, 0.17, 0.2)],
      ),
    ],
  },
  yoshi: {
    ...STOUT,
    name: 'Yoshi',
    donor: DONOR.fox,
    legs: 4.8,
    torso: 3,
    neck: 4.6,
    arms: 3.8,
    shoulders: 1.6,
    head: 2.8,
    chest: 2.1,
    waist: 2.6,
    arm: 0.9,
    hand: 1.05,
    foot: 1.7,
    skin: '@t',
    sleeve: '@t',
    glove: '@t',
    thigh: '@t',
    boot: '#e27a2b',
    belly: '@t',
    tail: { kind: 'stub', length: 6, width: 1.9, fill: '@t', tip: '@t' },
    layers: [
      ...head(
        ['under', '#e2552b', 'M-.5 -.9L-1.2 -1.1L-.95 -.5L-1.5 -.3L-1 .1L-1.4 .5L-.7 .6Z'],
        ['over', '@t', round(1.05, 0.1, 0.85, 0.72)],
        ['over', WHITE, 'M-.5 .25C0 .1 .3 .5 .9 .85C.5 1.2 -.2 1.15 -.55 .85Z'],
        ['over', WHITE, round(0.12, -0.85, 0.33, 0.5) + round(0.62, -0.82, 0.28, 0.46)],
        eye(0.24, -0.72, 0.14, 0.26),
        eye(0.7, -0.7, 0.12, 0.25),
        ['detail', '@d', round(1.6, -0.15, 0.08, 0.1)],
      ),
      ...chest(
        ['detail', WHITE, round(0.55, 0.45, 0.5, 0.95)],
        ['over', '#d9432b', 'M-.5 .3C-1.3 .2 -1.4 1 -1.1 1.4L-.3 1.2Z'],
      ),
    ],
  },
  jigglypuff: {
    ...BALL,
    name: 'Jigglypuff',
    head: 5.2,
    arm: 1,
    hand: 1.2,
    leg: 1.3,
    foot: 1.6,
    boot: '@t',
    thigh: '@t',
    arms: 3,
    layers: head(
      ['under', '@t', 'M-.85 -.4L-1.05 -1.35L-.2 -.95ZM.3 -.95L.95 -1.35L.95 -.45Z'],
      ['detail', INK, 'M-.85 -.75L-.98 -1.2L-.55 -.98ZM.6 -1.02L.9 -1.22L.9 -.75Z'],
      ['detail', WHITE, round(0.18, -0.12, 0.27, 0.31) + round(0.74, -0.12, 0.2, 0.29)],
      ['detail', '#1c8f8a', round(0.24, -0.1, 0.2, 0.24) + round(0.78, -0.1, 0.14, 0.22)],
      ['detail', WHITE, round(0.18, -0.2, 0.08) + round(0.75, -0.2, 0.06)],
      [
        'over',
        '@l',
        'M-.05 -.95C.3 -1.25 .95 -1.05 .95 -.65C.9 -.35 .5 -.4 .45 -.62C.55 -.55 .7 -.62 .66 -.75C.5 -1 .2 -.7 -.05 -.55Z',
      ],
      ['detail', '@d', 'M.42 .28C.55 .4 .68 .38 .76 .28C.72 .5 .46 .52 .42 .28Z'],
    ),
  },
  mewtwo: {
    ...LADY,
    name: 'Mewtwo',
    donor: DONOR.marth,
    legs: 7,
    torso: 4,
    neck: 4.4,
    arms: 5.6,
    head: 2.3,
    chest: 1.9,
    waist: 1.7,
    arm: 0.75,
    hand: 0.95,
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
  },
  luigi: {
    ...STOUT,
    name: 'Luigi',
    legs: 6,
    torso: 3.7,
    neck: 3.7,
    arms: 5.4,
    head: 2.65,
    chest: 2,
    waist: 1.9,
    leg: 1.2,
    arm: 0.95,
    skull: round(0, 0.05, 0.95, 1.12),
    thigh: '#2b3a6e',
    belly: '#2b3a6e',
    glove: WHITE,
    boot: '#5a3a22',
    layers: [
      ...head(
        ['under', '#4a2f1d', 'M-1 -.3C-1.15 .5 -.9 .9 -.45 .9L-.2 -.2Z'],
        [
          'over',
          '@t',
          'M-1.02 -.15C-1.3 -1.5 -.4 -1.95 .35 -1.6C.85 -1.3 1 -.85 1 -.55L1.6 -.38C1.66 -.14 1.4 -.08 1.05 -.12L-.25 -.26Z',
        ],
        ['over', SKIN, round(1.15, 0.15, 0.36, 0.27)],
        ['detail', '#4a2f1d', 'M.25 .36C.7 .2 1.4 .3 1.75 .42C1.4 .75 .6 .85 .2 .6Z'],
        eye(0.58, -0.03, 0.13, 0.28),
        ['detail', WHITE, round(0.38, -1.02, 0.26, 0.24)],
        ['detail', '@d', 'M.3 -1.16L.38 -1.16L.38 -.94L.52 -.94L.52 -.86L.3 -.86Z'],
      ),
      ...chest(['detail', GOLD, round(0.35, 0.3, 0.2) + round(-0.35, 0.3, 0.2)]),
    ],
  },
  marth: {
    ...ADULT,
    name: 'Marth',
    donor: DONOR.marth,
    head: 2,
    chest: 2.1,
    waist: 1.5,
    arm: 0.85,
    leg: 1.15,
    sleeve: '@t',
    glove: '#3b4a63',
    boot: '#3b4a63',
    belly: '@d',
    thigh: '#e9e4da',
    blade: 8,
    cape: { length: 10, fill: '@d' },
    layers: [
      ...sword(9.2, 0.38, STEEL, GOLD),
      ...head(
        [
          'under',
          '#3f58a8',
          'M.2 -1.05C-.9 -1.35 -1.5 -.5 -1.35 .4C-1.35 .9 -1.6 1.1 -1.75 1.3C-1.2 1.35 -.7 1.1 -.4 .7Z',
        ],
        [
          'over',
          '#4a66bd',
          'M1.1 .1C1 -.3 .85 -.45 .6 -.5C.5 -.1 .3 .1 0 .05C-.3 .4 -.4 .7 -.75 .85C-1.15 .4 -1.15 -.5 -.8 -.85C-.2 -1.4 .8 -1.25 1.05 -.6Z',
        ],
        ['detail', GOLD, 'M-.95 -.62L1.05 -.62L1.02 -.45L-1 -.45Z'],
        eye(0.55, 0.12, 0.12, 0.2, '#22366f'),
        eye(0.9, 0.12, 0.09, 0.19, '#22366f'),
      ),
      ...chest(
        ['over', GOLD, 'M-1 -.95L1 -.95L1.15 -.55L-1.1 -.55Z'],
        ['detail', GOLD, 'M-.8 .85L.8 .85L.8 1.1L-.8 1.1Z'],
      ),
    ],
  },
  zelda: {
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
        [
          'under',
          '#8a5a2e',
          'M.2 -1C-.9 -1.3 -1.4 -.5 -1.3 .4C-1.4 1.4 -1.7 2.4 -1.45 3.4C-1 3.3 -.6 2.8 -.35 2L.1 .6Z',
        ],
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
        [
          'over',
          GOLD,
          'M-1.35 -.85C-1.1 -1.25 -.5 -1.1 -.4 -.75L-.9 -.35ZM1.35 -.85C1.1 -1.25 .5 -1.1 .4 -.75L.9 -.35Z',
        ],
        ['detail', GOLD, 'M-.9 .95L.9 .95L.2 1.9Z'],
      ),
    ],
  },
  'young-link': {
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
  },
  'dr-mario': {
    ...STOUT,
    name: 'Dr. Mario',
    top: WHITE,
    belly: WHITE,
    sleeve: WHITE,
    glove: SKIN,
    thigh: '@t',
    boot: BROWN,
    cape: { length: 5, fill: '#e3e0d8' },
    layers: [
      ...head(
        ['under', BROWN, 'M.6 -.95C-.4 -1.45 -1.3 -.8 -1.2 .1C-1.2 .6 -.9 .85 -.5 .85L-.1 -.3L.9 -.5Z'],
        ['over', BROWN, 'M.9 -.5C.9 -1.05 .3 -1.35 -.4 -1.1C-1 -.8 -1 -.3 -.75 .1C-.5 -.4 .1 -.5 .9 -.5Z'],
        ['over', SKIN, round(1.08, 0.18, 0.33, 0.3)],
        ['detail', BROWN, MOUSTACHE],
        eye(0.6, -0.03),
        ['detail', '@t', 'M-1.05 -.62L1 -.72L1 -.55L-1.05 -.42Z'],
        ['over', '#e9f4fb', round(0.55, -0.85, 0.36)],
        ['detail', '@t', round(0.55, -0.85, 0.14)],
      ),
      ...chest(
        ['over', '@t', 'M.15 -.9L.65 -.9L.6 -.5L.75 .4L.42 .65L.1 .4L.28 -.5Z'],
        ['detail', '#3b3f4b', 'M-.7 -.85C-.6 .2 -.1 .6 .2 .4L.15 .3C-.1 .4 -.45 .1 -.55 -.85Z'],
      ),
    ],
  },
  falco: {
    ...ADULT,
    donor: DONOR.fox,
    name: 'Falco',
    legs: 7,
    torso: 3.2,
    neck: 4,
    arms: 5,
    shoulders: 1.7,
    hips: 1,
    head: 2.3,
    chest: 2,
    waist: 1.5,
    arm: 0.8,
    leg: 1.05,
    foot: 1.1,
    hand: 0.95,
    skin: '#5b63c9',
    top: '#f0ece2',
    belly: '@t',
    sleeve: '@t',
    glove: '#5b63c9',
    thigh: '@t',
    boot: '#e9c24a',
    tail: { kind: 'feathers', length: 5, width: 1.3, fill: '#5b63c9', tip: '#d9432b' },
    layers: [
      ...head(
        [
          'under',
          '#5b63c9',
          'M-.3 -.9C-.7 -1.4 -1.3 -1.7 -1.8 -1.6C-1.4 -1.3 -1.4 -1 -1.7 -.85C-1.3 -.7 -1.2 -.4 -1.4 -.1L-.6 .2Z',
        ],
        ['over', '#d9432b', 'M.2 -.6C.7 -.75 1.1 -.5 1.05 0L.8 .35C.4 .35 .1 0 .2 -.6Z'],
        ['over', '#f2b53a', 'M.75 .02C1.2 -.15 1.8 .1 2.05 .55C1.85 .6 1.75 .75 1.7 .9C1.3 .8 .95 .75 .65 .6Z'],
        ['detail', WHITE, round(0.62, -0.12, 0.2, 0.22)],
        eye(0.68, -0.12, 0.1, 0.15),
      ),
      ...chest(['detail', '#d9432b', 'M-.95 -.95L-.3 -.95L-.55 .9L-.95 .9Z']),
    ],
  },
  pichu: {
    ...CHILD,
    name: 'Pichu',
    donor: DONOR.fox,
    legs: 1.7,
    torso: 1.5,
    neck: 2.2,
    arms: 2.2,
    head: 2.75,
    chest: 1.6,
    waist: 1.9,
    arm: 0.6,
    hand: 0.65,
    foot: 0.95,
    leg: 0.8,
    shoulders: 1.3,
    hips: 1,
    skin: '@t',
    sleeve: '@t',
    glove: '@t',
    thigh: '@t',
    boot: '@t',
    belly: '@t',
    tail: { kind: 'bolt', length: 3.4, width: 0.8, fill: INK, tip: INK },
    layers: [
      ...head(
        [
          'under',
          '@t',
          'M-.6 -.5C-1.3 -.7 -2.2 -1.3 -2.3 -2.2C-1.3 -2.3 -.4 -1.7 0 -.85ZM.3 -.85C.5 -1.7 1.2 -2.2 1.9 -2.1C1.9 -1.3 1.4 -.8 .85 -.5Z',
        ],
        [
          'detail',
          INK,
          'M-2.3 -2.22C-1.8 -2.25 -1.3 -2.05 -.9 -1.8C-1.2 -1.7 -1.7 -1.5 -2.05 -1.6C-2.2 -1.8 -2.28 -2 -2.3 -2.22ZM1.92 -2.12C1.92 -1.8 1.82 -1.5 1.65 -1.25C1.4 -1.4 1.2 -1.6 1.1 -1.85C1.35 -2.02 1.6 -2.12 1.92 -2.12Z',
        ],
        eye(0.42, -0.02, 0.17, 0.22),
        eye(0.9, -0.02, 0.12, 0.21),
        ['detail', WHITE, round(0.46, -0.09, 0.07)],
        ['detail', '#ff9fc0', round(0.12, 0.42, 0.25, 0.22)],
        ['detail', '@d', 'M.6 .38C.7 .46 .82 .44 .88 .36C.86 .54 .64 .56 .6 .38Z'],
      ),
      ...chest(['detail', INK, 'M-.9 -.9L.9 -.9L.5 -.45L.2 -.7L-.1 -.4L-.5 -.7Z']),
    ],
  },
  'game-and-watch': {
    ...CHILD,
    name: 'Mr. Game & Watch',
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
    skin: '#15151b',
    top: '#15151b',
    belly: '#15151b',
    sleeve: '#15151b',
    glove: '#15151b',
    thigh: '#15151b',
    boot: '#15151b',
    layers: head(
      ['over', '#15151b', round(1.15, 0.15, 0.42)],
      ['over', '#15151b', round(-0.1, -1.05, 0.3)],
      ['detail', '@l', round(0.35, -0.1, 0.16)],
    ),
  },
  ganondorf: {
    ...ADULT,
    name: 'Ganondorf',
    legs: 9,
    torso: 4.8,
    neck: 4,
    arms: 6.8,
    shoulders: 2.7,
    head: 2.1,
    chest: 3.2,
    waist: 2.3,
    arm: 1.3,
    leg: 1.7,
    hand: 1.35,
    foot: 1.4,
    skin: '#8d7a52',
    top: '@d',
    belly: '@t',
    sleeve: '#4b4552',
    glove: '#8d7a52',
    thigh: '@t',
    boot: '#4b4552',
    cape: { length: 10, fill: '@d' },
    layers: [
      ...head(
        ['under', '#c8502a', 'M.6 -1C-.4 -1.5 -1.4 -.9 -1.35 .1C-1.3 .7 -1.1 1 -.7 1.1L-.2 0Z'],
        ['over', '#c8502a', 'M1 -.55C.8 -1.2 -.2 -1.4 -.8 -.9C-1.1 -.5 -1 .3 -.65 .8L-.35 .1C-.3 -.3 .2 -.6 1 -.55Z'],
        ['over', '#8d7a52', 'M.85 -.1L1.4 .35L.95 .5Z'],
        ['detail', GOLD, round(0.62, -0.68, 0.2, 0.16)],
        ['detail', INK, 'M.3 -.25L1.05 -.05L1 .08L.3 -.08Z'],
        eye(0.68, 0.06, 0.11, 0.1, '#f2d34a'),
        ['detail', '#c8502a', 'M.55 .72L1.1 .72L.95 1.1L.6 1.05Z'],
      ),
      ...chest(
        ['over', '#4b4552', round(-0.95, -0.8, 0.55, 0.5)],
        ['over', '#4b4552', round(0.95, -0.8, 0.5, 0.48)],
        ['detail', GOLD, 'M-.75 .95L.75 .95L.75 1.2L-.75 1.2Z'],
      ),
    ],
  },
  roy: {
    ...ADULT,
    name: 'Roy',
    donor: DONOR.marth,
    legs: 7.6,
    neck: 3.4,
    head: 2,
    chest: 2,
    waist: 1.5,
    arm: 0.9,
    leg: 1.15,
    glove: '#5a4636',
    boot: '#5a4636',
    thigh: '#e9e4da',
    belly: '@d',
    blade: 7.2,
    cape: { length: 7, fill: '@d' },
    layers: [
      ...sword(8.2, 0.62, '#ffe1b0', '#8a4a2c'),
      ...head(
        ['under', '#c23a22', 'M.1 -1C-.9 -1.3 -1.4 -.6 -1.3 .2L-1.6 .7L-1.1 .7L-1 1.1L-.4 .6Z'],
        [
          'over',
          '#dd4e2c',
          'M1.15 .05L.85 -.3L.65 .1L.4 -.25L.1 .2L-.2 -.05L-.7 .75C-1.1 .3 -1.15 -.4 -.85 -.8L-1.1 -1.35L-.5 -1.15L-.3 -1.65L.2 -1.2L.75 -1.5L.75 -1L1.3 -.95L1 -.55Z',
        ],
        ['detail', WHITE, 'M-.95 -.52L1.02 -.55L1 -.38L-.95 -.32Z'],
        eye(0.55, 0.14, 0.12, 0.2, '#1f3f7a'),
        eye(0.9, 0.14, 0.09, 0.19, '#1f3f7a'),
      ),
      ...chest(
        ['over', '#e9e4da', 'M-1 -1L1 -1L1.15 -.5L-1.1 -.5Z'],
        ['detail', '#8a4a2c', 'M-.8 .85L.8 .85L.8 1.1L-.8 1.1Z'],
      ),
    ],
  },
} as const satisfies Readonly<Record<string, Build>>

/** In the order of internal ids. */
export const BUILDS: readonly Build[] = Object.values(BUILDS_BY_SLUG)
