/** Fox. */
import { articleHitbox } from '../../articles/hitbox.ts'
import { f } from '../../math.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { blaster } from './blaster.ts'
import { fireFox } from './fire-fox.ts'
import { illusion } from './illusion.ts'
import { reflector } from './reflector.ts'

export const BLASTER_VALUES = {
  gunType: 74,
  shotType: 54,
  speed: f(7),
  life: 34,
  muzzle: { frame: 5, x: f(16.47), y: f(7.684) },
  airMuzzle: { frame: 5, x: f(16.405), y: f(9.588) },
  throws: {
    ThrowB: [
      { frame: 15, places: [[15, 12.5, 15.4, 0.6435]] },
      {
        frame: 18,
        places: [
          [18.269, 12.633, 15.377, 0.6342],
          [18.391, 12.405, 15.405, 0.649],
        ],
      },
      {
        frame: 21,
        places: [
          [21.154, 13.199, 14.838, 0.5875],
          [21.839, 11.954, 15.174, 0.662],
        ],
      },
    ],
    ThrowHi: [
      {
        frame: 18,
        places: [
          [18.269, 2.607, 26.173, 1.4446],
          [18.333, 2.919, 26.016, 1.4234],
          [18.391, 3.183, 25.867, 1.4052],
          [18.75, 4.769, 24.686, 1.2849],
          [18.889, 5.477, 24.026, 1.2218],
        ],
      },
      {
        frame: 20,
        places: [
          [20, -0.815, 26.538, 1.6829],
          [20.192, -0.136, 26.583, 1.6363],
          [20.69, 1.06, 26.597, 1.5554],
          [21.111, 1.506, 26.506, 1.5225],
        ],
      },
      {
        frame: 24,
        places: [
          [24.038, 1.095, 26.63, 1.5495],
          [24.138, 1.342, 26.521, 1.5289],
          [24.444, 1.325, 26.244, 1.5258],
          [25, 0.91, 25.562, 1.5365],
        ],
      },
    ],
    ThrowLw: [
      { frame: 23, places: [[23, 2.212, 5.165, -1.5002]], meetsHeld: 0 },
      { frame: 25, places: [[25, -4.307, 7.97, -1.8648]], meetsHeld: 0 },
      { frame: 28, places: [[28, 3.89, 8.838, -1.3577]], meetsHeld: 0 },
      { frame: 31, places: [[31, 2.372, 9.827, -1.4311]], meetsHeld: 0 },
    ],
  },
  hitbox: articleHitbox({
    damage: 3,
    angle: 361,
    growth: 0,
    baseKnockback: 0,
    element: 'normal',
    radius: 0,
  }),
  lastBox: [-3600, 400],
  lasting: 3,
} as const

const BLASTER = blaster(BLASTER_VALUES)

const SHADOW = {
  damage: 7,
  angle: 80,
  baseKnockback: 68,
  element: 'slash',
  radius: f(5),
} as const
const ILLUSION = illusion({
  shadowType: 56,
  speed: f(18.72),
  endSpeed: f(2.2),
  endFriction: f(0.1),
  hitbox: articleHitbox({ ...SHADOW, growth: 40 }),
  airHitbox: articleHitbox({ ...SHADOW, growth: 60 }),
})

const FIRE_FOX = fireFox({
  holdGravity: f(0.015),
  frames: 30,
  speed: f(3.8),
  slowsFrom: 6,
  loss: f(0.1),
  boundAngle: 20,
  pose: {
    middle: f(7.966),
    axis: f(5.364),
    joints: [
      [3.759, -0.325, 0.106],
      [1.786, -1.131, -1.998],
      [2.245, 0.635, 2.616],
      [-2.666, -2.871, -0.765],
      [-4.262, -0.524, 1.093],
    ],
    roll: [30, f(0.02557), f(0.0003112)],
  },
})

const REFLECTOR = reflector({ x: 0, y: f(6.8), radius: f(8), damageShare: f(1.5) })

export const FOX: FighterOverrides = together(BLASTER, ILLUSION, FIRE_FOX, REFLECTOR)
