/**
 * The strengths of the house, weakest first: each file is a lesson, in which a bot learns what the one before it lacks. They
 * are made of skills (skills/), which say what to do in one kind of moment.
 */
import type { Skills } from '../mind.ts'
import { DANCER } from './dancer.ts'
import { GUARD } from './guard.ts'
import { JUMPER } from './jumper.ts'
import { SOUND } from './sound.ts'
import { STRIKER } from './striker.ts'
import { WALKER } from './walker.ts'

export const LADDER = {
  walker: WALKER,
  jumper: JUMPER,
  striker: STRIKER,
  guard: GUARD,
  dancer: DANCER,
  sound: SOUND,
} as const satisfies Record<string, Skills>
export type Strength = keyof typeof LADDER

/** Weakest first. */
export const STRENGTHS = Object.keys(LADDER) as readonly Strength[]
